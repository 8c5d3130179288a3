package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Recognizes texts without contents of a chat: placeholders such as "none", a model's refusal, and the schema's own words.
 *
 * <p>Small models copy an example or a field's instruction if they have nothing to write, and a model that refuses may still do so
 * within the schema. The words are lists in {@code placeholders.txt}, in ten languages; they are compared with a whole text or its
 * beginning, never searched for in a sentence of the chat.
 *
 * <p>Linear in the texts. Immutable, so safe for use by many threads.
 */
final class PlaceholderTexts {
    /** Characters of a text in which a refusal's first words are looked for. */
    private static final int LONGEST_REFUSAL = 400;
    /** Shortest part of a field's instruction that is no chance match, in characters. */
    private static final int SHORTEST_QUOTATION = 8;

    private static final Set<String> PLACEHOLDERS = Set.copyOf(WordLists.PLACEHOLDERS.list("placeholder"));
    private static final List<String> REFUSALS = WordLists.PLACEHOLDERS.list("refusal");

    /** Names of the schema and of its fields, plain. */
    private final Set<String> names = new HashSet<>();
    /** Instructions of the fields, plain. */
    private final List<String> instructions = new ArrayList<>();

    PlaceholderTexts(StateSchema schema) {
        names.add(plain(schema.name()));
        for (StateField field : schema.fields()) {
            names.add(plain(field.name()));
            instructions.add(plain(field.instruction()));
        }
    }

    /** The text in small letters without the marks around it, underscores as spaces. */
    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT)
                .replace('_', ' ')
                .replaceAll("^[</ ]+|[.!。:> ]+$", "")
                .strip();
    }

    /**
     * True if the text is more than a placeholder: it has a letter or digit, is in no list, and is neither a field's name nor a
     * part of a field's instruction. A field's name and a colon in front of it are passed over.
     */
    boolean says(String text) {
        int colon = text.indexOf(':');
        boolean labelled = colon > 0 && names.contains(plain(text.substring(0, colon)));
        String plain = plain(labelled ? text.substring(colon + 1) : text);
        return Letters.any(plain, Character::isLetterOrDigit)
                && !PLACEHOLDERS.contains(plain)
                && !names.contains(plain)
                && (plain.length() < SHORTEST_QUOTATION
                        || instructions.stream().noneMatch(instruction -> instruction.contains(plain)));
    }

    /**
     * True if at least half of at most four texts begin like a refusal. A longer state is none, even if the chat is about refusals.
     *
     * @param texts all texts of an answer that are not empty
     */
    static boolean isRefusal(List<String> texts) {
        long refusing = texts.stream()
                .map(text -> text.substring(0, Math.min(LONGEST_REFUSAL, text.length()))
                        .toLowerCase(Locale.ROOT)
                        .replace('\u2019', '\''))
                .filter(start -> REFUSALS.stream().anyMatch(start::startsWith))
                .count();
        return !texts.isEmpty() && texts.size() <= 4 && refusing * 2 >= texts.size();
    }
}
