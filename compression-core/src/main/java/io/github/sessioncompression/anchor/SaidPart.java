package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Stems;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A clause's words without those that deny, and whether there were any. Immutable.
 *
 * @param words its words in small letters; of a script without spaces its characters
 * @param polarity whether it says that something is so
 * @param orders whether it begins with a denial: "don't book it"
 */
public record SaidPart(List<String> words, Polarity polarity, boolean orders) {
    /** Languages in which a second "not" strengthens the first. */
    private static final Set<String> CONCORD = Set.of("fr", "es", "it", "pt", "ru");

    private static final Set<String> PERSON_BY_T = Set.of("de", "nl");
    private static final int SHORTEST_VERB = 5;

    /** Words of what goes on with the part before: "and fish". */
    private static final int GOES_ON = 2;
    /** Characters of a denial where words are not parted. */
    private static final int LONGEST_DENIAL = 4;

    /** Whether something is so, is not so, or neither is said for certain. */
    public enum Polarity {
        YES,
        NO,
        OPEN
    }

    /** The parts of a sentence that consists of these clauses. */
    static List<SaidPart> of(List<TalkClause> clauses, AnchorLanguage language, LanguageProfile profile) {
        List<SaidPart> parts = new ArrayList<>();
        boolean goesOn = false;
        for (TalkClause clause : clauses) {
            List<SaidPart> own = language.isUnspaced()
                    ? List.of(unspaced(clause.words(), language))
                    : spaced(clause.words(), language, profile);
            for (SaidPart part : own) {
                // "I eat no meat, fish or eggs": nothing in the clause says whether it is denied.
                boolean unclear = part.polarity() == Polarity.YES && clause.denies() && goesOn;
                parts.add(unclear ? part.open() : part);
                goesOn = !part.words().isEmpty();
            }
        }
        return parts;
    }

    /** The parts of a clause between its "and", of which a later one of a word or two goes on with the one before. */
    private static List<SaidPart> spaced(List<String> words, AnchorLanguage language, LanguageProfile profile) {
        List<SaidPart> parts = new ArrayList<>(1);
        int from = 0;
        for (int i = 1; i <= words.size(); i++) {
            if (i == words.size() || language.has("and", words.get(i))) {
                SaidPart part = part(words.subList(from, i), language, profile);
                boolean whole = parts.isEmpty() || part.words().size() > GOES_ON;
                parts.add(whole ? part : part.open());
                from = i + 1;
            }
        }
        return parts;
    }

    private static SaidPart part(List<String> words, AnchorLanguage language, LanguageProfile profile) {
        List<String> rest = new ArrayList<>(words.size());
        int denials = 0;
        boolean orders = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean not = word.endsWith("n't") || word.equals("cannot");
            boolean denies = not || (profile.use(word).isNegation() && !language.has("bare", word));
            denials += denies ? 1 : 0;
            orders |= denies && i == 0 && (not || language.has("deny", word));
            if (not) {
                rest.add(withoutNot(word));
            } else if (!denies && !language.has("contrast", word)) {
                rest.add(PERSON_BY_T.contains(language.code()) ? withoutPerson(word) : word);
            }
        }
        boolean open = denials > 1 && !CONCORD.contains(language.code());
        return new SaidPart(rest, open ? Polarity.OPEN : denials > 0 ? Polarity.NO : Polarity.YES, orders);
    }

    /** "He smokes" as "I smoke": a verb's form for others than the speaker ends with "t". */
    private static String withoutPerson(String word) {
        boolean may = word.length() >= SHORTEST_VERB && word.endsWith("t");
        return may ? word.substring(0, word.length() - 1) : word;
    }

    /** A clause as one part. */
    static SaidPart whole(List<String> words, AnchorLanguage language, LanguageProfile profile) {
        return language.isUnspaced() ? unspaced(words, language) : part(words, language, profile);
    }

    static String withoutNot(String word) {
        return switch (word) {
            case "can't", "cannot" -> "can";
            case "won't" -> "will";
            case "shan't" -> "shall";
            default -> word.substring(0, word.length() - 3);
        };
    }

    private static SaidPart unspaced(List<String> words, AnchorLanguage language) {
        List<String> rest = new ArrayList<>(words.size());
        int denials = 0;
        boolean orders = false;
        int at = 0;
        while (at < words.size()) {
            int denial = denialAt(words, at, language);
            if (denial == 0) {
                rest.add(words.get(at));
            } else {
                denials++;
                orders |= at == 0;
            }
            at += Math.max(1, denial);
        }
        return new SaidPart(rest, denials > 1 ? Polarity.OPEN : denials == 1 ? Polarity.NO : Polarity.YES, orders);
    }

    /** How many characters from there on deny, 0 if none do. */
    private static int denialAt(List<String> words, int at, AnchorLanguage language) {
        StringBuilder run = new StringBuilder();
        int longest = 0;
        for (int i = at; i < Math.min(words.size(), at + LONGEST_DENIAL); i++) {
            run.append(words.get(i));
            longest = language.list("deny").contains(run.toString()) ? i + 1 - at : longest;
        }
        return longest;
    }

    /**
     * Its words of content.
     *
     * @param idle the list of words that are none
     * @param stems the language's
     */
    public Set<String> matter(AnchorLanguage language, String idle, Stems stems) {
        Set<String> matter = MatterWords.of(words, language, idle, stems);
        matter.remove(MatterWords.TOWARD);
        return matter;
    }

    private SaidPart open() {
        return new SaidPart(words, Polarity.OPEN, orders);
    }
}
