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
 * rewritten. Users' sentences come first if they have room ({@link UsersFirst}); then those are chosen that cover most of the chat for the
 * tokens allowed ({@link Salience}, {@link Selection}), with those they need ({@link Ties}), and written in the order of the chat ({@link EntryWriter}). Entries that a model wrote stay as they
 * are. Tool calls are listed as a trail ({@link Trail}).
 *
 * <p>A pure function: the same request gives the same state on any machine. The state in its envelope is never larger than the cap; a cap too
 * small for an empty state gives an empty state. Time and memory grow in proportion to the text. Safe for use by many threads.
 *
 * <pre>{@code
 * ExtractCompiler compiler = new ExtractCompiler(counter);
 * StateDocument state =
 *         compiler.compile(new CompileRequest(StateSchema.session(), messages, earlierState, null, 1_000));
 * }</pre>
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
