package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Stems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the sentences of messages are, remembered: a compression reads its messages to write a state and once more to check it.
 *
 * <p>Not thread-safe; lives for one compression.
 */
public final class Readings {
    /** The longest text of a tool's result whose values are read, in characters. */
    static final int LONGEST_RESULT = 2_000;

    /** Characters of each message, and of all, by which the language is told. */
    private static final int LONGEST_BEGIN = 200;

    private static final int LONGEST_SAMPLE = 4_000;

    private final Map<Key, TextReading> known = new HashMap<>();
    private final Map<String, Languages.Signs> signs = new HashMap<>();
    private final Map<Key, List<Atom>> atoms = new HashMap<>();

    private final Map<LanguageProfile, Stems> stems = new HashMap<>();

    private record Key(String text, LanguageProfile profile) {}

    /** The language in which people begin to talk. */
    static LanguageProfile languageOf(List<Entry> span) {
        StringBuilder sample = new StringBuilder();
        for (Entry entry : span) {
            Message message = entry.message();
            if (message.role() == Role.USER || message.role() == Role.ASSISTANT) {
                sample.append(
                                message.text(),
                                0,
                                Math.min(LONGEST_BEGIN, message.text().length()))
                        .append('\n');
            }
            if (sample.length() > LONGEST_SAMPLE) {
                break;
            }
        }
        Languages languages = Languages.shared();
        return languages.detect(sample.toString(), languages.unknown());
    }

    /** The language of a message; {@code otherwise} where it says too little. */
    public LanguageProfile languageOf(String text, LanguageProfile otherwise) {
        Languages languages = Languages.shared();
        return languages.detect(signs.computeIfAbsent(text, languages::signs), otherwise);
    }

    /** What the sentences of what a tool says are, not remembered. */
    TextReading ofTool(String text, LanguageProfile profile) {
        return new TextReading(text, profile, stems(profile), () -> atoms(text, profile));
    }

    /** The values in a text. */
    List<Atom> atoms(String text, LanguageProfile profile) {
        return atoms.computeIfAbsent(
                new Key(text, profile), unknown -> AtomScanner.scan(text, AnchorLanguage.of(profile.code())));
    }

    /**
     * What the sentences of a person's message are.
     *
     * @param profile its language
     */
    public TextReading of(String text, LanguageProfile profile) {
        return known.computeIfAbsent(
                new Key(text, profile),
                unknown -> new TextReading(text, profile, stems(profile), () -> atoms(text, profile)));
    }

    private Stems stems(LanguageProfile profile) {
        return stems.computeIfAbsent(profile, unknown -> Stems.of(profile.code()));
    }
}
