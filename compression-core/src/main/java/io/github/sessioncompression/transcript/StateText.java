package io.github.sessioncompression.transcript;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.anchor.StatementReader.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Plain text for the index of sessions: a state as lines, the quotes of a session too short for a state, and a session's title.
 *
 * <p>Of what is given only white space and length change. Callers pass messages without secrets. What is about other sessions, the user or the state
 * itself is left out of the lines: it has a place of its own. <b>Threads:</b> safe for use by many; keeps nothing.
 */
public final class StateText {
    /** Fields of a state that contain nothing of this session. */
    private static final Set<String> LEFT_OUT = Set.of(
            StateDocument.EARLIER,
            StateDocument.SEGMENTS,
            StateDocument.LEFT_OUT,
            StateDocument.KEPT,
            StateDocument.ABOUT_USER);
    /** Maximum length of a title, in characters. */
    private static final int MAX_TITLE = 60;
    /** Messages at the start of a session in which its title is looked for. */
    public static final int MOST_READ = 40;

    /** Words of content that a sentence needs to be a title. */
    private static final int FEWEST_WORDS = 3;
    /** Characters of a greeting in a script without spaces. */
    private static final int LONGEST_GREETING = 6;

    /** Maximum length of a quoted message, in characters. */
    private static final int MAX_QUOTE = 400;

    private static final String ELLIPSIS = "…";

    private StateText() {}

    /** The lines of a state, one for each entry: first narrative entries such as the summary, then the rest in order. Empty for an empty state. */
    public static String of(StateDocument state) {
        List<StateItem> items = new ArrayList<>();
        state.fields().forEach((name, all) -> {
            if (!LEFT_OUT.contains(name)) {
                items.addAll(all);
            }
        });
        items.sort(Comparator.comparing(item -> item.kind() != StateItem.Kind.NARRATIVE));
        return items.stream().map(item -> oneLine(item.text())).collect(Collectors.joining("\n"));
    }

    /** The lines of a session too short for a state: its messages, each cut. */
    public static String quoting(List<Entry> entries) {
        return said(entries)
                .map(message -> (message.role() == Role.USER ? "User: " : "Assistant: ")
                        + Letters.head(oneLine(message.text()), MAX_QUOTE))
                .collect(Collectors.joining("\n"));
    }

    /**
     * A title of at most 60 characters: the beginning of the first sentence of a user with some words of content, which a greeting lacks; of the first
     * one if there is none such.
     */
    public static String title(List<Entry> entries) {
        StatementReader reader = new StatementReader();
        List<Statement> asked = entries.stream()
                .limit(MOST_READ)
                .filter(entry -> entry.message().role() == Role.USER)
                .flatMap(entry -> reader.read(entry).stream())
                .filter(Statement::isSpeech)
                .toList();
        return asked.stream()
                .filter(StateText::hasContent)
                .findFirst()
                .or(() -> asked.stream().findFirst())
                .map(statement -> Letters.head(oneLine(statement.text()), MAX_TITLE))
                .orElse("");
    }

    /** True if a sentence has enough words that carry meaning in its language; in a script without spaces, if it is longer than a greeting. */
    private static boolean hasContent(Statement statement) {
        LanguageProfile profile = statement.profile();
        return profile.isUnspaced()
                ? statement.text().length() > LONGEST_GREETING
                : statement.sentence().words().stream()
                                .filter(word -> !profile.isStop(word.lower()) && !profile.isLight(word.lower()))
                                .count()
                        >= FEWEST_WORDS;
    }

    /**
     * As many whole lines from the start as {@code room} tokens hold, with an ellipsis if lines are left out. A line that does not fit is skipped,
     * and shorter ones behind it may still be taken. Each line is counted with one token for its line break, and one token is kept for the ellipsis.
     *
     * @param counter counts the tokens of a text
     * @return the whole text if it fits; empty if no line fits
     */
    public static String within(String text, int room, ToIntFunction<String> counter) {
        if (counter.applyAsInt(text) <= room) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int left = room - 1;
        for (String line : text.lines().toList()) {
            int cost = counter.applyAsInt(line) + 1;
            if (cost <= left) {
                kept.append(line).append('\n');
                left -= cost;
            }
        }
        return kept.isEmpty() ? "" : kept + ELLIPSIS;
    }

    /** What people and the assistant said: no system messages, no tool results, nothing blank. */
    private static Stream<Message> said(List<Entry> entries) {
        return entries.stream()
                .map(Entry::message)
                .filter(message -> message.role() == Role.USER || message.role() == Role.ASSISTANT)
                .filter(message -> !message.text().isBlank());
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
