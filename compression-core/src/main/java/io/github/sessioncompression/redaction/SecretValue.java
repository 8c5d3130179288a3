package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.text.Letters;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A part of a text that stands where a secret may be given, without what encloses it, and whether it is one by how it is written. */
final class SecretValue {
    /** How the value is tied to the word that names it, the surest first. */
    enum Tie {
        /** {@code "password": "x"} */
        QUOTED,
        /** {@code DB_PASSWORD=x} */
        SET,
        /** {@code password: x} */
        MARKED,
        /** The password is x. */
        SAID,
        /** The password x. */
        BESIDE
    }

    private static final int SHORTEST = 4;
    private static final int SHORTEST_TOKEN = 6;
    private static final int LONGEST_PIN = 8;
    private static final int LONGEST_CODED = 512;
    private static final int SHORTEST_BESIDE = 6;
    private static final int SHORTEST_TOKEN_BESIDE = 10;

    private final String text;
    private final SecretText way;
    private final int from;
    private final int to;
    private final int length;
    /** Which kinds of characters it has. */
    private final int kinds;

    SecretValue(String text, SecretText way, int from, int to) {
        this.text = text;
        this.way = way;
        this.from = from;
        this.to = to;
        this.length = to - from;
        this.kinds = way.kinds(from, to);
    }

    /** Whether this is what a name of that kind names. */
    boolean is(Kind kind, Tie tie) {
        if (kind == Kind.CARD) {
            return length >= SHORTEST - 1 && length <= SHORTEST && isNumber();
        }
        if (length < SHORTEST || isPlaceholder() || isExpression()) {
            return false;
        }
        boolean odd = isMixed() || isOdd();
        return switch (kind) {
            case PASSWORD -> isPassword(tie, odd);
            case PASS ->
                isPassword(tie, odd)
                        && (odd
                                || tie.compareTo(Tie.SET) <= 0
                                || (isNumber() && tie != Tie.BESIDE && length > SHORTEST));
            case PIN, CODE -> isPin(tie);
            case AUTH -> isUserAndPassword();
            default -> isToken(tie, odd);
        };
    }

    private boolean isPassword(Tie tie, boolean odd) {
        return switch (tie) {
            case QUOTED, SET -> true;
            case MARKED -> odd || isNumber() || hasSpace() || isWord();
            case SAID -> odd || isNumber();
            case BESIDE -> odd && length >= SHORTEST_BESIDE;
        };
    }

    private boolean isPin(Tie tie) {
        boolean given = tie.compareTo(Tie.MARKED) <= 0 && !way.has(SecretMarks.NO_DIGIT, from, from + SHORTEST - 1);
        char first = text.charAt(from);
        boolean parted = first != '-' && has(SecretMarks.DASH);
        boolean code = given || (isMixed() && (Character.isDigit(first) || parted));
        boolean keyed = text.charAt(to - 1) == '#' && !way.has(SecretMarks.NO_DIGIT, from, to - 1);
        return ((isNumber() || keyed) && length <= LONGEST_PIN) || (code && tie != Tie.BESIDE);
    }

    private boolean isToken(Tie tie, boolean odd) {
        boolean joined = length >= SHORTEST_TOKEN_BESIDE && has(SecretMarks.JOINT);
        return switch (tie) {
            case SET -> length >= SHORTEST_TOKEN && !isNumber();
            case QUOTED -> !hasSpace() && length >= SHORTEST_TOKEN && (odd || joined || isManyCased());
            case MARKED -> !hasSpace() && length >= SHORTEST_TOKEN && odd;
            case SAID -> isMixed() && length >= SHORTEST_TOKEN;
            case BESIDE -> isMixed() && length >= SHORTEST_TOKEN_BESIDE;
        };
    }

    /** Whether it is a user's name and a password with a colon between them, coded as headers have them. */
    private boolean isUserAndPassword() {
        if (length % 4 != 0 || length > LONGEST_CODED) {
            return false;
        }
        String coded = text.substring(from, to);
        int bare = length - (coded.endsWith("==") ? 2 : coded.endsWith("=") ? 1 : 0);
        if (!coded.chars()
                .limit(bare)
                .allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || c == '+' || c == '/'))) {
            return false;
        }
        String decoded = new String(Base64.getDecoder().decode(coded), StandardCharsets.UTF_8);
        return decoded.indexOf(':') > 0 && decoded.chars().noneMatch(Character::isISOControl);
    }

    private boolean has(int kind) {
        return (kinds & kind) != 0;
    }

    private boolean hasSpace() {
        return has(SecretMarks.SPACE);
    }

    /** One word, as it is said. */
    private boolean isWord() {
        return !has(SecretMarks.NO_WORD);
    }

    /** Capitals and small letters in turn, and long. */
    private boolean isManyCased() {
        int turns = 0;
        for (int i = from + 1; i < to && turns < 3; i++) {
            turns += Character.isUpperCase(text.charAt(i)) && !Character.isUpperCase(text.charAt(i - 1)) ? 1 : 0;
        }
        return length > SHORTEST_TOKEN_BESIDE && turns >= 3;
    }

    /** Whether it has nothing but digits. */
    boolean isNumber() {
        return !has(SecretMarks.NO_DIGIT);
    }

    /** Whether it has nothing but letters. */
    boolean isLetters() {
        return !has(SecretMarks.NO_LETTER)
                || (has(SecretMarks.SURROGATE) && Letters.all(text.substring(from, to), Character::isLetter));
    }

    /** Whether letters and digits stand together in it, and it is no number with its unit and no address. */
    boolean isMixed() {
        return has(SecretMarks.LETTER) && has(SecretMarks.DIGIT) && !isMeasure() && !isAddress();
    }

    private boolean isMeasure() {
        int at = way.first(SecretMarks.NO_MEASURE, from, to);
        int unit = at < to && text.charAt(at) == '-' ? at + 1 : at;
        return at > from && !way.has(SecretMarks.NO_LETTER, unit, to);
    }

    private boolean isAddress() {
        if (has(SecretMarks.SLASHES) && way.has(SecretMarks.SLASHES, from + 2, to)) {
            return true;
        }
        if (!has(SecretMarks.AT_SIGN)) {
            return false;
        }
        int at = way.first(SecretMarks.AT_SIGN, from, to);
        return at > from
                && way.has(SecretMarks.DOT, at, to)
                && !way.has(SecretMarks.AT_SIGN, at + 1, to)
                && !way.has(SecretMarks.NO_MAILBOX, from, at);
    }

    private boolean isOdd() {
        return has(SecretMarks.LETTER)
                && has(SecretMarks.ODD)
                && way.has(SecretMarks.ODD, from + 1, to - 1)
                && !isAddress();
    }

    private boolean isPlaceholder() {
        char first = text.charAt(from);
        boolean filled = "$<*{[%|>&".indexOf(first) >= 0
                || text.startsWith("...", from)
                || (first == '!' && Character.isLetter(text.charAt(from + 1)) && hasSpace());
        return filled || text.startsWith("your", from) || text.startsWith("YOUR", from) || isPlain();
    }

    /** Whether it is a word that says that there is none, or the name of a variable that holds it. */
    private boolean isPlain() {
        int end = to;
        while (end > from && !Character.isLetterOrDigit(text.charAt(end - 1))) {
            end--;
        }
        if (SecretNames.get().has("placeholder", way.listed(from, end))) {
            return true;
        }
        return !way.has(SecretMarks.NO_NAME, from, end)
                && SecretNames.get().kind(text.substring(from, end), end - from) != null;
    }

    /** Whether a program would compute it: a call, a field, a name of a variable. */
    boolean isExpression() {
        int at = way.first(SecretMarks.NO_FIELD, from, to);
        int field = way.kinds(from, at);
        boolean dotted = (field & SecretMarks.DOT) != 0;
        boolean digit = (field & SecretMarks.DIGIT) != 0;
        boolean called = at > from && at < to && "([".indexOf(text.charAt(at)) >= 0 && (dotted || !digit);
        return called || (dotted && !digit && at == to && Character.isLetter(text.charAt(at - 1)));
    }
}
