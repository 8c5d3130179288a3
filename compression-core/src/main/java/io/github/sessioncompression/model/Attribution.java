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
import org.jspecify.annotations.Nullable;

/**
 * Finds out which messages the items of a model's state were made of, by the words they share.
 *
 * <p>A model is asked for no sources: it would invent them. Candidates are the messages of the span and the items of the
 * previous state, which hand their sources on. Each term that an item shares with a candidate counts the more, the fewer
 * candidates have it (1 / candidates), and a value (with a digit) three times as much, because values are copied and words
 * are rephrased. The best candidate is a source, and so is every other with at least half of its score, {@value #MOST} at
 * most, the later one first among equals. Words of grammar and terms that more than {@value #COMMON} candidates have tell nothing. An
 * item that shares nothing names no source.
 *
 * <p>Linear in the text: each term of an item is looked up once and meets at most {@value #COMMON} candidates, and of one text
 * {@value #MOST_CHARACTERS} characters are read. Not safe for use by many threads; lives for one compilation.
 */
final class Attribution {
    private static final int COMMON = 64;
    private static final int MOST = 8;
    private static final int MOST_CHARACTERS = 20_000;
    private static final int VALUE = 3;
    private static final double CLOSE = 0.5;

    private final Languages languages = Languages.shared();
    private final LanguageProfile language;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Map<String, List<Integer>> candidatesWith = new HashMap<>();

    private record Candidate(List<Long> sources, StateItem.Origin origin) {}

    private Attribution(CompileRequest request) {
        StringBuilder sample = new StringBuilder();
        for (Entry entry : request.span()) {
            sample.append(
                            entry.message().text(),
                            0,
                            Math.min(200, entry.message().text().length()))
                    .append('\n');
            if (sample.length() > 4_000) {
                break;
            }
        }
        language = languages.detect(sample.toString(), languages.unknown());
        StateDocument previous = request.previous();
        if (previous != null) {
            previous.items().forEach(item -> add(new Candidate(item.sources(), item.origin()), item.text()));
        }
        for (Entry entry : request.span()) {
            Message message = entry.message();
            StringBuilder text = new StringBuilder(cut(message.text()));
            for (ToolCall call : message.toolCalls()) {
                text.append('\n').append(cut(call.arguments()));
            }
            add(new Candidate(List.of(entry.sequence()), StateItem.Origin.of(message.role())), text.toString());
        }
    }

    /** The state with the sources and the origin of every item. */
    static StateDocument of(StateDocument state, CompileRequest request) {
        Attribution attribution = new Attribution(request);
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        state.fields()
                .forEach((name, items) -> fields.put(
                        name, items.stream().map(attribution::attributed).toList()));
        return new StateDocument(fields);
    }

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

    private StateItem attributed(StateItem item) {
        Map<Integer, Double> scores = new HashMap<>();
        for (String term : terms(item.text())) {
            List<Integer> having = candidatesWith.getOrDefault(term, List.of());
            if (having.size() <= COMMON) {
                double weight = (hasDigit(term) ? VALUE : 1.0) / Math.max(1, having.size());
                having.forEach(candidate -> scores.merge(candidate, weight, Double::sum));
            }
        }
        List<Map.Entry<Integer, Double>> best = new ArrayList<>(scores.entrySet());
        best.sort(Map.Entry.<Integer, Double>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey())
                .reversed());
        List<Long> sources = new ArrayList<>();
        StateItem.@Nullable Origin origin = null;
        for (Map.Entry<Integer, Double> scored : best.subList(0, Math.min(MOST, best.size()))) {
            if (scored.getValue() >= CLOSE * best.get(0).getValue()) {
                Candidate candidate = candidates.get(scored.getKey());
                sources.addAll(candidate.sources());
                origin = origin == null ? candidate.origin() : origin.and(candidate.origin());
            }
        }
        return origin == null ? item : item.withSources(sources, origin);
    }

    private Set<String> terms(String text) {
        return languages.contentTerms(language, cut(text).replace('’', '\''));
    }

    private static String cut(String text) {
        return text.substring(0, Math.min(MOST_CHARACTERS, text.length()));
    }

    private static boolean hasDigit(String term) {
        return Letters.any(term, Character::isDigit);
    }
}
