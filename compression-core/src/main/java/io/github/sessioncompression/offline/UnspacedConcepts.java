package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The concepts of a script without spaces: runs of characters that more than one speaker uses in several messages.
 *
 * <p>No dictionary says where a word begins, so pairs of neighbouring characters are counted, and a pair that is always followed by
 * one character, and so belongs to more, grows by it. A change of script and a character of grammar end a run. Linear in the text.
 * Not thread-safe; lives for one compilation.
 */
final class UnspacedConcepts {
    private static final int LONGEST = 8;
    /** A name in katakana is written out, so that a pair of its letters says nothing. */
    private static final int SHORTEST_KATAKANA = 3;

    private static final class Use {
        private final Map<String, Integer> bySpeaker = new HashMap<>();
        private final List<Provenance> where = new ArrayList<>();
        private int last = -1;
        private int times;
        /** The character that has always followed it and stood before it so far, 0 if none or several did. */
        private char next;

        private char before;

        private int shared() {
            return bySpeaker.values().stream()
                    .sorted(Comparator.reverseOrder())
                    .skip(1)
                    .findFirst()
                    .orElse(0);
        }
    }

    /**
     * A concept.
     *
     * @param shared in how many messages each of two speakers uses it at least
     * @param where the messages
     */
    record Concept(String text, int shared, List<Provenance> where) {}

    private final Map<String, Use> uses = new LinkedHashMap<>();

    /** Counts the runs of a sentence. */
    void hear(Sentence sentence) {
        for (Word word : sentence.words) {
            String text = word.surface();
            int from = 0;
            for (int i = 0; i <= text.length(); i++) {
                boolean ends = i == text.length()
                        || isGrammar(text.charAt(i), sentence.profile)
                        || (i > from && scriptOf(text.charAt(i)) != scriptOf(text.charAt(from)));
                if (ends) {
                    run(text, from, i, sentence);
                    boolean grammar = i < text.length() && isGrammar(text.charAt(i), sentence.profile);
                    from = grammar ? i + 1 : i;
                }
            }
        }
    }

    private static boolean isGrammar(char c, LanguageProfile profile) {
        return profile.use(String.valueOf(c)).isStop();
    }

    /** Han, katakana with its long mark, or anything else. */
    private static UnicodeScript scriptOf(char c) {
        UnicodeScript script = UnicodeScript.of(c);
        return c == 'ー' ? UnicodeScript.KATAKANA : script;
    }

    private void run(String text, int from, int to, Sentence sentence) {
        if (to - from < 2) {
            return;
        }
        UnicodeScript script = scriptOf(text.charAt(from));
        if (script == UnicodeScript.KATAKANA && to - from >= SHORTEST_KATAKANA) {
            use(text.substring(from, to), sentence, (char) 0, (char) 0);
        } else if (script == UnicodeScript.HAN) {
            for (int i = from; i + 2 <= to; i++) {
                use(
                        text.substring(i, i + 2),
                        sentence,
                        i + 2 < to ? text.charAt(i + 2) : 0,
                        i > from ? text.charAt(i - 1) : 0);
            }
        }
    }

    private void use(String text, Sentence sentence, char next, char before) {
        Use use = uses.computeIfAbsent(text, key -> new Use());
        use.next = use.times == 0 || use.next == next ? next : 0;
        use.before = use.times == 0 || use.before == before ? before : 0;
        use.times++;
        int message = sentence.utterance.order();
        if (use.last != message) {
            use.last = message;
            use.bySpeaker.merge(sentence.utterance.speaker(), 1, Integer::sum);
            use.where.add(sentence.provenance);
        }
    }

    /** The concepts that each of two speakers uses in at least {@code least} messages, those used most first. */
    List<Concept> shared(int least, LanguageProfile profile) {
        List<Concept> concepts = new ArrayList<>();
        uses.forEach((text, use) -> {
            if (use.shared() >= least && !continues(text, use)) {
                String whole = grown(text, use);
                boolean plain = profile.use(whole).isLight()
                        || profile.use(whole).isTime()
                        || profile.use(whole).isBinding();
                if (!plain) {
                    concepts.add(new Concept(whole, use.shared(), use.where));
                }
            }
        });
        concepts.sort(Comparator.comparingInt(
                (Concept concept) -> -concept.shared() * concept.text().length()));
        return concepts;
    }

    /** Whether it is the inner part of a run that another pair grows into. */
    private boolean continues(String text, Use use) {
        Use first = use.before == 0 ? null : uses.get("" + use.before + text.charAt(0));
        return first != null && first.next == text.charAt(1);
    }

    private String grown(String text, Use use) {
        StringBuilder whole = new StringBuilder(text);
        Use at = use;
        while (at != null && at.next != 0 && whole.length() < LONGEST) {
            char last = whole.charAt(whole.length() - 1);
            whole.append(at.next);
            at = uses.get("" + last + at.next);
        }
        return whole.toString();
    }
}
