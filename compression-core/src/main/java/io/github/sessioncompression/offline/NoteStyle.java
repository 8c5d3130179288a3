package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.List;
import java.util.Locale;

/**
 * Writes clauses the way a note-taker does: no leading "and", no "I", no articles, no fillers.
 *
 * <p>What was already a note (the previous state), and what tools were called for, is written word for word, a part of it without what tied it to the rest.
 */
final class NoteStyle {
    private NoteStyle() {}

    /** The words from {@code from} to before {@code to} as a note; empty if nothing is left. */
    static String write(Sentence sentence, int from, int to) {
        boolean verbatim = sentence.utterance.origin() == Utterance.Origin.STATE
                || sentence.utterance.speaker().equals(Trail.LABEL);
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        StringBuilder note = new StringBuilder();
        boolean head = !sentence.aside && (!verbatim || from > 0);
        char pending = 0;
        for (int i = head ? start(sentence, from, to) : from; i < to; i++) {
            Word word = words.get(i);
            if (!verbatim && !isHeld(sentence, i, from, to) && isDropped(profile, word)) {
                pending = note.length() > 0 && word.after() == ',' ? ',' : pending;
                continue;
            }
            if (head && profile.isSubject(word.lower()) && i < to - 1) {
                continue;
            }
            String text = verbatim ? word.surface() : plain(word, profile);
            text = head ? profile.atHead(word.lower(), text) : text;
            append(note, pending, text);
            head = false;
            pending = inside(word.after());
        }
        if (note.length() > 0 && sentence.question) {
            note.append('?');
        }
        return note.length() > 0 && sentence.aside ? "[" + note + "]" : note.toString();
    }

    private static int start(Sentence sentence, int from, int to) {
        List<Word> words = sentence.words;
        LanguageProfile profile = sentence.profile;
        int at = from;
        while (at < to - 1 && profile.isJoiner(words.get(at).lower())) {
            at++;
        }
        return at;
    }

    /** Whether a filler says something where it stands: behind a negation, or, articles apart, before what it limits. */
    private static boolean isHeld(Sentence sentence, int i, int from, int to) {
        LanguageProfile profile = sentence.profile;
        if (i > from && profile.isNegation(sentence.words.get(i - 1).lower())) {
            return true;
        }
        if (i + 1 >= to || profile.isDeterminer(sentence.words.get(i).lower())) {
            return false;
        }
        Word next = sentence.words.get(i + 1);
        return next.isAtom() || profile.isNegation(next.lower()) || profile.isComparison(next.lower());
    }

    private static boolean isDropped(LanguageProfile profile, Word word) {
        boolean label = word.surface().length() == 1
                && Character.isUpperCase(word.surface().charAt(0))
                && !word.opensSentence();
        return profile.isDropped(word.lower()) && !label;
    }

    /** Without the capital that only says "a sentence starts here". */
    private static String plain(Word word, LanguageProfile profile) {
        String surface = word.surface();
        boolean known = profile.isStop(word.lower()) || profile.isLight(word.lower());
        return word.opensSentence() && known && surface.length() > 1 && !word.isProper()
                ? surface.toLowerCase(Locale.ROOT)
                : surface;
    }

    private static char inside(char after) {
        return switch (after) {
            case ',', ';', '-' -> ',';
            case ':' -> ':';
            default -> 0;
        };
    }

    private static void append(StringBuilder note, char pending, String text) {
        if (note.length() > 0) {
            boolean unspaced = isUnspaced(note.charAt(note.length() - 1)) && isUnspaced(text.charAt(0));
            if (pending != 0) {
                note.append(unspaced ? '，' : pending);
            }
            if (!unspaced) {
                note.append(' ');
            }
        }
        note.append(text);
    }

    private static boolean isUnspaced(char c) {
        return Character.isIdeographic(c)
                || Character.UnicodeScript.of(c) == Character.UnicodeScript.HIRAGANA
                || Character.UnicodeScript.of(c) == Character.UnicodeScript.KATAKANA;
    }
}
