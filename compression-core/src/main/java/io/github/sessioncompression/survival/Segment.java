package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.MatterWords;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A stretch of a sentence between its commas and its "and", as a row of its words of content. Immutable.
 *
 * @param row their stems; of a script without spaces the characters
 * @param before the word of grammar in front of each, articles apart; empty where there is none
 * @param denied whether a word in it denies
 */
record Segment(List<String> row, List<String> before, boolean denied) {
    /** Stands for the one who speaks. */
    static final String SPEAKER = "·";

    private static final List<String> NO_GRAMMAR = List.of();

    /** Copies both. */
    Segment {
        row = List.copyOf(row);
        before = List.copyOf(before);
    }

    /**
     * Those of a sentence, empty ones left out.
     *
     * @param names words that are content whatever else they are, where they have a capital
     * @param own whether "I" in it is the user
     * @param stems the language's
     */
    static List<Segment> of(
            Statement statement,
            SentenceWords sentence,
            LanguageProfile profile,
            Set<String> names,
            boolean own,
            Stems stems) {
        AnchorLanguage language = statement.language();
        return language.isUnspaced()
                ? unspaced(statement.words(), language)
                : spaced(sentence.words(), language, profile, names, own, stems);
    }

    private static List<Segment> spaced(
            List<Word> words,
            AnchorLanguage language,
            LanguageProfile profile,
            Set<String> names,
            boolean own,
            Stems stems) {
        List<String> lower =
                words.stream().map(word -> word.lower().replace('’', '\'')).toList();
        List<String> matter = MatterWords.each(lower, language, "bare", stems);
        List<Segment> segments = new ArrayList<>(2);
        List<String> row = new ArrayList<>();
        List<String> before = new ArrayList<>();
        String grammar = "";
        boolean denied = false;
        for (int i = 0; i < words.size(); i++) {
            String word = lower.get(i);
            boolean joins = language.has("and", word)
                    || language.has("contrast", word)
                    || profile.use(word).isConjunction();
            if (joins) {
                add(segments, row, before, denied);
                grammar = "";
                denied = false;
                continue;
            }
            denied |= profile.use(word).isNegation();
            boolean speaker = own && profile.use(word).isSubject();
            boolean weak = profile.use(word).isStop() && !Character.isDigit(word.charAt(0));
            boolean capital = Character.isUpperCase(words.get(i).surface().charAt(0));
            boolean name = capital && names.contains(word);
            String key = speaker ? SPEAKER : name && weak ? word : weak ? "" : matter.get(i);
            if (!key.isEmpty()) {
                row.add(key);
                before.add(grammar);
                grammar = "";
            } else if (!profile.use(word).isDeterminer()) {
                grammar = word;
            }
            if (words.get(i).after() != 0) {
                add(segments, row, before, denied);
                grammar = "";
                denied = false;
            }
        }
        add(segments, row, before, denied);
        return segments;
    }

    private static void add(List<Segment> segments, List<String> row, List<String> before, boolean denied) {
        if (!row.isEmpty()) {
            segments.add(new Segment(row, before, denied));
            row.clear();
            before.clear();
        }
    }

    private static List<Segment> unspaced(List<String> words, AnchorLanguage language) {
        List<Segment> segments = new ArrayList<>(2);
        List<String> stretch = new ArrayList<>();
        for (int i = 0; i <= words.size(); i++) {
            boolean ends =
                    i == words.size() || !Character.isLetterOrDigit(words.get(i).codePointAt(0));
            if (!ends) {
                stretch.add(words.get(i));
                continue;
            }
            List<String> row = MatterWords.row(stretch, language, "bare");
            if (!row.isEmpty()) {
                segments.add(new Segment(row, NO_GRAMMAR, false));
            }
            stretch.clear();
        }
        return segments;
    }

    /** The same with the name of who speaks in it. */
    Segment spokenBy(String name) {
        return new Segment(
                row.stream().map(word -> word.equals(SPEAKER) ? name : word).toList(), before, denied);
    }

    /** The word of grammar in front of one of the row. */
    String grammar(int at) {
        return before.isEmpty() ? "" : before.get(at);
    }
}
