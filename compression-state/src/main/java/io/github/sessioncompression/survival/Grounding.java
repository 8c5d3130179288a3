package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomIndex;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Sentence;
import io.github.sessioncompression.text.SentenceSplitter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes sentences out of a model's state that name a value which occurs nowhere in what the model was given, in no spelling.
 *
 * <p>Values are numbers, amounts, dates, times, ids, addresses, paths, versions and quoted names. Meaning is not judged.
 *
 * <p><em>Algorithm</em>: 1. index the values and words of all that the model was given ({@link AtomIndex}); 2. look up each value of each entry; a date
 * also counts as given if it is near the day of a message, because the prompt has a model write "last Friday" as a date ({@link NearDates}), and a path if
 * it was given from one of its slashes on; 3. take out the sentences with a value that was not given, and entries without a sentence left. Linear in
 * the texts. <em>Does nothing when</em> all values were given: the entries stay as they are. <em>Threads</em>: not thread-safe; lives for one state.
 *
 * <p><em>On failure</em>: throws nothing.
 *
 * @see SurvivalCheck
 */
public final class Grounding {
    /** Letters and digits of a part of a path, at least, for it to count as given. */
    private static final int SHORTEST_TAIL = 3;

    private final Languages languages = Languages.shared();
    private final AtomIndex given = new AtomIndex();
    private final NearDates dates = new NearDates();
    /** The language of the text read last, for texts too short to have one. */
    private LanguageProfile usual = languages.unknown();
    /** Sentences taken out so far. */
    private int invented;

    private Grounding() {}

    /**
     * A state without what was invented.
     *
     * @param state the state without it
     * @param invented number of sentences taken out
     */
    public record Grounded(StateDocument state, int invented) {}

    /**
     * Grounds a model's state.
     *
     * @param request what the model was asked
     * @param systemContext the application's description for the model; {@code null} for nothing
     */
    public static Grounded of(StateDocument state, CompileRequest request, @Nullable String systemContext) {
        Grounding grounding = new Grounding();
        grounding.give(request);
        if (systemContext != null) {
            grounding.give(systemContext);
        }
        return grounding.ground(state);
    }

    /** Adds everything that the request shows the model: the previous state, the focus, and all messages. */
    private void give(CompileRequest request) {
        StateDocument previous = request.previous();
        if (previous != null) {
            previous.fields().values().forEach(items -> items.forEach(item -> give(item.text())));
        }
        if (request.focus() != null) {
            give(request.focus());
        }
        request.before().forEach(this::give);
        request.span().forEach(this::give);
    }

    /** Adds a message with its calls, the name of its speaker or tool, and its day. */
    private void give(Entry entry) {
        give(entry.message().text());
        for (ToolCall call : entry.message().toolCalls()) {
            give(call.arguments());
        }
        if (entry.message().name() != null) {
            give(entry.message().name());
        }
        dates.give(entry.message().timestamp());
    }

    private void give(String text) {
        usual = languages.detect(text, usual);
        // JSON has no spaces around its values.
        given.add(text.indexOf('{') < 0 ? text : text.replaceAll("[{}\\[\\]\"]", " "), usual);
    }

    /** The state without the sentences with values that were not given; an entry that was cut has its notes as one. */
    private Grounded ground(StateDocument state) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        state.fields().forEach((name, items) -> {
            List<StateItem> kept = new ArrayList<>(items.size());
            for (StateItem item : items) {
                String text = grounded(item.text());
                if (text.equals(item.text())) {
                    kept.add(item);
                } else if (!text.isBlank()) {
                    kept.add(new StateItem(text, item.kind(), item.sources(), item.origin(), item.writer()));
                }
            }
            fields.put(name, kept);
        });
        return new Grounded(new StateDocument(fields), invented);
    }

    /** The text without such sentences; itself if there are none, blank if nothing is left. */
    private String grounded(String text) {
        LanguageProfile profile = languages.detect(text, usual);
        List<Atom> unknown = new ArrayList<>();
        for (Atom atom : AtomScanner.scan(text, profile)) {
            if (!atom.weak() && !isGiven(atom, profile)) {
                unknown.add(atom);
            }
        }
        if (unknown.isEmpty()) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        int at = 0;
        for (Sentence sentence : SentenceSplitter.split(text, profile)) {
            boolean holds =
                    unknown.stream().noneMatch(atom -> atom.start() < sentence.end() && atom.end() > sentence.start());
            if (holds) {
                kept.append(text, at, sentence.end());
            } else {
                invented++;
            }
            at = sentence.end();
        }
        return kept.append(text, at, text.length()).toString().strip();
    }

    private boolean isGiven(Atom atom, LanguageProfile profile) {
        return given.holds(atom, profile)
                || dates.isNear(atom, profile)
                || (atom.type() == AnchorType.PATH && isTailGiven(atom, profile));
    }

    /** True if the path from one of its slashes on was given: a model completes a path by the folder that it is in. */
    private boolean isTailGiven(Atom path, LanguageProfile profile) {
        String text = path.text();
        for (int slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', slash + 1)) {
            Atom tail = new Atom(AnchorType.PATH, text.substring(slash + 1), 0, 0, false);
            if (tail.folded().length() >= SHORTEST_TAIL && given.holds(tail, profile)) {
                return true;
            }
        }
        return false;
    }
}
