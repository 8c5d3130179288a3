package io.github.sessioncompression.benchmarks;

import dev.langchain4j.model.embedding.onnx.bgesmallenv15q.BgeSmallEnV15QuantizedEmbeddingModel;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.langchain4j.EmbeddingStores;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.vector.VectorSearch;
import io.github.sessioncompression.search.MessageSearch;
import io.github.sessioncompression.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.DoubleSummaryStatistics;
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
 * categories to leave out. By words, and with a small English embedding model, it prints for each category and for all the share of all evidence
 * messages that is found, and the mean of the questions' shares.
 *
 * <p>Evidence that the chat does not have is left out and counted.
 */
public final class SearchQuality {
    private static final int LIMIT = 10;
    private static final int EXCERPT_CHARS = 600;

    private SearchQuality() {}

    /** Evidence found for the questions of a category. */
    private static final class Tally {
        private int found;
        private int evidence;
        private final DoubleSummaryStatistics shares = new DoubleSummaryStatistics();

        private void add(Set<Long> wanted, Set<Long> hits) {
            int hit = (int) wanted.stream().filter(hits::contains).count();
            found += hit;
            evidence += wanted.size();
            shares.accept((double) hit / wanted.size());
        }

        private String line(String name) {
            return String.format(
                    "%-26s %d questions; %.3f (%d of %d), mean %.3f",
                    name,
                    shares.getCount(),
                    (double) found / Math.max(1, evidence),
                    found,
                    evidence,
                    shares.getAverage());
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
                        .withSecondSearch(VectorSearch.in(EmbeddingStores.meaningStore(
                                new BgeSmallEnV15QuantizedEmbeddingModel(), new InMemoryEmbeddingStore<>()))));
        System.exit(0); // The model's threads are none of daemons.
    }

    private static void measure(Path directory, Set<String> leftOut, RecallOptions recall) throws IOException {
        Map<String, Tally> categories = new TreeMap<>();
        Tally all = new Tally();
        int unknown = 0;
        SessionStore store = SessionStore.inMemory();
        MessageSearch search = new MessageSearch(store, recall);
        for (Path transcript : transcripts(directory)) {
            try (SessionCompressor compressor = SessionCompressor.builder()
                    .policy(CompressionPolicy.forWindow(1_000_000).withEnabled(false))
                    .store(store)
                    .build()) {
                String name = transcript.getFileName().toString();
                Conversation chat = compressor.conversation(name);
                chat.append(messages(transcript));
                Path questions = directory.resolve(name.replace(".transcript.json", ".qa.json"));
                List<?> asked = (List<?>) Objects.requireNonNull(Json.parse(Files.readString(questions)));
                for (Object question : asked) {
                    unknown += ask(search, chat, (Map<?, ?>) question, leftOut, all, categories);
                }
            }
        }
        categories.forEach((name, tally) -> System.out.println("  " + tally.line(name)));
        System.out.println("  " + all.line("all"));
        if (unknown > 0) {
            System.out.println("  evidence that no chat has: " + unknown);
        }
    }

    private static List<Path> transcripts(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".transcript.json"))
                    .sorted()
                    .toList();
        }
    }

    /** The messages of a transcript in OpenAI's chat format, which hold texts alone. */
    private static List<Message> messages(Path transcript) throws IOException {
        Object json = Json.parse(Files.readString(transcript));
        JsonFields wrapper = JsonFields.of("transcript", json instanceof List ? Map.of("messages", json) : json);
        return wrapper.objects("messages").stream()
                .map(message -> {
                    String text = message.text("content", "");
                    Message said = message.text("role").equals("user") ? Message.user(text) : Message.assistant(text);
                    return said.withName(message.textOrNull("name"))
                            .withId(message.textOrNull("id"))
                            .withTimestamp(message.has("timestamp") ? time(message.text("timestamp")) : null);
                })
                .toList();
    }

    private static Instant time(String text) {
        return LocalDateTime.parse(text.replaceFirst("Z$", "")).toInstant(ZoneOffset.UTC);
    }

    private static int ask(
            MessageSearch search,
            Conversation chat,
            Map<?, ?> question,
            Set<String> leftOut,
            Tally all,
            Map<String, Tally> categories) {
        String category = String.valueOf(question.get("category"));
        if (leftOut.contains(category) || !(question.get("evidence") instanceof List<?> ids)) {
            return 0;
        }
        Map<String, Long> places = new HashMap<>();
        for (Entry entry : chat.entries()) {
            places.put(String.valueOf(entry.message().id()), entry.sequence());
        }
        List<Long> known = ids.stream()
                .flatMap(id -> Stream.ofNullable(places.get(String.valueOf(id))))
                .toList();
        if (!known.isEmpty()) {
            Set<Long> evidence = new HashSet<>(known);
            Set<Long> hits = new HashSet<>();
            search.search(chat.id(), String.valueOf(question.get("question")), LIMIT, EXCERPT_CHARS, MessageSearch.ALL)
                    .forEach(hit -> hits.add(hit.sequence()));
            all.add(evidence, hits);
            categories.computeIfAbsent(category, name -> new Tally()).add(evidence, hits);
        }
        return ids.size() - known.size();
    }
}
