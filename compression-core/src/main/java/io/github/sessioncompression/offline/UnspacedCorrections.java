package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.Units;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What corrections in a script without spaces put right, where a word is a run of several. Not thread-safe; lives for one compilation.
 *
 * <p>A correction that repeats most of an earlier sentence takes its place. One that gives nothing but a number is read behind the sentence
 * that gave another with the same measure word just before, without that number.
 */
final class UnspacedCorrections {
    private static final Pattern NUMBER = Pattern.compile("([0-9０-９][0-9０-９.,:]*)(\\p{L}?)(です$|でした$|だ$)?");
    private static final String CLOCK = ":";
    private static final Set<String> HOURS = Set.of("点", "點", "时", "時");
    /** Characters that say nothing beside a number, and of a word that only denies. */
    private static final int LONGEST_BARE = 2;
    /** Characters in front of what says that it corrects. */
    private static final int LONGEST_OPENING = 4;

    private UnspacedCorrections() {}

    /** Whether a correction with these terms repeats most of an earlier sentence, and says more. */
    static boolean isRepeated(Sentence before, Set<Integer> repeated) {
        Set<Integer> terms = terms(before);
        int all = terms.size();
        terms.retainAll(repeated);
        return 2 * terms.size() > all && terms.size() < repeated.size();
    }

    /** Whether a number of one can take the place of one of the other's, or one of them gives none. */
    static boolean areAlike(Sentence before, Sentence sentence) {
        List<Measured> old = numbers(before);
        List<Measured> now = numbers(sentence);
        return old.isEmpty()
                || now.isEmpty()
                || now.stream().anyMatch(each -> old.stream().anyMatch(other -> each.isLike(other, sentence)));
    }

    static Set<Integer> terms(Sentence sentence) {
        Set<Integer> all = new HashSet<>();
        for (int[] terms : sentence.terms) {
            for (int term : terms) {
                all.add(term);
            }
        }
        return all;
    }

    /**
     * A correction that gives nothing but a number, behind what it corrects, whose clauses are superseded.
     *
     * @param near what was said just before, by either side, the latest first
     * @return {@code null} if it says more, or if it is not clear what it corrects
     */
    static @Nullable Sentence behindLast(Sentence sentence, Collection<Sentence> near) {
        Measured number = only(sentence);
        if (number == null || !isBare(sentence, number)) {
            return null;
        }
        String given = "";
        for (Sentence before : near) {
            List<Measured> old = numbers(before).stream()
                    .filter(each -> each.kind().equals(number.kind()))
                    .toList();
            boolean beside = before.utterance.order() == sentence.utterance.order() && !before.equals(sentence.retypes);
            if (old.isEmpty() || beside) {
                continue;
            }
            String value = old.get(0).text();
            boolean clear = old.size() == 1 && !value.equals(number.text()) && (given.isEmpty() || given.equals(value));
            if (!clear) {
                return null;
            }
            if (before.utterance.speaker().equals(sentence.utterance.speaker())) {
                return behind(sentence, before, old.get(0));
            }
            given = value;
        }
        return null;
    }

    private static @Nullable Sentence behind(Sentence sentence, Sentence before, Measured number) {
        List<Word> words = new ArrayList<>(before.words);
        Word word = words.get(number.at());
        String rest =
                word.surface().substring(0, number.start()) + word.surface().substring(number.end());
        int[][] terms = Arrays.copyOf(before.terms, before.terms.length);
        // Of an answer that gave but the number its question is enough.
        boolean answers = before.answerFrom > 0 && number.at() == before.answerFrom;
        boolean only = rest.isEmpty() && answers && words.size() == number.at() + 1;
        if (rest.isEmpty() && !only) {
            return null;
        }
        if (only) {
            words.remove(number.at());
        } else {
            words.set(
                    number.at(),
                    Word.of(rest, word.start(), word.end(), word.after(), word.quoted(), word.opensSentence()));
        }
        before.clauses.forEach(clause -> clause.superseded = true);
        return sentence.behind(words, terms, before.provenance);
    }

    /** A number with its measure word, and where it stands in which word. */
    private record Measured(String text, String measure, int at, int start, int end) {
        /** Its measure word; that of a time of day is the same in all its forms. */
        String kind() {
            return text.indexOf(':') > 0 || HOURS.contains(measure) ? CLOCK : measure;
        }

        boolean isLike(Measured other, Sentence sentence) {
            boolean bare = measure.isEmpty() || other.measure.isEmpty();
            return bare || Units.areOfOneKind(sentence.profile.code(), measure, other.measure);
        }
    }

    private static @Nullable Measured only(Sentence sentence) {
        List<Measured> numbers = numbers(sentence);
        return numbers.size() == 1 ? numbers.get(0) : null;
    }

    private static List<Measured> numbers(Sentence sentence) {
        List<Measured> numbers = new ArrayList<>(1);
        for (int i = sentence.answerFrom; i < sentence.words.size(); i++) {
            Matcher found = NUMBER.matcher(sentence.words.get(i).surface());
            while (found.find()) {
                boolean clock = found.group(1).indexOf(':') > 0;
                String measure = clock ? "" : found.group(2);
                int end = clock ? found.end(1) : found.end();
                numbers.add(new Measured(found.group(1) + measure, measure, i, found.start(), end));
            }
        }
        return numbers;
    }

    private static boolean isBare(Sentence sentence, Measured number) {
        for (int i = sentence.answerFrom; i < sentence.words.size(); i++) {
            int characters = sentence.words.get(i).surface().length()
                    - (i == number.at() ? number.text().length() : 0);
            boolean cue = i != number.at() && sentence.profile.hasCue("correction", sentence.words, i, i + 1);
            // "Sorry, I read it wrong, it is 8:30"
            boolean opens = i == sentence.answerFrom
                    && i + 1 < number.at()
                    && characters <= LONGEST_OPENING
                    && sentence.profile.hasCue("correction", sentence.words, i + 1, number.at());
            if (characters > LONGEST_BARE && !cue && !opens) {
                return false;
            }
        }
        return true;
    }
}
