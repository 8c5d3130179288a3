package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a label in front of a sentence makes of it and of what follows on the line: "Rule: only Python. No calls to the network."
 *
 * <p>A label goes where the sentence says the same without it: "Rule: never call me", "Note: the key is red". Not thread-safe; reads the
 * sentences of one text in their order.
 */
public final class Labelled {
    /** Words of a label. */
    private static final int LONGEST = 3;
    /** Characters of one. */
    private static final int MOST_CHARACTERS = 48;
    /** What may stand around the words of a heading. */
    private static final String MARKS_OF_HEADINGS = "#* ";
    /** Words behind a label that needs none. */
    private static final int SAYS_ENOUGH = 3;

    private final String text;
    private final LanguageProfile profile;
    /** What the label of the line makes of its sentences. */
    private @Nullable AnchorType type;
    /** Where the sentence ended to which the label of the line reached. */
    private int reached = -1;
    /** The label of the line, if it is left in front; empty if there is none. */
    private String label = "";
    /** The line of a few words under which what follows stands; empty if there is none. */
    private String heading = "";
    /** Which labels stand in the text more than once. */
    private final Map<String, Boolean> repeated = new HashMap<>();

    /**
     * A sentence as its label leaves it.
     *
     * @param words its words, those of a label that says nothing of its own left out
     * @param statement what it is
     * @param labelled whether a label stands in front of it that says how much it matters
     * @param label that label if it is left in front of it or of its line, with the heading over it if the text has the label more than once; else empty
     * @param front how many of the words are the label's
     */
    public record Read(SentenceWords words, Statement statement, boolean labelled, String label, int front) {
        /** A sentence without a label. */
        public static Read plain(SentenceWords words, Statement statement) {
            return new Read(words, statement, false, "", 0);
        }
    }

    public Labelled(String text, LanguageProfile profile) {
        this.text = text;
        this.profile = profile;
    }

    /** The next sentence. */
    public Read next(SentenceWords sentence) {
        Statement whole = Statement.of(text, sentence, profile);
        int front = front(sentence);
        if (front > 0 && is("empty-label", sentence.words().subList(0, front))) {
            reached = -1;
            SentenceWords rest = behind(sentence, front);
            return Read.plain(rest, Statement.of(text, rest, profile));
        }
        if (front > 0 && is("label", sentence.words().subList(0, front))) {
            reached = whole.end();
            return labelled(sentence, whole, front);
        }
        if (goesOn(sentence, whole)) {
            reached = whole.end();
            return new Read(sentence, type == null ? whole : whole.as(type), type != null, label, 0);
        }
        reached = -1;
        if (front == 0 && isHeading(sentence)) {
            List<Word> words = sentence.words();
            heading = text.substring(
                    words.get(0).start(), words.get(words.size() - 1).end());
        }
        return Read.plain(sentence, whole);
    }

    /** Whether it is a line of a few words without a mark: "Kitchen". */
    private boolean isHeading(SentenceWords sentence) {
        List<Word> words = sentence.words();
        Word last = words.get(words.size() - 1);
        int start = words.get(0).start();
        while (start > 0 && MARKS_OF_HEADINGS.indexOf(text.charAt(start - 1)) >= 0) {
            start--;
        }
        int end = last.end();
        while (end < text.length() && MARKS_OF_HEADINGS.indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return words.size() <= LONGEST
                && !sentence.aside()
                && (start == 0 || text.charAt(start - 1) == '\n')
                && end < text.length()
                && text.charAt(end) == '\n'
                && words.stream().noneMatch(word -> word.isAtom() || word.after() != 0 || isCourteous(word));
    }

    private boolean isCourteous(Word word) {
        return profile.use(word).isCourtesy() || profile.use(word).isYes();
    }

    /** Whether a label says of what it is only under the heading that stands over it, since it stands elsewhere, too. */
    private boolean isUnderHeading(String label) {
        return !heading.isEmpty()
                && repeated.computeIfAbsent(
                        label,
                        each -> text.indexOf(each + ':') < text.lastIndexOf(each + ':')
                                || text.indexOf(each + " :") < text.lastIndexOf(each + " :"));
    }

    private Read labelled(SentenceWords sentence, Statement whole, int front) {
        SentenceWords rest = behind(sentence, front);
        Statement said = Statement.of(text, rest, profile);
        List<AnchorType> types = whole.types(true, false);
        type = types.contains(AnchorType.CONSTRAINT)
                ? AnchorType.CONSTRAINT
                : types.contains(AnchorType.PREFERENCE) ? AnchorType.PREFERENCE : null;
        List<Word> words = sentence.words();
        String own = text.substring(words.get(0).start(), words.get(front - 1).end());
        boolean under = isUnderHeading(own);
        boolean spare = !under
                && type != null
                && said.types(true, false).contains(type)
                && rest.words().size() >= SAYS_ENOUGH;
        label = spare ? "" : under ? heading + ' ' + own : own;
        return spare ? new Read(rest, said, true, "", 0) : new Read(sentence, whole, true, label, front);
    }

    /** Whether a sentence goes on with what the label stands for: on the same line, and neither a question nor about who speaks. */
    private boolean goesOn(SentenceWords sentence, Statement said) {
        return reached >= 0
                && said.start() >= reached
                && text.substring(reached, said.start()).chars().allMatch(c -> c == ' ' || c == '.')
                && !said.question()
                && !sentence.aside()
                && sentence.words().stream().noneMatch(word -> profile.use(word).isFirstPerson());
    }

    /** The words of the label in front, 0 if there is none or nothing behind it. */
    private static int front(SentenceWords sentence) {
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
        return is(cue, label.stream().map(Word::lower).toList(), AnchorLanguage.of(profile.code()));
    }

    private static boolean is(String cue, List<String> label, AnchorLanguage language) {
        List<String> words = new ArrayList<>();
        for (String word : label) {
            if (language.isUnspaced()) {
                word.codePoints().forEach(c -> words.add(Character.toString(c)));
            } else {
                words.add(word);
            }
        }
        words.add(language.isUnspaced() ? "：" : ":");
        return language.cues().holds(language.cues().cuesIn(words), cue);
    }

    /** The label in front of a note, whatever its language, without the colon; empty if there is none. */
    public static String inFront(String note) {
        int colon = note.indexOf(": ");
        if (colon <= 0 || colon > MOST_CHARACTERS) {
            return "";
        }
        String label = note.substring(0, colon);
        List<String> words = List.of(label.toLowerCase(Locale.ROOT).split(" ", -1));
        boolean is = words.size() <= LONGEST
                && AnchorLanguage.all().stream().anyMatch(language -> is("label", words, language));
        return is ? label : "";
    }

    private static SentenceWords behind(SentenceWords sentence, int label) {
        List<Word> rest =
                new ArrayList<>(sentence.words().subList(label, sentence.words().size()));
        rest.set(0, rest.get(0).opening());
        return new SentenceWords(rest, sentence.end(), sentence.aside());
    }
}
