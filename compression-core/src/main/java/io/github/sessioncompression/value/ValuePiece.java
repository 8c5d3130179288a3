package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.anchor.WordAmount;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * A word of a sentence, or the words of a value in it. Immutable.
 *
 * @param surface as it is written
 * @param kind the kind of the value, such that only two of one kind can take each other's place; empty for a word
 * @param keys the value in any spelling; none for a word
 * @param after the mark behind it, 0 for none
 * @param at the place of its first word
 */
record ValuePiece(String surface, String lower, String kind, List<String> keys, char after, int at) {
    private static final String WEEKDAY = "weekday";

    private static final int LONGEST_ARTICLE = 5;
    private static final int SHORTEST_BEHIND = 3;

    boolean isValue() {
        return !kind.isEmpty();
    }

    /** In lower case, without the ending of a possessor. */
    String bare() {
        String plain = lower.indexOf('’') >= 0 ? lower.replace('’', '\'') : lower;
        return plain.endsWith("'s") ? plain.substring(0, plain.length() - 2) : plain;
    }

    /** A word in lower case without the article in front of it: "dell'appartamento". */
    static String withoutArticle(String lower) {
        int mark = Math.max(lower.indexOf('\''), lower.indexOf('’'));
        boolean article = mark > 0 && mark <= LONGEST_ARTICLE && lower.length() - mark > SHORTEST_BEHIND;
        return article ? lower.substring(mark + 1) : lower;
    }

    /** Whether it is a value of one word that no digit tells. */
    boolean isLone() {
        return kind.equals(LoneValue.MONTH)
                || (kind.equals(LoneValue.NAME) && Letters.all(surface, Character::isLetter));
    }

    boolean isCapitals() {
        return surface.length() > 1 && Letters.all(surface, Character::isUpperCase);
    }

    /**
     * The pieces of a sentence whose values are among {@code atoms}.
     *
     * @param names the places of words that are names
     */
    static List<ValuePiece> of(List<Atom> atoms, List<Word> words, LanguageProfile profile, BitSet names) {
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        List<ValuePiece> pieces = new ArrayList<>(words.size());
        int next = 0;
        int at = 0;
        while (at < words.size()) {
            Word word = words.get(at);
            int start = word.start();
            int end = word.end();
            while (next < atoms.size() && atoms.get(next).end() <= start) {
                next++;
            }
            boolean value = next < atoms.size()
                    && atoms.get(next).start() < end
                    && (atoms.get(next).start() <= start + 1
                            || isBehindArticle(word, atoms.get(next).start() - start));
            WordAmount amount = value ? null : WordAmount.at(words, at, language);
            int to = at + 1;
            ValuePiece piece;
            if (amount != null && !amount.isNone()) {
                to = amount.to();
                piece = new ValuePiece(
                        word.surface(),
                        word.lower(),
                        "amount",
                        List.of("n" + amount.number()),
                        words.get(to - 1).after(),
                        at);
            } else if (value) {
                Atom atom = atoms.get(next);
                while (to < words.size() && words.get(to).start() < atom.end()) {
                    to++;
                }
                List<String> keys = AtomKeys.of(atom.type(), atom.text(), language);
                piece = new ValuePiece(
                        atom.text(),
                        word.lower(),
                        kind(atom),
                        keys,
                        words.get(to - 1).after(),
                        at);
            } else {
                to = Math.max(at + 1, nameEnd(words, at, profile));
                piece = to > at + 1
                        ? name(words, at, to)
                        : word(word, at, kind(words, at, language, profile, names.get(at)), language);
            }
            pieces.add(piece);
            at = to;
        }
        return pieces;
    }

    /** Whether what starts there in a word stands behind an article: "all'11". */
    private static boolean isBehindArticle(Word word, int at) {
        return at <= LONGEST_ARTICLE && "'’".indexOf(word.surface().charAt(at - 1)) >= 0;
    }

    private static ValuePiece name(List<Word> words, int at, int to) {
        StringBuilder name = new StringBuilder();
        words.subList(at, to).forEach(part -> name.append(part.surface()).append(' '));
        String key = AtomKeys.folded(name.toString());
        return new ValuePiece(
                name.toString().strip(),
                key,
                LoneValue.NAME,
                List.of(key),
                words.get(to - 1).after(),
                at);
    }

    private static ValuePiece word(Word word, int at, String kind, AnchorLanguage language) {
        List<String> keys = kind.isEmpty()
                ? List.of()
                : kind.equals(WEEKDAY)
                        ? List.of(Stems.of(language.code()).stem(word.lower()))
                        : LoneValue.keys(word, kind, language);
        return new ValuePiece(word.surface(), word.lower(), kind, keys, word.after(), at);
    }

    /** The kind of a word that is a value of its own. */
    private static String kind(
            List<Word> words, int at, AnchorLanguage language, LanguageProfile profile, boolean named) {
        if (language.has(WEEKDAY, words.get(at).lower())) {
            return WEEKDAY;
        }
        String alone = LoneValue.kind(words, at, language, profile);
        return alone.isEmpty() && named ? LoneValue.NAME : alone;
    }

    /** Behind the words of a name that starts there, at least two; else not behind the second. */
    private static int nameEnd(List<Word> words, int at, LanguageProfile profile) {
        int to = at;
        while (to < words.size()
                && isOfName(words.get(to), profile)
                && (to == at || words.get(to - 1).after() == 0)) {
            to++;
        }
        return at > 0 ? to : at;
    }

    private static boolean isOfName(Word word, LanguageProfile profile) {
        String surface = word.surface();
        return surface.length() > 1
                && !word.opensSentence()
                && Character.isUpperCase(surface.charAt(0))
                && Letters.all(surface, 1, Character::isLowerCase)
                && !profile.use(word).isStop()
                && !profile.use(word).isTime();
    }

    /** The kind of a value. */
    static String kind(Atom atom) {
        return switch (atom.type()) {
            case NUMBER -> number(atom);
            case ID, CODE -> "code";
            default -> atom.type().name().toLowerCase(Locale.ROOT);
        };
    }

    /** A number without a unit may be a code. */
    private static String number(Atom atom) {
        StringBuilder unit = new StringBuilder();
        atom.text()
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(c -> !Character.isDigit(c) && !Character.isWhitespace(c) && ".,:+-−–'’".indexOf(c) < 0)
                .forEach(unit::appendCodePoint);
        return unit.isEmpty() ? "code" : "number " + unit;
    }
}
