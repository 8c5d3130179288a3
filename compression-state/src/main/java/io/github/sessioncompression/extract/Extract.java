package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.token.TokenCounter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A span of a chat, read, tied and measured once, to write states of several sizes.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>when it is made: hide secrets; read the previous state, the messages before the span, the span and its tool
 *       results as units; read the calls as a trail; tie the units; measure the worth of each; choose the wishes about
 *       tone. Nothing of this depends on a cap.
 *   <li>for each size ({@link #within}): write the summary and the trail to their parts of the cap, choose units for
 *       {@value #MORE_THAN_CAP} times the cap, and have {@link EntryWriter} write as many of the best as fit;
 *   <li>if no choice comes from the span, the trail also has calls that only read, so that a span of tool calls alone
 *       leaves a trace;
 *   <li>fill in the values of restorable placeholders.
 * </ol>
 *
 * <p>What was chosen for a larger size is chosen for a smaller one as far as it fits, so a second size costs little.
 * <em>Does nothing when</em> the span has nothing to quote: the states are empty. <em>Threads</em>: not thread-safe.
 * <em>On failure</em>: as {@link ExtractCompiler}.
 *
 * @see ExtractCompiler#read
 * @see StateFitter
 */
public final class Extract {
    /**
     * Candidates are chosen for so many times the cap, because tokens of candidates are estimated and labels and joints
     * are only known when they are written.
     */
    private static final double MORE_THAN_CAP = 1.3;

    private final CompileRequest request;
    private final Redaction redaction;
    private final TokenCounter counter;
    private final Vocabulary vocabulary = new Vocabulary();
    private final Trail trail = new Trail();
    private final PriorState prior;
    private final List<Unit> all;
    private final List<StateItem> tone;
    /** The choices made last; {@code null} before the first size. */
    private Selection.@Nullable Choices chosen;

    /**
     * Reads, ties and measures.
     *
     * @param whole the request as it was made, with its secrets
     * @param redaction hides them, and restores what is restorable in the states
     * @param reader what was read of the span before; its results are used again
     * @param tools the work of tools by name, if their names do not show it
     */
    Extract(
            CompileRequest whole,
            Redaction redaction,
            StatementReader reader,
            TokenCounter counter,
            Map<String, Work> tools) {
        this.request = redaction.hide(whole);
        this.redaction = redaction;
        this.counter = counter;
        Units units = new Units(vocabulary, reader);
        prior = new PriorState(request.schema(), units, trail);
        StateDocument previous = request.previous();
        if (previous != null) {
            prior.read(previous);
        }
        request.before().forEach(entry -> units.addMessage(entry, Unit.From.BEFORE));
        ToolFacts results = new ToolFacts(units);
        for (Entry entry : request.span()) {
            if (entry.message().role() == Role.TOOL) {
                results.add(entry);
            } else {
                units.addMessage(entry, Unit.From.SPAN);
                results.called(entry);
            }
        }
        trail.read(request.span(), tools);
        all = units.all();
        PriorState.replaceByQuotes(all);
        new Ties().tie(all);
        String wish = request.focus();
        Set<Integer> focus = wish == null ? Set.of() : vocabulary.known(units.language(), wish);
        Salience salience = new Salience(vocabulary, all, units.answers(), focus);
        all.forEach(salience::measure);
        results.weigh();
        tone = Tone.write(all);
    }

    /** The state of at most {@code cap} tokens; the same for the same cap in any order of calls. */
    public StateDocument within(int cap) {
        Map<Content, List<StateItem>> beside = new LinkedHashMap<>();
        beside.put(Content.NARRATIVE, Summary.write(all, prior.summary(), cap));
        beside.put(Content.FILES, trail.write(cap));
        beside.put(Content.TONE, tone);
        List<Unit> first = UsersFirst.of(all, cap);
        List<List<Unit>> choices = choices(first, MORE_THAN_CAP * cap);
        if (!tellsOf(request.span(), choices)) {
            beside.put(Content.FILES, trail.writeAll(cap));
        }
        EntryWriter writer = new EntryWriter(request.schema(), counter, cap, lastSpeech());
        return redaction.restore(writer.write(choices, beside));
    }

    /** The choices for that many tokens: a part of the last ones, if these began alike and were for more. */
    private List<List<Unit>> choices(List<Unit> first, double tokens) {
        Selection.Choices last = chosen;
        List<List<Unit>> part = last == null ? null : last.within(first, tokens);
        if (part == null) {
            chosen = Selection.choose(all, vocabulary, first, tokens);
            part = chosen.chains();
        }
        return part;
    }

    /** True if a choice comes from one of the messages. */
    private static boolean tellsOf(List<Entry> span, List<List<Unit>> choices) {
        long first = span.isEmpty() ? Long.MAX_VALUE : span.get(0).sequence();
        return choices.stream()
                .flatMap(List::stream)
                .flatMap(unit -> unit.sources.stream())
                .anyMatch(source -> source >= first);
    }

    /** The number of the last message of the span with speech, whose questions are open; -1 for none. */
    private int lastSpeech() {
        return all.stream()
                .filter(unit -> unit.isSpeech() && unit.from == Unit.From.SPAN)
                .mapToInt(unit -> unit.message)
                .max()
                .orElse(-1);
    }
}
