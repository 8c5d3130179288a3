package io.github.sessioncompression.anchor;

import io.github.sessioncompression.anchor.SecretNames.Kind;
import io.github.sessioncompression.text.Letters;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/**
 * A text that stands where a secret may be given, and whether it is one by how it is written. Each test reads it once.
 *
 * @param text without what encloses it
 */
record SecretValue(String text) {
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
    /** Inside a word, marks that no word of a language has. */
    private static final String ODD = "!#$%&*+=^~?§";

    /** Whether this is what a name of that kind names. */
    boolean is(Kind kind, Tie tie) {
        if (kind == Kind.CARD) {
            return text.length() >= SHORTEST - 1 && text.length() <= SHORTEST && isNumber();
        }
        if (text.length() < SHORTEST || isPlaceholder() || isExpression()) {
            return false;
        }
        boolean odd = isMixed() || isOdd();
        return switch (kind) {
            case PASSWORD -> isPassword(tie, odd);
            case PASS ->
                isPassword(tie, odd)
                        && (odd
                                || tie.compareTo(Tie.SET) <= 0
                                || (isNumber() && tie != Tie.BESIDE && text.length() > SHORTEST));
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
            case BESIDE -> odd && text.length() >= SHORTEST_BESIDE;
        };
    }

    private boolean isPin(Tie tie) {
        boolean given =
                tie.compareTo(Tie.MARKED) <= 0 && Letters.all(text.substring(0, SHORTEST - 1), Character::isDigit);
        boolean code = given || (isMixed() && (Character.isDigit(text.charAt(0)) || text.indexOf('-') > 0));
        boolean keyed = text.endsWith("#") && Letters.all(text.substring(0, text.length() - 1), Character::isDigit);
        return ((isNumber() || keyed) && text.length() <= LONGEST_PIN) || (code && tie != Tie.BESIDE);
    }

    private boolean isToken(Tie tie, boolean odd) {
        boolean joined = text.length() >= SHORTEST_TOKEN_BESIDE && isJoined();
        return switch (tie) {
            case SET -> text.length() >= SHORTEST_TOKEN && !isNumber();
            case QUOTED -> !hasSpace() && text.length() >= SHORTEST_TOKEN && (odd || joined || isManyCased());
            case MARKED -> !hasSpace() && text.length() >= SHORTEST_TOKEN && odd;
            case SAID -> isMixed() && text.length() >= SHORTEST_TOKEN;
            case BESIDE -> isMixed() && text.length() >= SHORTEST_TOKEN_BESIDE;
        };
    }

    /** Whether it is a user's name and a password with a colon between them, coded as headers have them. */
    private boolean isUserAndPassword() {
        int bare = text.length() - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
        boolean coded = text.length() % 4 == 0
                && text.length() <= LONGEST_CODED
                && text.chars()
                        .limit(bare)
                        .allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || c == '+' || c == '/'));
        if (!coded) {
            return false;
        }
        String decoded = new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        return decoded.indexOf(':') > 0 && decoded.chars().noneMatch(Character::isISOControl);
    }

    private boolean hasSpace() {
        return text.indexOf(' ') >= 0;
    }

    /** One word, as it is said. */
    private boolean isWord() {
        return text.chars().allMatch(c -> Character.isLetter(c) || c == '-' || c == '_' || c == '.');
    }

    private boolean isJoined() {
        return text.chars().anyMatch(c -> c == '-' || c == '_' || c == '/');
    }

    /** Capitals and small letters in turn, and long. */
    private boolean isManyCased() {
        int turns = 0;
        for (int i = 1; i < text.length(); i++) {
            turns += Character.isUpperCase(text.charAt(i)) && !Character.isUpperCase(text.charAt(i - 1)) ? 1 : 0;
        }
        return text.length() > SHORTEST_TOKEN_BESIDE && turns >= 3;
    }

    private boolean isNumber() {
        return text.chars().allMatch(Character::isDigit);
    }

    /** Whether letters and digits stand together in it, and it is no number with its unit and no address. */
    boolean isMixed() {
        int letters = 0;
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            letters += Character.isLetter(text.charAt(i)) ? 1 : 0;
            digits += Character.isDigit(text.charAt(i)) ? 1 : 0;
        }
        return letters > 0 && digits > 0 && !isMeasure() && !isAddress();
    }

    private boolean isMeasure() {
        int at = 0;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || ".,".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        int unit = at < text.length() && text.charAt(at) == '-' ? at + 1 : at;
        boolean word = at > 0;
        for (int i = unit; i < text.length(); i++) {
            word &= Character.isLetter(text.charAt(i));
        }
        return word;
    }

    private boolean isAddress() {
        int at = text.indexOf('@');
        return (at > 0 && text.indexOf('.', at) > 0 && text.indexOf('@', at + 1) < 0 && isPlain(at))
                || text.contains("://");
    }

    private boolean isPlain(int end) {
        return text.chars().limit(end).allMatch(c -> Character.isLetterOrDigit(c) || "._+-".indexOf(c) >= 0);
    }

    private boolean isOdd() {
        boolean letter = false;
        boolean odd = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            letter |= Character.isLetter(c);
            odd |= i > 0 && i < text.length() - 1 && ODD.indexOf(c) >= 0;
        }
        return letter && odd && !isAddress();
    }

    private boolean isPlaceholder() {
        char first = text.charAt(0);
        boolean filled = "$<*{[%|>&".indexOf(first) >= 0
                || text.startsWith("...")
                || (first == '!' && Character.isLetter(text.charAt(1)) && text.indexOf(' ') > 0);
        return filled || text.startsWith("your") || text.startsWith("YOUR") || isPlain(text);
    }

    /** Whether it is a word that says that there is none, or the name of a variable that holds it. */
    private static boolean isPlain(String text) {
        int end = text.length();
        while (end > 0 && !Character.isLetterOrDigit(text.charAt(end - 1))) {
            end--;
        }
        String word = text.substring(0, end).toLowerCase(Locale.ROOT);
        boolean identifier = word.chars().allMatch(SecretValue::isNameChar);
        return SecretNames.get().has("placeholder", word)
                || (identifier && SecretNames.get().kind(text.substring(0, end), end) != null);
    }

    /** Whether a program would compute it: a call, a field, a name of a variable. */
    boolean isExpression() {
        int at = 0;
        boolean dotted = false;
        boolean digit = false;
        while (at < text.length() && isFieldChar(text.charAt(at))) {
            dotted |= text.charAt(at) == '.';
            digit |= Character.isDigit(text.charAt(at));
            at++;
        }
        boolean called = at > 0 && at < text.length() && "([".indexOf(text.charAt(at)) >= 0 && (dotted || !digit);
        boolean field = dotted && !digit && at == text.length() && Character.isLetter(text.charAt(at - 1));
        return called || field;
    }

    private static boolean isFieldChar(char c) {
        return isNameChar(c) || c == '.' || Character.isDigit(c);
    }

    private static boolean isNameChar(int c) {
        return c < 0x80 && (Character.isLetter(c) || c == '_');
    }
}
