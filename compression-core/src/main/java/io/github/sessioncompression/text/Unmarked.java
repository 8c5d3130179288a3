package io.github.sessioncompression.text;

import java.util.List;

/**
 * Tells a question that lacks its mark, as people in a hurry write it: "how many of us are there".
 *
 * <p>It is short, nothing in it is denied, no mark ends or divides it, and it begins as only questions do in its language. In Chinese and Japanese it ends as
 * they do, be it with a full stop, or holds a word that asks and none that makes of it "whatever" or "nobody". Stateless.
 */
final class Unmarked {
    private static final int LONGEST = 12;
    private static final int LONGEST_INTERJECTION = 3;
    private static final int LEAST_BEFORE_TAG = 3;
    /** Words of one that ends with the word that asks: "the deposit how much". */
    private static final int LONGEST_ASKING_LAST = 4;
    /** Characters of one in a script without spaces. */
    private static final int LONGEST_UNSPACED = 16;

    /** Characters of what is typed in a hurry. */
    private static final int LONGEST_TEXT = 300;

    private static final String BULLETS = "-*•–+#>|";

    private Unmarked() {}

    /** Whether a text may be typed in a hurry: it is not long, and none of its lines is one of a list, a quotation or a table. */
    static boolean isTyped(String text) {
        if (text.length() > LONGEST_TEXT) {
            return false;
        }
        return text.lines().map(String::strip).noneMatch(line -> !line.isEmpty() && isListed(line));
    }

    private static boolean isListed(String line) {
        char second = line.length() > 1 ? line.charAt(1) : ' ';
        boolean labelled = Character.isLetterOrDigit(line.charAt(0)) && (second == '.' || second == ')');
        return labelled || BULLETS.indexOf(line.charAt(0)) >= 0;
    }

    /**
     * The sentence as it is meant: a question where it asks.
     *
     * @param typed whether it is of a text that may be typed in a hurry
     */
    static SentenceWords asMeant(SentenceWords sentence, LanguageProfile profile, boolean typed) {
        List<Word> words = sentence.words();
        if (sentence.end() != '.' || sentence.aside()) {
            return sentence;
        }
        boolean bare = typed && words.get(words.size() - 1).after() == 0;
        boolean asks = profile.isUnspaced()
                ? endsAsking(words, profile) || (bare && asksUnspaced(words, profile))
                : bare && asks(words, profile);
        return asks ? new SentenceWords(words, '?', false) : sentence;
    }

    /** Whether its last letters ask, so that a full stop behind them is as good as a mark: "よろしいでしょうか。". */
    private static boolean endsAsking(List<Word> words, LanguageProfile profile) {
        int last = words.size() - 1;
        return !words.get(last).quoted()
                && profile.endsWithCue("asks-by-end", words.get(last))
                && profile.cueLength("acknowledgement", words, last, words.size()) == 0;
    }

    private static boolean asks(List<Word> words, LanguageProfile profile) {
        int from = 0;
        int lead = lead(words, from, profile);
        while (lead > 0) {
            from += lead;
            lead = lead(words, from, profile);
        }
        if (profile.cueLength("asks-alone", words, from, words.size()) == words.size() - from) {
            return true;
        }
        String first = words.get(from).lower();
        if (words.size() == 1) {
            return profile.use(first).isAsking();
        }
        boolean leads = from < words.size() - 1
                && (profile.use(first).isPreposition() || profile.use(first).isGlue())
                && profile.use(words.get(from + 1)).isAsking();
        // "Until when", "de qué".
        from += leads ? 1 : 0;
        if (endsWithTag(words, profile)) {
            return true;
        }
        Word end = words.get(words.size() - 1);
        boolean asksLast = words.size() - from <= LONGEST_ASKING_LAST
                && profile.use(end).isAsking()
                && !profile.use(end).isConjunction()
                && words.stream().noneMatch(word -> profile.use(word).isFirstPerson());
        int opener = asksLast ? 1 : profile.cueLength("asks", words, from, words.size());
        if (opener == 0 || words.size() - from > LONGEST) {
            return false;
        }
        return words.subList(from, words.size()).stream()
                .noneMatch(word -> profile.use(word).isNegation() || word.after() != 0 || word.quoted());
    }

    /** The words of what may stand in front of what is asked, 0 for none. */
    private static int lead(List<Word> words, int at, LanguageProfile profile) {
        if (at >= words.size() - 1 || profile.cueLength("asks", words, at, words.size()) > 0) {
            return 0;
        }
        int phrase = Math.max(
                profile.cueLength("lead", words, at, words.size()),
                profile.cueLength("retraction", words, at, words.size()));
        return phrase > 0 && at + phrase < words.size()
                ? phrase
                : isLead(words.get(at).lower(), profile) ? 1 : 0;
    }

    private static boolean isLead(String word, LanguageProfile profile) {
        boolean leads = interjects(word, profile)
                || profile.use(word).isCourtesy()
                || profile.use(word).isJoiner()
                || profile.use(word).isYes();
        return leads && !profile.use(word).isGlue();
    }

    /** Whether a word is short and neither grammar nor a number, as "oh" is. */
    static boolean interjects(String word, LanguageProfile profile) {
        return word.length() <= LONGEST_INTERJECTION
                && !profile.use(word).isStop()
                && !Letters.any(word, Character::isDigit);
    }

    /** Whether a value is but asked to be confirmed: "the fee is 25 right". */
    private static boolean endsWithTag(List<Word> words, LanguageProfile profile) {
        int last = words.size() - 1;
        return last >= LEAST_BEFORE_TAG
                && last < LONGEST
                && profile.cueLength("tag", words, last, words.size()) > 0
                && !profile.use(words.get(last - 1)).isStop()
                && words.subList(0, last).stream().anyMatch(Word::isAtom)
                && words.subList(0, last).stream().allMatch(word -> word.after() == 0);
    }

    private static boolean asksUnspaced(List<Word> words, LanguageProfile profile) {
        Word last = words.get(words.size() - 1);
        String said = last.surface();
        if (last.quoted() || said.length() > LONGEST_UNSPACED) {
            return false;
        }
        boolean asks =
                profile.use(last).isAsking() && !profile.hasCue("no-asks", words, words.size() - 1, words.size());
        return asks || profile.endsWithCue("asks", last) || isOneOrNot(said);
    }

    /** Whether a word stands on both sides of a "not": "要不要". */
    private static boolean isOneOrNot(String said) {
        int not = said.indexOf('不', 1);
        return not > 0 && not + 1 < said.length() && said.charAt(not - 1) == said.charAt(not + 1);
    }
}
