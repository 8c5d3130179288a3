package io.github.sessioncompression.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a sentence goes on with behind a value, and what is no part of what it says of it: "the budget is now 2,300, my mother helps". Stateless. */
public final class AddedTalk {
    /** Words of the shortest that says something. */
    private static final int SHORTEST = 3;

    private AddedTalk() {}

    /** What a sentence says before it; {@code null} if nothing of the kind is added, as where another value follows, or what the first is of. */
    public static @Nullable SentenceWords before(SentenceWords sentence, LanguageProfile profile) {
        List<Word> words = sentence.words();
        boolean value = false;
        for (int i = 1; i < words.size() && !profile.isUnspaced(); i++) {
            value |= words.get(i - 1).isAtom();
            if (value && words.get(i - 1).after() != 0) {
                List<Word> rest = words.subList(i, words.size());
                return isAdded(rest, profile)
                        ? new SentenceWords(words.subList(0, i), sentence.end(), sentence.aside())
                        : null;
            }
        }
        return null;
    }

    /** Whether words speak of somebody or something and of no value, and deny nothing. */
    private static boolean isAdded(List<Word> rest, LanguageProfile profile) {
        String lower = rest.get(0).lower();
        boolean person =
                profile.use(lower).isFirstPerson() || profile.use(lower).isThirdPerson();
        boolean thing = person || profile.use(lower).isDeterminer();
        boolean own = rest.stream().anyMatch(word -> profile.use(word).isFirstPerson());
        boolean of = (!person || profile.use(lower).isDeterminer())
                && !own
                && rest.stream().anyMatch(word -> profile.use(word).isPreposition());
        boolean names = rest.size() > 1 && isOfOne(rest.get(1).lower(), profile);
        boolean limits = rest.stream()
                .anyMatch(word -> word.isAtom()
                        || profile.use(word).isNegation()
                        || profile.use(word).isTime());
        return rest.size() >= SHORTEST && thing && !of && !names && !limits;
    }

    /** Whether no thing follows a word such as "the", and nothing that somebody does: "o das flores", "quello dei fiori". */
    private static boolean isOfOne(String lower, LanguageProfile profile) {
        boolean grammar = profile.use(lower).isPreposition()
                || profile.use(lower).isDeterminer()
                || profile.use(lower).isStop();
        return grammar && !profile.use(lower).isFirstPerson();
    }
}
