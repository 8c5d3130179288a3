package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.List;

/**
 * What a sentence says in front of a value of nothing but its being put right: "wait, I looked at the wrong line, the train leaves at 11".
 *
 * <p>It says of the value what a sentence of its own would that says no more than "sorry, I was wrong". Stateless.
 */
public final class Announcement {
    /** Characters of a sigh where words are not parted. */
    private static final int LONGEST_SIGH = 2;

    private Announcement() {}

    /**
     * The words of a sentence behind its announcement; all of them if it has none.
     *
     * <p>One of the parts between marks in front of the value must say that something is put right. The others are a sigh or speak of the speaker, unless
     * what follows tells by itself what the value is of: "no, the cellar is cheaper, it costs 400" speaks of the cellar.
     */
    public static SentenceWords without(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        List<Word> words = sentence.words();
        int from = 0;
        boolean puts = false;
        boolean own = true;
        for (int i = 0; i < words.size() && !words.get(i).isAtom(); i++) {
            if (words.get(i).after() != 0) {
                List<Word> part = words.subList(from, i + 1);
                boolean right = putsRight(statement, part, profile);
                own &= right || isSpeakers(part, profile);
                puts |= right;
                from = i + 1;
            }
        }
        List<Word> rest = words.subList(from, words.size());
        return puts && !rest.isEmpty() && (own || tells(rest, profile))
                ? new SentenceWords(rest, sentence.end(), sentence.aside())
                : sentence;
    }

    /** Whether it speaks of the speaker, or is one word: a sigh, or whom it is said to. */
    private static boolean isSpeakers(List<Word> part, LanguageProfile profile) {
        boolean one = part.size() == 1
                && (!profile.isUnspaced() || part.get(0).surface().length() <= LONGEST_SIGH);
        return one || part.stream().anyMatch(word -> profile.use(word).isFirstPerson());
    }

    /** Whether words say what they speak of, and not by a word for what was named before. */
    private static boolean tells(List<Word> words, LanguageProfile profile) {
        return !profile.isUnspaced()
                && words.stream().noneMatch(word -> profile.use(word).isThirdPerson())
                && words.stream()
                        .anyMatch(word -> !word.isAtom() && profile.use(word).isContent());
    }

    private static boolean putsRight(Statement statement, List<Word> part, LanguageProfile profile) {
        return profile.hasCue("correction", part, 0, part.size())
                || profile.hasCue("retraction", part, 0, part.size())
                || statement.first(new SentenceWords(part, ',', false)).gives("correction");
    }
}
