package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Compiles a state without a model, out of sentences of the chat.
 *
 * <p>Verbatim: the text behind a speaker's label is in one message of that speaker, unchanged; sentences are left out, never
 * rewritten. A pure function: equal requests give equal states on any machine, never larger than the cap in their envelope. Time and memory grow in
 * proportion to the text.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>read sentences, lines of results and the previous state as units ({@link Units}, {@link ToolFacts}, {@link PriorState}), and calls as a
 *       trail ({@link Trail});
 *   <li>tie those that must not be shown without one another ({@link Ties}), and measure the worth of each ({@link Salience});
 *   <li>take users' sentences first if they have room ({@link UsersFirst}), then those that cover most of the chat for the tokens allowed
 *       ({@link Selection});
 *   <li>write them in the order of the chat ({@link EntryWriter}), with a summary, the trail and wishes about tone beside them.
 * </ol>
 *
 * <p><em>Does nothing when</em> the cap is too small for an empty state, or there is nothing to quote: the state is empty. Entries that a model wrote
 * stay as they are. <em>Threads</em>: safe for use by many. <em>On failure</em>: throws only what the counter or the redactor throws.
 *
 * <pre>{@code
 * ExtractCompiler compiler = new ExtractCompiler(counter);
 * StateDocument state =
 *         compiler.compile(new CompileRequest(StateSchema.session(), messages, earlierState, null, 1_000));
 * }</pre>
 *
 * @see Extract
 * @see StateFitter
 */
public final class ExtractCompiler {
    private final TokenCounter counter;
    private final Redactor redactor;
    private final Map<String, Work> tools;

    /** A compiler that holds its states under caps as {@code counter} counts, and keeps secrets out of them. */
    public ExtractCompiler(TokenCounter counter) {
        this(counter, Redactor.secretsOnly(), Map.of());
    }

    /**
     * A compiler that also keeps out of its states what {@code redactor} hides and does not restore.
     *
     * @param tools the work of tools by name, if their names do not show it
     */
    public ExtractCompiler(TokenCounter counter, Redactor redactor, Map<String, Work> tools) {
        this.tools = Map.copyOf(tools);
        this.counter = Objects.requireNonNull(counter, "counter");
        this.redactor = Objects.requireNonNull(redactor, "redactor");
    }

    /** The state of the request's previous state and its messages together. */
    public StateDocument compile(CompileRequest request) {
        return read(request, new StatementReader()).within(request.maxTokens());
    }

    /** Reads the request's previous state and its messages, of which states of several sizes can be written; the request's cap is not read. */
    public Extract read(CompileRequest request, StatementReader reader) {
        return new Extract(request, new Redaction(redactor), reader, counter, tools);
    }

    /** The best of a state's entries and sentences, in the fields that the schema has. */
    StateDocument condense(StateSchema schema, StateDocument state, int maxTokens) {
        return compile(new CompileRequest(schema, List.of(), state, null, maxTokens));
    }
}
