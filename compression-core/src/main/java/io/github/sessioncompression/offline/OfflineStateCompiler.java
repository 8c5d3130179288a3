package io.github.sessioncompression.offline;

import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.token.TokenCounter;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * Writes the state of a conversation without a model: the notes that cover most of what was said for the tokens allowed.
 *
 * <p>Extractive: every note is made of words that somebody said, under that speaker's name, so nothing is invented.
 * Messages and the entries of the previous state are cut into clauses, each clause is valued ({@link Salience}), and the best
 * are chosen without repeating one another ({@link Selection}), grouped into lines and sorted into the schema's fields. The
 * values that tools returned and the conversation uses are noted too.
 *
 * <p>A pure function: the same request gives the same state on any machine, whatever its locale or time zone. The state in its
 * envelope is never larger than the cap; a cap too small for an empty state gives an empty state. Time and memory grow in
 * proportion to the text: 100,000 tokens take about half a second of one core. Safe for use by many threads.
 *
 * <pre>{@code
 * OfflineStateCompiler compiler = new OfflineStateCompiler(counter);
 * StateDocument state =
 *         compiler.compile(new CompileRequest(StateSchema.session(), messages, earlierState, null, 1_000));
 * }</pre>
 */
public final class OfflineStateCompiler {
    private final TokenCounter counter;
    private final Redactor redactor;
    private final ToDoubleFunction<Clause> factor;

    /** A compiler that holds its states under caps as {@code counter} counts, and keeps secrets out of them. */
    public OfflineStateCompiler(TokenCounter counter) {
        this(counter, Redactor.secretsOnly());
    }

    /** A compiler that also keeps out of its states what {@code redactor} hides and does not restore. */
    public OfflineStateCompiler(TokenCounter counter, Redactor redactor) {
        this(counter, redactor, clause -> 1);
    }

    /** A compiler that takes each clause to be worth {@code factor} times as much, so that a test can have it choose others. */
    OfflineStateCompiler(TokenCounter counter, Redactor redactor, ToDoubleFunction<Clause> factor) {
        this.counter = Objects.requireNonNull(counter, "counter");
        this.redactor = Objects.requireNonNull(redactor, "redactor");
        this.factor = factor;
    }

    /** The state of the request's previous state and its messages together. */
    public StateDocument compile(CompileRequest request) {
        return compile(request, 0, state -> 0, new Readings());
    }

    /**
     * The state of the request's previous state and its messages together, with room left under the cap for what is added to it.
     *
     * <p>It is written twice: first with all of {@code reserve} left, then with as much as that state was found to need.
     *
     * @param reserve the most tokens left, from 0 to below the request's cap
     * @param needed how many tokens of the reserve a state needs; asked once, and held to 0 to {@code reserve}
     * @param readings what is known of the messages already, to be added to
     * @throws IllegalArgumentException if {@code reserve} is negative or not below the cap
     */
    public StateDocument compile(
            CompileRequest request, int reserve, ToIntFunction<StateDocument> needed, Readings readings) {
        if (reserve < 0 || reserve >= request.maxTokens()) {
            throw new IllegalArgumentException("reserve must be from 0 to below the cap of " + request.maxTokens()
                    + " tokens, but was " + reserve);
        }
        Redaction redaction = new Redaction(redactor);
        StateWriter.Reserve left =
                new StateWriter.Reserve(reserve, state -> needed.applyAsInt(redaction.restore(state)));
        return redaction.restore(
                new Compilation(Languages.shared(), counter, redaction.hide(request), left, readings, factor).run());
    }

    /**
     * A state shrunk entry by entry and clause by clause, never inside a word; unchanged if it fits already.
     *
     * <p>What stands in fields that the schema does not have is sorted into those it has.
     *
     * @param maxTokens cap of the state in its envelope, 1 or more
     * @throws IllegalArgumentException if {@code maxTokens} is below 1
     */
    public StateDocument condense(StateSchema schema, StateDocument state, int maxTokens) {
        CompileRequest request = new CompileRequest(schema, List.of(), state, null, maxTokens);
        boolean sameShape = state.fields().keySet().stream().allMatch(name -> hasField(schema, name));
        if (sameShape && counter.count(StateEnvelope.wrap(schema, state)) <= maxTokens) {
            return state;
        }
        return compile(request);
    }

    private static boolean hasField(StateSchema schema, String name) {
        return name.equals(StateDocument.LEDGER)
                || schema.fields().stream().anyMatch(field -> field.name().equals(name));
    }
}
