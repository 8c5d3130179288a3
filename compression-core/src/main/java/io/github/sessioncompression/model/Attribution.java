package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the source messages of a model's entries by the words they share, because a model that is asked for sources invents them.
 *
 * <p><em>Algorithm</em>: 1. candidates are the messages of the span and the entries of the previous state, which pass their sources on;
 * what others added to a user's message is a candidate of its own, of outside origin; 2. a term that an entry shares with a candidate
 * counts 1 / (number of candidates that have it), {@value #VALUE} times as much with a digit in it; terms that more than {@value #COMMON}
 * candidates have are ignored; 3. the best candidate is a source, and so is every other with at least half of its score, {@value #MOST} at
 * most, the later one first among equals.
 *
 * <p><em>Does nothing</em> to an entry that shares no term with any candidate: it stays as it is. <em>Threads</em>: one use, by the thread that compiles.
 * Linear in the text, of which {@value #MOST_CHARACTERS} characters of a message are read.
 */
final class Attribution {
    /** Most candidates that may share a term; one that more have shows nothing about any of them. */
    private static final int COMMON = 64;
    /** Most sources of an entry. */
    private static final int MOST = 8;
    /** Characters of a candidate that are read. */
    private static final int MOST_CHARACTERS = 20_000;
    /** Messages whose beginnings show the chat's language. */
    private static final int SAMPLE = 20;
    /** Weight of a term with a digit in it, in words: numbers, dates and ids are rarely shared by chance. */
    private static final int VALUE = 3;
    /** Share of the best score from which on another candidate is a source, too. */
    private static final double CLOSE = 0.5;

    private final Languages languages = Languages.shared();
    private final LanguageProfile language;
    private final List<Candidate> candidates = new ArrayList<>();
    /** Indices of the candidates that have a term, by term, in order; at most one more than {@link #COMMON} of them. */
    private final Map<String, List<Integer>> candidatesWith = new HashMap<>();

    /**
     * A text that an entry may come from.
     *
     * @param sources sequence numbers of its message, or those of the former entry
     * @param origin the one who said it
     */
    private record Candidate(List<Long> sources, StateItem.Origin origin) {}

    private Attribution(CompileRequest request) {
        String sample = request.span().stream()
                .limit(SAMPLE)
                .map(entry -> Letters.start(entry.message().text(), 200))
                .collect(Collectors.joining("\n"));
        language = languages.detect(sample, languages.unknown());
        if (request.previous() != null) {
            request.previous().items().forEach(item -> add(new Candidate(item.sources(), item.origin()), item.text()));
        }
        for (Entry entry : request.span()) {
            Message message = entry.message();
            Message.Parts parts = message.parts();
            String said = parts == null ? message.text() : parts.own();
            if (parts != null) {
                add(new Candidate(List.of(entry.sequence()), StateItem.Origin.OUTSIDE), parts.found());
            }
            StringBuilder text = new StringBuilder(Letters.start(said, MOST_CHARACTERS));
            for (ToolCall call : message.toolCalls()) {
                text.append('\n').append(Letters.start(call.arguments(), MOST_CHARACTERS));
            }
            add(new Candidate(List.of(entry.sequence()), StateItem.Origin.of(message.role())), text.toString());
        }
    }

    /**
     * A state with sources and origins.
     *
     * @param state the state that a model wrote
     * @param request the messages and the former state that the model was given
     */
    static StateDocument of(StateDocument state, CompileRequest request) {
        Attribution attribution = new Attribution(request);
        Map<String, List<StateItem>> fields = new LinkedHashMap<>(state.fields());
        fields.replaceAll(
                (name, items) -> items.stream().map(attribution::attributed).toList());
        return new StateDocument(fields);
    }

    /** Adds a candidate, each term of its text once. */
    private void add(Candidate candidate, String text) {
        for (String term : terms(text)) {
            List<Integer> having = candidatesWith.computeIfAbsent(term, key -> new ArrayList<>(2));
            // One more than counts, so that a common term is known as one.
            if (having.size() <= COMMON) {
                having.add(candidates.size());
            }
        }
        candidates.add(candidate);
    }

    /** The entry with the sources and the joint origin of its best candidates; unchanged if it shares no term that counts. */
    private StateItem attributed(StateItem item) {
        Map<Integer, Double> scores = new HashMap<>();
        for (String term : terms(item.text())) {
            List<Integer> having = candidatesWith.getOrDefault(term, List.of());
            if (having.size() <= COMMON) {
                double weight = (Letters.any(term, Character::isDigit) ? VALUE : 1.0) / Math.max(1, having.size());
                having.forEach(candidate -> scores.merge(candidate, weight, Double::sum));
            }
        }
        List<Map.Entry<Integer, Double>> best = scores.entrySet().stream()
                .sorted(Map.Entry.<Integer, Double>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey())
                        .reversed())
                .limit(MOST)
                .toList();
        List<Long> sources = new ArrayList<>();
        StateItem.@Nullable Origin origin = null;
        for (Map.Entry<Integer, Double> scored : best) {
            if (scored.getValue() >= CLOSE * best.get(0).getValue()) {
                Candidate candidate = candidates.get(scored.getKey());
                sources.addAll(candidate.sources());
                origin = origin == null ? candidate.origin() : origin.and(candidate.origin());
            }
        }
        return origin == null ? item : item.withSources(sources, origin);
    }

    /** Words of a text that carry meaning. Models and people write apostrophes in two ways, which must give one term. */
    private Set<String> terms(String text) {
        return languages.contentTerms(
                language, Letters.start(text, MOST_CHARACTERS).replace('’', '\''));
    }
}
