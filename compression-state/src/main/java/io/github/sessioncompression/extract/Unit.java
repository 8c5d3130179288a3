package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.StatementReader.Statement;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordKind;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A sentence, line of a tool or entry of the previous state, which an extract keeps or leaves out as a whole.
 *
 * <p>A plain carrier of fields: {@link Units} and {@link PriorState} fill in what it is, {@link Heads}, {@link
 * Exchanges} and {@link Ties} what it must not be shown without, {@link Salience} its worth, {@link Selection} whether
 * it is chosen. Fields that are final are known when it is made; the others name the class that sets them.
 *
 * <p>What belongs together is a graph: {@link #needs}, {@link #newer}, {@link #answer} and {@link #quote} each lead to
 * one other unit, and {@link #chain} walks them. <em>Threads</em>: not thread-safe; lives for one run.
 *
 * @see Units
 */
final class Unit {
    /** Origin of a unit within the request, which decides whether it may be chosen and how it is written. */
    enum From {
        /** A sentence of a message of the span. */
        SPAN,
        /** A message before the span, or a heading: shown only with what needs it. */
        BEFORE,
        /** A quote in the previous state. */
        QUOTE,
        /** An entry of the previous state that a model or the application wrote; kept whole. */
        WRITTEN,
        TOOL
    }

    /** Changes to {@link From#BEFORE} if the unit turns out to be a heading. */
    From from;
    /** Label of its author; empty for an entry that is kept whole. */
    final String speaker;

    final StateItem.Origin origin;
    final @Nullable LocalDate date;
    final String text;
    final Set<AnchorType> types;
    final LanguageProfile profile;
    final List<Word> words;
    /** Terms of each word. */
    final int[][] wordTerms;

    /** True for each word that is an everyday one. */
    final boolean[] light;
    /** True for each word that is a value. */
    final boolean[] value;
    /** True for each word of time. */
    final boolean[] time;

    /** True if a word is a value. */
    final boolean hasValue;
    /** The kinds of all its words. */
    private final Set<WordKind> kinds = EnumSet.noneOf(WordKind.class);

    /** True if it ends with a question mark. */
    final boolean question;
    /** True if a mark ends it. */
    final boolean ended;
    /** Number of terms of all words. */
    final int termCount;
    /** Number of words that carry something; of terms in a script without spaces. */
    final int content;

    /** Estimated tokens of its text, see {@link TokenEstimate}. */
    final double tokens;
    /** Sequence numbers of its messages; several only for an entry of a state. */
    List<Long> sources;

    /** Place in the run; units are in the order of the chat. */
    int order;
    /** Place of its message in the run, 0 or more. */
    int message;
    /** Text between the unit before it and this one, such as a space or the mark of a list; {@code null} if more was left out. */
    @Nullable
    String joint;

    /** True for the first sentence of a message. */
    boolean opensMessage;
    /** Field of the schema that it has to stay in; {@code null} if the kind of statement decides. */
    @Nullable
    String field;

    StateItem.Kind kind = StateItem.Kind.FACT;
    StateItem.Writer writer = StateItem.Writer.RULES;
    /** Worth in hundredths that a quote had in its chat; 0 if not known. */
    int earlierWorth;

    /** Terms of the words, then those of pairs of neighbours; filled in by {@link Salience}. */
    int[] terms = {};
    /** Worth of each term here. */
    double[] worth = {};
    /** Factor between the two, without focus. */
    double factor = 1;

    /** True if {@link Selection} has chosen it, alone or with another unit. */
    boolean chosen;
    /** The previous state's quote of this sentence, which is shown in its place; {@code null} for none. */
    @Nullable
    Unit quote;

    /** Unit without which this one is unclear. */
    @Nullable
    Unit needs;
    /** Later unit that gives another value for the same; never left out if this one is shown. */
    @Nullable
    Unit newer;
    /** Sentence of the reply that answers this question; {@code null} for none. */
    @Nullable
    Unit answer;
    /** Question that this sentence answers; {@code null} for none. */
    @Nullable
    Unit asked;

    /** A unit of a statement; {@code sources} are the sequence numbers of its messages. */
    Unit(From from, Statement statement, List<Long> sources, int[][] wordTerms) {
        this.from = from;
        this.speaker = statement.speaker();
        this.origin = statement.origin();
        this.date = statement.date();
        this.text = statement.text();
        this.sources = sources;
        this.types = statement.types();
        this.profile = statement.profile();
        this.words = statement.sentence().words();
        this.wordTerms = wordTerms;
        this.question = statement.sentence().isQuestion();
        this.ended = statement.sentence().mark() != 0;
        this.tokens = TokenEstimate.of(text);
        this.light = new boolean[words.size()];
        this.value = new boolean[words.size()];
        this.time = new boolean[words.size()];
        int all = 0;
        int carrying = 0;
        boolean values = false;
        for (int i = 0; i < wordTerms.length; i++) {
            Set<WordKind> ofWord = profile.kinds(words.get(i).lower());
            if (!ofWord.isEmpty()) {
                kinds.addAll(ofWord);
                light[i] = ofWord.contains(WordKind.LIGHT);
                time[i] = ofWord.contains(WordKind.TIME);
            }
            value[i] = words.get(i).isValue();
            values |= value[i];
            all += wordTerms[i].length;
            if (wordTerms[i].length > 0 && !light[i]) {
                carrying += profile.isUnspaced() ? wordTerms[i].length : 1;
            }
        }
        this.termCount = all;
        this.content = carrying;
        this.hasValue = values;
    }

    /** Shows it only with what belongs to it, unless it is a whole sentence or a statement of its own. */
    void makeHeading() {
        if (from == From.SPAN && !ended && types.isEmpty()) {
            from = From.BEFORE;
        }
    }

    /** Passes on the terms of the words at the places that {@code isRead} accepts, in order. */
    void forEachTerm(IntPredicate isRead, IntConsumer term) {
        for (int word = 0; word < wordTerms.length; word++) {
            if (isRead.test(word)) {
                for (int of : wordTerms[word]) {
                    term.accept(of);
                }
            }
        }
    }

    /** True for speech that may be quoted: of a message of the span, or of the previous state. */
    boolean isQuotable() {
        return isSpeech() && (from == From.SPAN || from == From.QUOTE);
    }

    /** True if a person or the chat's model said it. */
    boolean isSpeech() {
        return origin == StateItem.Origin.USER || origin == StateItem.Origin.ASSISTANT;
    }

    /** True for found text: pasted, quoted, retrieved, or returned by a tool. */
    boolean isFound() {
        return origin == StateItem.Origin.OUTSIDE || origin == StateItem.Origin.TOOL;
    }

    /** True if a word is of that kind. */
    boolean has(WordKind kind) {
        return kinds.contains(kind);
    }

    /** The words that are values, in lower case. */
    Set<String> values() {
        Set<String> values = hasValue ? new HashSet<>() : Set.of();
        for (int i = 0; i < value.length; i++) {
            if (value[i]) {
                values.add(words.get(i).lower());
            }
        }
        return values;
    }

    /** True if a word is a value or may be a path. */
    boolean isLiteral(int word) {
        return value[word] || Letters.any(words.get(word).surface(), c -> c == '/' || c == '\\' || c == '.');
    }

    /** True if a word is of the matter: it is no value and no everyday word; without spaces a value has its matter in its word. */
    boolean tellsMatter(int word) {
        return (!isLiteral(word) || profile.isUnspaced()) && !light[word];
    }

    /** Its worth relative to that of its words alone, in hundredths; 0 if that is not known. */
    int worthInHundredths() {
        return from == From.QUOTE
                ? earlierWorth
                : (int) Math.min(StateItem.MAX_WORTH, Math.max(1, Math.round(100 * factor)));
    }

    /**
     * Itself and all it must not be shown without, none of which is chosen yet; answers to questions only with {@code answers}.
     *
     * @param most units of the chain at most; what does not fit is left out
     * @param answers true to take the answers of questions along
     */
    List<Unit> chain(int most, boolean answers) {
        List<Unit> chain = new ArrayList<>(1);
        addTo(chain, most, answers);
        return chain;
    }

    private void addTo(List<Unit> chain, int most, boolean answers) {
        if (quote != null) {
            quote.addTo(chain, most, answers);
            return;
        }
        if (chosen || chain.contains(this) || chain.size() == most) {
            return;
        }
        chain.add(this);
        if (answers && answer != null) {
            answer.addTo(chain, most, true);
        }
        if (needs != null) {
            needs.addTo(chain, most, answers);
        }
        if (newer != null) {
            newer.addTo(chain, most, answers);
        }
    }
}
