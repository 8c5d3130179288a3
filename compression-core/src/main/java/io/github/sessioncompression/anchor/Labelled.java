package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a label in front of a sentence makes of it and of what follows on the line: "Rule: only Python. No calls to the network."
 *
 * <p>A label goes where the sentence says the same without it: "Rule: never call me", "Note: the key is red". Not thread-safe; reads the
 * sentences of one text in their order.
 */
final class Labelled {
    /** Words of a label. */
    private static final int LONGEST = 3;
    /** Words behind a label that needs none. */
    private static final int SAYS_ENOUGH = 3;

    private final String text;
    private final LanguageProfile profile;
    /** What the label of the line makes of its sentences. */
    private @Nullable AnchorType type;
    /** Where the sentence ended to which the label of the line reached. */
    private int reached = -1;

    /**
     * A sentence as its label leaves it.
     *
     * @param words its words, those of a label that says nothing of its own left out
     * @param statement what it is
     * @param labelled whether a label stands in front of it that says how much it matters
     */
    record Read(SentenceWords words, Statement statement, boolean labelled) {}

    Labelled(String text, LanguageProfile profile) {
        this.text = text;
        this.profile = profile;
    }

    /** The next sentence. */
    Read next(SentenceWords sentence) {
        Statement whole = Statement.of(text, sentence, profile);
        int label = label(sentence);
        if (label > 0 && is("empty-label", sentence.words().subList(0, label))) {
            reached = -1;
            SentenceWords rest = behind(sentence, label);
            return new Read(rest, Statement.of(text, rest, profile), false);
        }
        if (label > 0 && is("label", sentence.words().subList(0, label))) {
            reached = whole.end();
            return labelled(sentence, whole, behind(sentence, label));
        }
        if (type != null && goesOn(sentence, whole)) {
            reached = whole.end();
            return new Read(sentence, whole.as(type), true);
        }
        reached = -1;
        return new Read(sentence, whole, false);
    }

    private Read labelled(SentenceWords sentence, Statement whole, SentenceWords rest) {
        Statement said = Statement.of(text, rest, profile);
        List<AnchorType> types = whole.types(true, false);
        type = types.contains(AnchorType.CONSTRAINT)
                ? AnchorType.CONSTRAINT
                : types.contains(AnchorType.PREFERENCE) ? AnchorType.PREFERENCE : null;
        boolean spare = type != null
                && said.types(true, false).contains(type)
                && rest.words().size() >= SAYS_ENOUGH;
        return spare ? new Read(rest, said, true) : new Read(sentence, whole, true);
    }

    /** Whether a sentence goes on with what the label stands for: on the same line, and neither a question nor about who speaks. */
    private boolean goesOn(SentenceWords sentence, Statement said) {
        return reached >= 0
                && said.start() >= reached
                && text.substring(reached, said.start()).chars().allMatch(c -> c == ' ' || c == '.')
                && !said.question()
                && !sentence.aside()
                && sentence.words().stream().noneMatch(word -> profile.isFirstPerson(word.lower()));
    }

    /** The words of the label in front, 0 if there is none or nothing behind it. */
    private static int label(SentenceWords sentence) {
        List<Word> words = sentence.words();
        for (int i = 0; i < LONGEST && i < words.size() - 1; i++) {
            if (words.get(i).after() == ':') {
                return i + 1;
            }
            if (words.get(i).after() != 0) {
                return 0;
            }
        }
        return 0;
    }

    /** Whether words in front of a colon are a label, and not somebody who speaks of one: "Ida: I have one rule: …". */
    private boolean is(String cue, List<Word> label) {
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        List<String> words = new ArrayList<>();
        for (Word word : label) {
            if (language.isUnspaced()) {
                word.lower().codePoints().forEach(c -> words.add(Character.toString(c)));
            } else {
                words.add(word.lower());
            }
        }
        words.add(language.isUnspaced() ? "：" : ":");
        return language.cues().holds(language.cues().cuesIn(words), cue);
    }

    private static SentenceWords behind(SentenceWords sentence, int label) {
        List<Word> rest =
                new ArrayList<>(sentence.words().subList(label, sentence.words().size()));
        rest.set(0, rest.get(0).opening());
        return new SentenceWords(rest, sentence.end(), sentence.aside());
    }
}
