package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sentence and what its phrases make of it.
 *
 * @param text the sentence as it was said
 * @param start its first character in the message
 * @param end behind its last
 * @param words its words in small letters; of a script without spaces its characters
 * @param question whether it asks
 * @param cues what its phrases are
 * @param concrete whether it speaks of something: "never again" does not
 * @param label what the label of its line says that it is, too; {@code null} if there is none
 * @param lists the keys of the language's lists in which one of its words is
 */
public record Statement(
        String text,
        int start,
        int end,
        List<String> words,
        boolean question,
        long cues,
        boolean concrete,
        @Nullable AnchorType label,
        AnchorLanguage language,
        Set<String> lists) {
    private static final int SHORTEST_QUESTION = 3;
    private static final int SHORTEST_UNSPACED = 5;
    private static final int ENOUGH_CONTENT = 2;
    /** Fewer words in quotation marks are a name or a title. */
    private static final int SHORTEST_SPEECH = 4;

    private static final int SHORTEST_WIDE_SPEECH = 8;
    private static final String OPENING_QUOTES = "“„«「『\"";
    private static final String CLOSING_QUOTES = "””»」』\"";
    private static final Set<AnchorType> BY_CUE = EnumSet.of(
            AnchorType.COMMITMENT,
            AnchorType.DECISION,
            AnchorType.CONSTRAINT,
            AnchorType.PREFERENCE,
            AnchorType.CORRECTION,
            AnchorType.ERROR,
            AnchorType.FIX);

    /** Of a sentence of a message, whether it speaks of something included. */
    public static Statement of(String message, SentenceWords sentence, LanguageProfile profile) {
        return of(message, sentence, AnchorLanguage.of(profile.code()), isConcrete(sentence.words(), profile));
    }

    /** Of a note, which may say "prefers tea" or "prefer tea" where the speaker said "I prefer tea". */
    static Statement ofNote(String note, SentenceWords sentence, LanguageProfile profile) {
        Statement said = of(note, sentence, profile);
        AnchorLanguage language = said.language;
        if (said.words.stream().anyMatch(word -> profile.use(word).isFirstPerson())) {
            return said;
        }
        List<String> words = new ArrayList<>(language.list("subject"));
        words.addAll(said.words);
        long cues = said.cues | language.cues().cuesIn(words);
        return new Statement(
                said.text, said.start, said.end, words, said.question, cues, said.concrete, null, language, said.lists);
    }

    /** Where only the place or the orders of a sentence are asked for. */
    public static Statement of(String message, SentenceWords sentence, AnchorLanguage language) {
        return of(message, sentence, language, true);
    }

    private static Statement of(String message, SentenceWords sentence, AnchorLanguage language, boolean concrete) {
        List<Word> of = sentence.words();
        int start = of.get(0).start();
        int end = of.get(of.size() - 1).end();
        boolean asks = sentence.end() == '?';
        while (end < message.length() && "?？!！.。)”\"»".indexOf(message.charAt(end)) >= 0) {
            end++;
        }
        String text = message.substring(start, Math.max(start, end)).strip();
        List<String> words = words(text, of, language);
        List<String> own = ownWords(text, start, of, words, language);
        return new Statement(
                text,
                start,
                end,
                words,
                asks,
                language.cues().cuesIn(own),
                concrete,
                null,
                language,
                language.listsOf(of));
    }

    /** The words without what is quoted of another's speech: that orders and decides nothing. */
    private static List<String> ownWords(
            String text, int start, List<Word> of, List<String> words, AnchorLanguage language) {
        for (int open = 0; open < text.length(); open++) {
            int mark = Runs.isOneOf(OPENING_QUOTES, text.charAt(open)) ? OPENING_QUOTES.indexOf(text.charAt(open)) : -1;
            int close = mark < 0 ? -1 : text.indexOf(CLOSING_QUOTES.charAt(mark), open + 1);
            if (close > 0) {
                int from = start + open;
                int to = start + close;
                List<Word> outside = of.stream()
                        .filter(word -> word.start() < from || word.start() > to)
                        .toList();
                boolean speech = language.isUnspaced()
                        ? close - open > SHORTEST_WIDE_SPEECH
                        : of.size() - outside.size() >= SHORTEST_SPEECH;
                if (speech) {
                    String rest = text.substring(0, open) + ' ' + text.substring(close);
                    return words(rest, outside, language);
                }
                open = close;
            }
        }
        return words;
    }

    /** What the first words of the sentence say. */
    public Statement first(SentenceWords said) {
        List<Word> of = said.words();
        int to = of.get(of.size() - 1).end();
        String first = text.substring(0, Math.min(text.length(), to - start));
        List<String> some = words(first, of, language);
        return new Statement(
                first,
                start,
                to,
                some,
                question,
                language.cues().cuesIn(some),
                concrete,
                label,
                language,
                language.listsOf(of));
    }

    /** The same under a label. */
    Statement as(AnchorType type) {
        return new Statement(text, start, end, words, question, cues, concrete, type, language, lists);
    }

    /** The values in it, each at its place in the message. */
    public List<Atom> atoms() {
        return AtomScanner.scan(text, language).stream()
                .map(atom -> new Atom(atom.type(), atom.text(), start + atom.start(), start + atom.end(), atom.weak()))
                .toList();
    }

    /** Whether there are enough words in it that are neither grammar nor everyday ones, or a value. */
    private static boolean isConcrete(List<Word> words, LanguageProfile profile) {
        int content = 0;
        boolean negated = false;
        for (Word word : words) {
            if (profile.isUnspaced() || word.isAtom()) {
                return true;
            }
            WordUse use = profile.use(word);
            negated |= use.isNegation();
            boolean light = use.isLight() && !word.isProper(); // "the Old Mill" is nothing old
            content += use.isStop() || light ? 0 : 1;
        }
        // "It is never true" says nothing without what it is about.
        boolean refers = profile.use(words.get(0)).isThirdPerson();
        return content >= ENOUGH_CONTENT || (negated && content > 0 && !refers);
    }

    private static List<String> words(String text, List<Word> of, AnchorLanguage language) {
        List<String> words = new ArrayList<>(of.size() * 2);
        if (language.isUnspaced()) {
            String lower = text.toLowerCase(Locale.ROOT);
            for (int i = 0; i < lower.length(); i++) {
                char c = lower.charAt(i);
                int run = i;
                while (c < 0x80
                        && run < lower.length()
                        && lower.charAt(run) < 0x80
                        && Character.isLetterOrDigit(lower.charAt(run))) {
                    run++;
                }
                if (run > i) {
                    words.add(lower.substring(i, run));
                    i = run - 1;
                } else if (!Character.isWhitespace(c)) {
                    words.add(String.valueOf(c));
                }
            }
            return words;
        }
        for (Word word : of) {
            String lower = word.lower().indexOf('’') >= 0 ? word.lower().replace('’', '\'') : word.lower();
            words.add(lower);
            if (word.after() == ':' || word.after() == '?') {
                words.add(String.valueOf(word.after()));
            } else if (word.after() == ',' && words.size() == 1) {
                words.add(",");
            }
        }
        return words;
    }

    /** What the sentence is; only a person's own can be more than an error. */
    public List<AnchorType> types(boolean own, boolean failed) {
        List<AnchorType> types = new ArrayList<>();
        if (question) {
            if (own && asks()) {
                types.add(AnchorType.QUESTION);
            }
            return types;
        }
        for (AnchorType type : BY_CUE) {
            boolean is = (concrete || !(type.isRule() || type == AnchorType.FIX))
                    && (own || type == AnchorType.ERROR)
                    && (type == label || has(type.name().toLowerCase(Locale.ROOT)));
            if (is || (failed && type == AnchorType.ERROR)) {
                types.add(type);
            }
        }
        if (types.contains(AnchorType.FIX)) {
            types.remove(AnchorType.ERROR);
        }
        return types;
    }

    private boolean asks() {
        return words.size() > (language.isUnspaced() ? SHORTEST_UNSPACED : SHORTEST_QUESTION) && !gives("no-question");
    }

    /** Whether it has a phrase of a kind. */
    public boolean gives(String cue) {
        return language.cues().holds(cues, cue);
    }

    /** Whether it has a phrase of a kind, and either one that leaves no doubt or none that speaks against it, and none that says that it was but thought. */
    public boolean has(String key) {
        return language.cues().says(cues, key);
    }

    /** Whether one of its words is in the language's list of that name. */
    public boolean mentions(String list) {
        return lists.contains(list);
    }

    /** Whether it puts something right. */
    public boolean corrects() {
        return !question && has("correction");
    }

    /** Whether it may set one of so many values against another that is wrong: "40 euros, not 42". */
    public boolean setsAgainst(int values) {
        return values > 1 && !question && !language.isUnspaced() && mentions("rejecting");
    }

    /** Whether it puts an answer off. */
    public boolean defers() {
        return gives("defer");
    }

    /** Whether it gives orders to a model. */
    public boolean orders() {
        return gives(AnchorLanguage.ORDER) || (!language.isUnspaced() && AnchorLanguage.areOrders(words));
    }

    /** Whether it is more than a word or two. */
    public boolean says() {
        return words.size() > 1;
    }

    /** The keys of the values that the sentence says are wrong: those behind "not" or "instead of". */
    public Set<String> rejected(List<Anchor> values, AnchorLanguage of) {
        Set<String> keys = new HashSet<>();
        int from = 0;
        for (Anchor value : values) {
            int at = text.indexOf(value.text(), from);
            if (at < 0) {
                continue;
            }
            String before = text.substring(Math.max(0, at - 16), at).toLowerCase(Locale.ROOT);
            boolean wide = before.endsWith("不是") || before.endsWith("而不是") || before.endsWith("而非");
            boolean wideBehind = text.startsWith("ではなく", at + value.text().length())
                    || text.startsWith("じゃなく", at + value.text().length());
            String[] last = before.strip().split(" +", -1);
            boolean near = false;
            for (int i = Math.max(0, last.length - 2); i < last.length; i++) {
                near |= !last[i].isEmpty()
                        && last[i].chars().noneMatch(c -> c != '\'' && c != '’' && !Character.isLetter(c))
                        && of.has("rejecting", last[i].replace('’', '\''));
            }
            if (wide || wideBehind || near) {
                keys.addAll(AtomKeys.of(value.type(), value.text(), of));
            }
            from = at + 1;
        }
        return keys;
    }
}
