package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.LanguageProfile.WordKind;
import io.github.sessioncompression.text.Sentence.Word;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A sentence that an extract keeps or leaves out as a whole. Not thread-safe; lives for one run. */
final class Unit {
    /** Source of a unit. */
    enum From {
        /** A message of the span. */
        SPAN,
        /** A message before the span: shown only with what needs it. */
        BEFORE,
        /** An entry of the previous state that was said. */
        QUOTE,
        /** An entry of the previous state that a model or the application wrote; kept whole. */
        WRITTEN,
        /** A tool's result. */
        TOOL
    }

    final From from;
    /** Place in the run; units are in the order in which they were said. */
    final int order;

    final String speaker;
    final StateItem.Origin origin;
    final @Nullable LocalDate date;
    final String text;
    /** Sequence numbers of its messages; several only for an entry of a state. */
    List<Long> sources;

    final Set<AnchorType> types;
    final LanguageProfile profile;
    final List<Word> words;
    final boolean question;
    /** Place of its message in the run, 0 or more. */
    int message;
    /** True if nothing was left out between the unit before it and this one. */
    boolean adjacent;
    /** True for the first sentence of its message. */
    boolean opensMessage;
    /** Field of the schema that it has to stay in; {@code null} if the kind of statement decides. */
    @Nullable
    String field;

    StateItem.Kind kind = StateItem.Kind.FACT;
    StateItem.Writer writer = StateItem.Writer.RULES;
    /** Worth in hundredths of a quote when it was said; 0 if not known. */
    int heard;

    /** Terms of each word. */
    int[][] wordTerms = {};

    int[] terms = {};
    int[] spoken = {};
    /** Worth of each term for what it is. */
    double[] plain = {};
    /** Worth of each term here. */
    double[] worth = {};
    /** Factor between the two, without focus. */
    double factor = 1;

    int content;
    double tokens;
    boolean chosen;
    /** Unit without which this one says nothing. */
    @Nullable
    Unit needs;
    /** Later unit that gives another value for the same; never left out where this one is shown. */
    @Nullable
    Unit newer;

    Unit(
            From from,
            int order,
            String speaker,
            StateItem.Origin origin,
            @Nullable LocalDate date,
            String text,
            List<Long> sources,
            Set<AnchorType> types,
            LanguageProfile profile,
            List<Word> words,
            boolean question) {
        this.from = from;
        this.order = order;
        this.speaker = speaker;
        this.origin = origin;
        this.date = date;
        this.text = text;
        this.sources = sources;
        this.types = types;
        this.profile = profile;
        this.words = words;
        this.question = question;
    }

    boolean isSpeech() {
        return origin == StateItem.Origin.USER || origin == StateItem.Origin.ASSISTANT;
    }

    boolean isFound() {
        return origin == StateItem.Origin.OUTSIDE || origin == StateItem.Origin.TOOL;
    }

    boolean has(WordKind kind) {
        for (Word word : words) {
            if (profile.is(kind, word.lower())) {
                return true;
            }
        }
        return false;
    }

    boolean hasValue() {
        for (Word word : words) {
            if (word.isValue()) {
                return true;
            }
        }
        return false;
    }

    /** Its worth relative to that of its words alone, in hundredths; 0 if that is not known. */
    int worthInHundredths() {
        return from == From.QUOTE ? heard : (int) Math.min(StateItem.MAX_WORTH, Math.max(1, Math.round(100 * factor)));
    }

    /** Itself and all it must not be shown without, none of which is chosen yet. */
    List<Unit> chain(int most) {
        List<Unit> chain = new ArrayList<>();
        addTo(chain, most);
        return chain;
    }

    private void addTo(List<Unit> chain, int most) {
        if (chosen || chain.contains(this) || chain.size() == most) {
            return;
        }
        chain.add(this);
        if (needs != null) {
            needs.addTo(chain, most);
        }
        if (newer != null) {
            newer.addTo(chain, most);
        }
    }
}
