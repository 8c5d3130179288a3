package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.token.TokenCounter;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One run of the compiler: read, tie, measure, select, write. Not thread-safe; used once. */
final class Extract {
    /** Candidates are chosen for more than the cap, because labels and joints are only known when they are written. */
    private static final double MORE_THAN_CAP = 1.3;

    private final CompileRequest request;
    private final TokenCounter counter;
    private final Vocabulary vocabulary = new Vocabulary(Languages.shared());
    private final Units units = new Units(vocabulary);
    private final Trail trail;

    Extract(CompileRequest request, TokenCounter counter, Map<String, Work> tools) {
        this.trail = new Trail(tools);
        this.request = request;
        this.counter = counter;
    }

    StateDocument run() {
        PriorState prior = new PriorState(request.schema(), units, trail);
        StateDocument previous = request.previous();
        if (previous != null) {
            prior.read(previous);
        }
        request.before().forEach(entry -> units.addMessage(entry, Unit.From.BEFORE));
        ToolFacts tools = new ToolFacts(units);
        for (Entry entry : request.span()) {
            if (entry.message().role() == Role.TOOL) {
                tools.add(entry);
            } else if (entry.message().role() != Role.SYSTEM) {
                units.addMessage(entry, Unit.From.SPAN);
                tools.called(entry.message());
            }
        }
        trail.read(request.span());
        List<Unit> all = units.all();
        boolean withModel = units.isWithModel();
        new Ties().tie(all);
        Salience salience = new Salience(vocabulary, withModel, units.speakers(), units.answers(), focus());
        all.forEach(salience::measure);
        tools.weigh();
        int last = lastSpeech(all);
        Map<Content, List<StateItem>> beside = new LinkedHashMap<>();
        beside.put(Content.NARRATIVE, Summary.write(all, prior.goal(), withModel, last));
        beside.put(Content.FILES, trail.write(request.maxTokens()));
        beside.put(Content.TONE, Tone.write(all, withModel));
        if (withModel) {
            beside.put(Content.CONCEPTS, SharedTerms.write(all));
        }
        List<List<Unit>> choices = Selection.choose(all, vocabulary, MORE_THAN_CAP * request.maxTokens());
        return new EntryWriter(request.schema(), counter, request.maxTokens(), withModel, last).write(choices, beside);
    }

    private Set<Integer> focus() {
        String focus = request.focus();
        return focus == null ? Set.of() : new HashSet<>(vocabulary.known(units.language(), focus));
    }

    private static int lastSpeech(List<Unit> all) {
        return all.stream()
                .filter(unit -> unit.isSpeech() && unit.from == Unit.From.SPAN)
                .mapToInt(unit -> unit.message)
                .max()
                .orElse(-1);
    }
}
