package io.github.sessioncompression.benchmarks;

import dev.langchain4j.model.embedding.onnx.bgesmallenv15q.BgeSmallEnV15QuantizedEmbeddingModel;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.langchain4j.EmbeddingModels;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.OpenAiChat;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.SearchOptions;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Measures which share of the messages that answer a question is among the first ten hits of a search for it.
 *
 * <p>Arguments: a directory with pairs of files {@code X.transcript.json} (a chat as OpenAI has it, each message with an {@code id}) and
 * {@code X.qa.json} (a list of objects with {@code question}, {@code evidence}, a list of ids, and {@code category}); then any number of
 * categories to leave out. Prints the share over all evidence, the mean over questions, and both by category, without and with a small
 * English embedding model.
 */
public final class SearchQuality {
    private static final SearchOptions ALL = SearchOptions.defaults().withScope(SearchOptions.Scope.ALL);

    private SearchQuality() {}

    private static final class Tally {
        private int found;
        private int evidence;
        private int questions;
        private double shares;

        private void add(int hits, int of) {
            found += hits;
            evidence += of;
            questions++;
            shares += (double) hits / of;
        }

        private String line(String name) {
            return String.format(
                    "%-28s evidence found %.3f (%d of %d), mean over %d questions %.3f",
                    name,
                    (double) found / Math.max(1, evidence),
                    found,
                    evidence,
                    questions,
                    shares / Math.max(1, questions));
        }
    }

    /** Runs it: see the class. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            throw new IllegalArgumentException("a directory must be given");
        }
        Set<String> leftOut = new HashSet<>(List.of(arguments).subList(1, arguments.length));
        Path directory = Path.of(arguments[0]);
        System.out.println("By words:");
        measure(directory, leftOut, RecallOptions.defaults());
        System.out.println("By words and meaning:");
        measure(
                directory,
                leftOut,
                RecallOptions.defaults()
                        .withEmbedder(EmbeddingModels.embedder(new BgeSmallEnV15QuantizedEmbeddingModel())));
        System.exit(0); // The model's threads are none of daemons.
    }

    private static void measure(Path directory, Set<String> leftOut, RecallOptions recall) throws IOException {
        Map<String, Tally> categories = new TreeMap<>();
        Tally all = new Tally();
        for (Path transcript : transcripts(directory)) {
            try (SessionCompressor compressor = SessionCompressor.builder()
                    .policy(CompressionPolicy.forWindow(1_000_000).withEnabled(false))
                    .recall(recall)
                    .build()) {
                Conversation chat = compressor.conversation("chat");
                try (Reader reader = Files.newBufferedReader(transcript)) {
                    chat.append(OpenAiChat.read(reader));
                }
                Path questions =
                        directory.resolve(transcript.getFileName().toString().replace(".transcript.json", ".qa.json"));
                List<?> asked = (List<?>) Objects.requireNonNull(Json.parse(Files.readString(questions)));
                for (Object question : asked) {
                    ask(chat, (Map<?, ?>) question, leftOut, all, categories);
                }
            }
        }
        categories.forEach((name, tally) -> System.out.println("  " + tally.line(name)));
        System.out.println("  " + all.line("all"));
    }

    private static List<Path> transcripts(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".transcript.json"))
                    .sorted()
                    .toList();
        }
    }

    private static void ask(
            Conversation chat, Map<?, ?> question, Set<String> leftOut, Tally all, Map<String, Tally> categories) {
        String category = String.valueOf(question.get("category"));
        Map<String, Long> places = new HashMap<>();
        for (Entry entry : chat.entries()) {
            places.put(String.valueOf(entry.message().id()), entry.sequence());
        }
        List<Long> evidence = new ArrayList<>();
        if (question.get("evidence") instanceof List<?> ids) {
            ids.stream()
                    .distinct()
                    .map(id -> places.get(String.valueOf(id)))
                    .filter(place -> place != null)
                    .forEach(evidence::add);
        }
        if (evidence.isEmpty() || leftOut.contains(category)) {
            return;
        }
        List<Long> hits = chat.recall().search(String.valueOf(question.get("question")), ALL).stream()
                .map(Hit::sequence)
                .toList();
        int found = (int) evidence.stream().filter(hits::contains).count();
        all.add(found, evidence.size());
        categories.computeIfAbsent(category, name -> new Tally()).add(found, evidence.size());
    }
}
