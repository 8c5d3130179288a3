package io.github.sessioncompression.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a conversation in the default shape, {@link StateSchema#session()}.
 *
 * <p>Immutable, so safe for use by many threads. On the wire the fields are called {@code logos}, {@code pathos},
 * {@code abstract} and {@code conversation_summary}.
 *
 * @param logos hard facts, decisions, values
 * @param pathos tone, style, running jokes, direction of mood
 * @param abstractConcepts what the user already knows; {@code abstract} on the wire, a reserved word in Java
 * @param conversationSummary two or three sentences on what happened and where things stand, or empty
 */
public record SessionState(
        List<String> logos, List<String> pathos, List<String> abstractConcepts, String conversationSummary) {
    /** A state that says nothing. */
    public static final SessionState EMPTY = new SessionState(null, null, null, null);

    static final String LOGOS = "logos";
    static final String PATHOS = "pathos";
    static final String ABSTRACT = "abstract";
    static final String CONVERSATION_SUMMARY = "conversation_summary";

    /** Copies the lists; what is {@code null} counts as empty, and blank or missing texts are left out. */
    public SessionState(
            @Nullable List<String> logos,
            @Nullable List<String> pathos,
            @Nullable List<String> abstractConcepts,
            @Nullable String conversationSummary) {
        this.logos = texts(logos);
        this.pathos = texts(pathos);
        this.abstractConcepts = texts(abstractConcepts);
        this.conversationSummary =
                conversationSummary == null || conversationSummary.isBlank() ? "" : conversationSummary;
    }

    /** Reads the four fields of a document; others are ignored. */
    public static SessionState from(StateDocument document) {
        return new SessionState(
                document.texts(LOGOS),
                document.texts(PATHOS),
                document.texts(ABSTRACT),
                document.text(CONVERSATION_SUMMARY));
    }

    /** This state as a document with the four fields, in order. */
    public StateDocument toDocument() {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        fields.put(LOGOS, logos);
        fields.put(PATHOS, pathos);
        fields.put(ABSTRACT, abstractConcepts);
        fields.put(CONVERSATION_SUMMARY, List.of(conversationSummary));
        return StateDocument.ofTexts(StateSchema.session(), fields, StateItem.Writer.UNKNOWN);
    }

    private static List<String> texts(@Nullable List<String> given) {
        List<String> kept = new ArrayList<>();
        if (given != null) {
            for (@Nullable String text : given) {
                if (text != null && !text.isBlank()) {
                    kept.add(text);
                }
            }
        }
        return List.copyOf(kept);
    }
}
