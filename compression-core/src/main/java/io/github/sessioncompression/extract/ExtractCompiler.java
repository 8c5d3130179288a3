package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Compiles a state without a model, out of sentences that were said.
 *
 * <p>Verbatim: whatever stands behind a speaker's label is in one message of that speaker, unchanged; sentences are left out, never
 * rewritten. Users' sentences come first where they have room ({@link UsersFirst}); then those are chosen that cover most of what was said for the
 * tokens allowed ({@link Salience}, {@link Selection}), with those they need ({@link Ties}), and written in the order in which they were said ({@link EntryWriter}). Entries that a model wrote stay as they
 * are. Tool calls are told as a trail ({@link Trail}).
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
    /** Candidates are chosen for more than the cap, because labels and joints are only known when they are written. */
    private static final double MORE_THAN_CAP = 1.3;

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
     * @param tools the work of tools by name, where it is not what their names tell
     */
    public ExtractCompiler(TokenCounter counter, Redactor redactor, Map<String, Work> tools) {
        this.tools = Map.copyOf(tools);
        this.counter = Objects.requireNonNull(counter, "counter");
        this.redactor = Objects.requireNonNull(redactor, "redactor");
    }

    /** The state of the request's previous state and its messages together. */
    public StateDocument compile(CompileRequest request) {
        Redaction redaction = new Redaction(redactor);
        return redaction.restore(extract(redaction.hide(request)));
    }

    /** Reads, ties, measures, selects and writes. */
    private StateDocument extract(CompileRequest request) {
        Vocabulary vocabulary = new Vocabulary();
        Units units = new Units(vocabulary);
        Trail trail = new Trail();
        PriorState prior = new PriorState(request.schema(), units, trail);
        StateDocument previous = request.previous();
        if (previous != null) {
            prior.read(previous);
        }
        request.before().forEach(entry -> units.addMessage(entry, Unit.From.BEFORE));
        ToolFacts results = new ToolFacts(units);
        for (Entry entry : request.span()) {
            if (entry.message().role() == Role.TOOL) {
                results.add(entry);
            } else if (entry.message().role() != Role.SYSTEM) {
                units.addMessage(entry, Unit.From.SPAN);
                results.called(entry);
            }
        }
        trail.read(request.span(), tools);
        List<Unit> all = units.all();
        new Ties().tie(all);
        String wish = request.focus();
        Set<Integer> focus = wish == null ? Set.of() : new HashSet<>(vocabulary.known(units.language(), wish));
        Salience salience = new Salience(vocabulary, all, units.answers(), focus);
        all.forEach(salience::measure);
        results.weigh();
        int last = lastSpeech(all);
        Map<Content, List<StateItem>> beside = new LinkedHashMap<>();
        beside.put(Content.NARRATIVE, Summary.write(all, prior.summary(), request.maxTokens()));
        beside.put(Content.FILES, trail.write(request.maxTokens()));
        beside.put(Content.TONE, Tone.write(all));
        List<Unit> first = UsersFirst.of(all, request.maxTokens());
        List<List<Unit>> choices = Selection.choose(all, vocabulary, first, MORE_THAN_CAP * request.maxTokens());
        if (!tellsOf(request.span(), choices)) {
            beside.put(Content.FILES, trail.writeAll(request.maxTokens()));
        }
        return new EntryWriter(request.schema(), counter, request.maxTokens(), last).write(choices, beside);
    }

    /** True if a choice comes from one of the messages. */
    private static boolean tellsOf(List<Entry> span, List<List<Unit>> choices) {
        long first = span.isEmpty() ? Long.MAX_VALUE : span.get(0).sequence();
        return choices.stream()
                .flatMap(List::stream)
                .flatMap(unit -> unit.sources.stream())
                .anyMatch(source -> source >= first);
    }

    private static int lastSpeech(List<Unit> all) {
        return all.stream()
                .filter(unit -> unit.isSpeech() && unit.from == Unit.From.SPAN)
                .mapToInt(unit -> unit.message)
                .max()
                .orElse(-1);
    }

    /** A state of at most {@code maxTokens} tokens, in the fields that the schema has; unchanged if it fits already. */
    StateDocument condense(StateSchema schema, StateDocument state, int maxTokens) {
        CompileRequest request = new CompileRequest(schema, List.of(), state, null, maxTokens);
        boolean sameShape = state.fields().keySet().stream().allMatch(name -> hasField(schema, name));
        if (sameShape && counter.count(StateEnvelope.wrap(schema, state)) <= maxTokens) {
            return state;
        }
        return compile(request);
    }

    private static boolean hasField(StateSchema schema, String name) {
        return StateDocument.isBesideSchema(name)
                || schema.fields().stream().anyMatch(field -> field.name().equals(name));
    }
}
