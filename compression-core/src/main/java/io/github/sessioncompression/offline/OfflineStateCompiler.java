package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;

/**
 * Writes the state of a conversation without a model: the notes that cover most of what was said for the tokens allowed.
 *
 * <p>Extractive: every note is made of words that somebody said, under that speaker's name, so nothing is invented.
 * Messages and the entries of the previous state are cut into clauses, each clause is valued ({@link Salience}), and the best
 * are chosen without repeating one another ({@link Selection}), grouped into lines and sorted into the schema's fields. The
 * values that tools returned and the conversation went on to use are noted too.
 *
 * <p>A pure function: the same request gives the same state on any machine, whatever its locale or time zone. Never larger
 * than allowed; a limit too small for the empty state gives the empty state. Time and memory grow in proportion to the text.
 * Safe for use by many threads; build one and keep it, the language data is read when it is built.
 *
 * <pre>{@code
 * StateDocument state = new OfflineStateCompiler(tokens)
 *         .compile(new CompileRequest(StateSchema.session(), messages, previous, null, 1_000));
 * }</pre>
 */
public final class OfflineStateCompiler {
    private final Languages languages = new Languages();
    private final MessageTokens tokens;

    /**
     * Reads the language data, some 20 ms.
     *
     * @param tokens counts what the state costs in a request
     */
    public OfflineStateCompiler(MessageTokens tokens) {
        this.tokens = tokens;
    }

    /** The state of the previous one and the messages together, within the request's cap. */
    public StateDocument compile(CompileRequest request) {
        return new Compilation(languages, request, tokens).run();
    }

    /**
     * A state shrunk to at most {@code maxTokens}, entry by entry and clause by clause, never inside a word; unchanged if it
     * fits already. Fields that the schema does not have are sorted into those it has.
     *
     * @throws IllegalArgumentException if {@code maxTokens} is below 1
     */
    public StateDocument condense(StateSchema schema, StateDocument state, int maxTokens) {
        boolean sameShape = state.fields().keySet().stream().allMatch(name -> schema.fields().stream()
                .anyMatch(field -> field.name().equals(name)));
        if (sameShape && new StateSize(schema, tokens).tokens(state) <= maxTokens) {
            return state;
        }
        CompileRequest request = new CompileRequest(schema, List.of(), state, null, maxTokens);
        return new Compilation(languages, request, tokens).run();
    }
}
