package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a sentence that say nothing of the value beside them: who it is meant for, before a colon, "in case you book it: the room is 12", and what
 * bears it out, behind a comma, "the room is 12, as the invoice says".
 *
 * <p>A condition or somebody's word in such a part leaves no doubt; one in the same part as the value does: "if it rains, the room is 12", "Ben says
 * the room is 12". Stateless.
 */
public final class SaidAside {
    private static final String MARKS = "：:，,；;、";

    private SaidAside() {}

    /** Whether a sentence still gives a phrase of a kind without such parts. */
    public static boolean leaves(Statement statement, SentenceWords sentence, LanguageProfile profile, String cue) {
        AnchorLanguage language = statement.language();
        List<String> rest = language.isUnspaced()
                ? unspaced(statement.words(), language)
                : lower(without(language, sentence.words(), profile));
        return language.cues().holds(language.cues().cuesIn(rest), cue);
    }

    /** Whether it is said with doubt, and not only of others, "they moved it to Friday", or up to which value: "raised up to 5". */
    public static boolean doubts(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        AnchorLanguage language = statement.language();
        List<String> rest = new ArrayList<>();
        if (language.isUnspaced()) {
            String text = statement.text();
            for (String pronoun : language.list("undoubted")) {
                text = text.replace(pronoun, "");
            }
            text.codePoints().forEach(c -> rest.add(Character.toString(c)));
            return language.cues().holds(language.cues().cuesIn(rest), "doubt");
        }
        List<Word> words = without(language, sentence.words(), profile);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i).lower();
            boolean upTo = language.has("up-to", word)
                    && i + 1 < words.size()
                    && words.get(i + 1).isAtom();
            if (!profile.use(words.get(i)).isThirdPerson() && !upTo) {
                rest.add(word.replace('’', '\''));
            }
        }
        return language.cues().holds(language.cues().cuesIn(rest), "doubt");
    }

    /** The words of a sentence of a language with spaces without such parts. */
    public static List<Word> without(AnchorLanguage language, List<Word> words, LanguageProfile profile) {
        int from = 0;
        int to = words.size();
        boolean value = false;
        for (int i = 0; i < to; i++) {
            Word word = words.get(i);
            value |= word.isAtom() || profile.use(word).isTime();
            if (word.after() == ':' && !value && isForListener(language, words.subList(0, i + 1), profile)) {
                from = i + 1;
            }
            boolean bearsOut = value
                    && i + 1 < words.size()
                    && (word.after() == ',' || word.after() == '-')
                    && language.has("as-said", words.get(i + 1).lower())
                    && !hasValue(words, i + 1);
            to = bearsOut ? i + 1 : to;
        }
        return words.subList(from, to);
    }

    /** Whether words set the condition that the listener does something, and leave nothing else open: "if you write it down". */
    private static boolean isForListener(AnchorLanguage language, List<Word> words, LanguageProfile profile) {
        boolean listener = false;
        List<String> others = new ArrayList<>(words.size());
        for (Word word : words) {
            listener |= profile.use(word).isSecondPerson();
            if (!language.has("condition", word.lower())) {
                others.add(word.lower());
            }
        }
        return listener
                && others.size() < words.size()
                && !language.cues().holds(language.cues().cuesIn(others), "unsure");
    }

    private static List<String> lower(List<Word> words) {
        return words.stream().map(word -> word.lower().replace('’', '\'')).toList();
    }

    private static boolean hasValue(List<Word> words, int from) {
        return words.subList(from, words.size()).stream().anyMatch(Word::isAtom);
    }

    private static List<String> unspaced(List<String> words, AnchorLanguage language) {
        int to = words.size();
        int part = 0;
        boolean said = false;
        for (int i = 0; i <= words.size(); i++) {
            boolean mark = i == words.size() || MARKS.contains(words.get(i));
            if (!mark) {
                continue;
            }
            String text = String.join("", words.subList(part, i));
            boolean value = text.chars().anyMatch(Character::isDigit);
            boolean bearsOut =
                    said && !value && language.list("as-said").stream().anyMatch(text::startsWith);
            to = bearsOut ? Math.min(to, part) : to;
            said |= value;
            part = i + 1;
        }
        return words.subList(0, to);
    }
}
