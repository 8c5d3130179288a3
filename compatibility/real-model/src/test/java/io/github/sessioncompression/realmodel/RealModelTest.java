package io.github.sessioncompression.realmodel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.Anchors;
import io.github.sessioncompression.anchor.SurvivalCheck;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelStateCompiler;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Coverage;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.TokenOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;

/**
 * Chats of our own, compressed twice each by the model that {@code real-model.url} and {@code real-model.name} name: every other one through
 * LangChain4j's client and through Spring AI's.
 */
@EnabledIfSystemProperty(named = "real-model.url", matches = "http.+")
class RealModelTest {
    private static final int CAP = 420;
    private static final TokenCounter COUNTER = TokenCounter.o200k();
    private static final ModelOptions OPTIONS = ModelOptions.defaults()
            .withContextWindow(8_000)
            .withRetries(0)
            .withTimeout(Duration.ofMinutes(4))
            .withDeadline(Duration.ofMinutes(12));

    private final String url = System.getProperty("real-model.url", "");
    private final String name = System.getProperty("real-model.name", "model");
    private final String key = System.getProperty("real-model.key", "none");
    private final List<String> rows = new ArrayList<>();
    private final List<String> recorded = new ArrayList<>();

    private StructuredModel langChain4j() {
        return io.github.sessioncompression.langchain4j.StructuredChatModel.of(OpenAiChatModel.builder()
                .baseUrl(url)
                .apiKey(key)
                .modelName(name)
                .temperature(0.0)
                .timeout(Duration.ofMinutes(4))
                .maxRetries(0)
                .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
                .strictJsonSchema(true)
                .build());
    }

    private StructuredModel springAi() {
        OpenAiApi api = OpenAiApi.builder()
                .baseUrl(url.endsWith("/v1") ? url.substring(0, url.length() - 3) : url)
                .apiKey(key)
                .build();
        return io.github.sessioncompression.spring.ai.StructuredChatModel.of(
                org.springframework.ai.openai.OpenAiChatModel.builder()
                        .openAiApi(api)
                        .defaultOptions(OpenAiChatOptions.builder()
                                .model(name)
                                .temperature(0.0)
                                .build())
                        .build());
    }

    private static Map<String, List<Message>> chats() throws IOException {
        Map<String, List<Message>> chats = new LinkedHashMap<>();
        String title = "";
        try (InputStream in = RealModelTest.class.getResourceAsStream("chats.txt")) {
            String text = new String(Objects.requireNonNull(in, "chats.txt").readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.split("\n", -1)) {
                if (line.startsWith("## ")) {
                    title = line.substring(3);
                    chats.put(title, new ArrayList<>());
                } else if (line.startsWith("U: ")) {
                    chats.getOrDefault(title, List.of()).add(Message.user(line.substring(3)));
                } else if (line.startsWith("A: ")) {
                    chats.getOrDefault(title, List.of()).add(Message.assistant(line.substring(3)));
                }
            }
        }
        return chats;
    }

    @Test
    void noChatFailsAndNoStateShowsLessThanOneWrittenOffline() throws IOException {
        int chat = 0;
        for (Map.Entry<String, List<Message>> each : chats().entrySet()) {
            boolean spring = chat++ % 2 == 1;
            run(
                    each.getKey(),
                    each.getValue(),
                    spring ? springAi() : langChain4j(),
                    spring ? "Spring AI" : "LangChain4j");
        }
        assertThat(chat).isGreaterThanOrEqualTo(6);
    }

    private void run(String title, List<Message> messages, StructuredModel model, String client) throws IOException {
        RecordedModel recording = new RecordedModel(model);
        try (SessionCompressor compressor = compressor().model(recording).build();
                SessionCompressor without = compressor().build()) {
            Conversation chat = compressor.conversation(title);
            Conversation offlineChat = without.conversation(title);
            int half = messages.size() / 2 + messages.size() / 2 % 2;
            long covered = 0;
            for (int generation = 1; generation <= 2; generation++) {
                List<Message> said =
                        generation == 1 ? messages.subList(0, half) : messages.subList(half, messages.size());
                StateDocument before = shown(chat);
                chat.append(said);
                offlineChat.append(said);
                int calls = recording.answers().size();
                Outcome outcome = chat.compress();
                offlineChat.compress();

                assertThat(outcome).as("%s, compression %d", title, generation).isInstanceOf(Outcome.Compressed.class);
                Outcome.Compressed compressed = (Outcome.Compressed) outcome;
                List<Entry> all = entries(messages, 0, compressed.boundary());
                List<ModelAnswer> answers =
                        recording.answers().subList(calls, recording.answers().size());
                CompileRequest request = new CompileRequest(
                        StateSchema.session(),
                        entries(messages, covered, compressed.boundary()),
                        before.isEmpty() ? null : before,
                        null,
                        CAP);
                covered = compressed.boundary();
                double offline = share(all, shown(offlineChat));
                double merged = share(all, shown(chat));
                row(
                        title,
                        generation,
                        client,
                        compressed,
                        answers,
                        recording.millis().subList(calls, calls + answers.size()),
                        alone(request, answers, all),
                        offline,
                        merged);
                write();
                assertThat(merged).as("%s, compression %d", title, generation).isGreaterThanOrEqualTo(offline);
                assertNothingIsInvented(shown(chat), messages);
            }
        }
    }

    private static SessionCompressor.Builder compressor() {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(64_000)
                        .withState(StateOptions.defaults().withMaxTokens(CAP))
                        .withModel(OPTIONS))
                .tokenCounter(COUNTER)
                .store(SessionStore.inMemory());
    }

    private static StateDocument shown(Conversation chat) {
        return chat.record().map(CompressionRecord::injected).orElse(StateDocument.EMPTY);
    }

    private static List<Entry> entries(List<Message> messages, long after, long last) {
        List<Entry> entries = new ArrayList<>();
        for (long at = after + 1; at <= last; at++) {
            entries.add(new Entry(at, messages.get((int) at - 1), 1));
        }
        return entries;
    }

    /** The share of the facts said so far that a state shows. */
    private static double share(List<Entry> said, StateDocument state) {
        return new SurvivalCheck(StateSchema.session(), COUNTER::count)
                .check(null, said, state, List.of(), Integer.MAX_VALUE)
                .coverageBefore();
    }

    /** The coverage of the first valid answer alone, -1 if none is valid. */
    private static double[] alone(CompileRequest request, List<ModelAnswer> answers, List<Entry> said) {
        int valid = 0;
        double coverage = -1;
        for (ModelAnswer answer : answers) {
            Compilation alone = new ModelStateCompiler(
                            any -> answer,
                            OPTIONS,
                            new MessageTokens(COUNTER, TokenOptions.defaults()),
                            Clock.systemUTC(),
                            Runnable::run)
                    .compile(request, null);
            StateDocument state = alone instanceof Compilation.Compiled compiled
                    ? compiled.state()
                    : alone instanceof Compilation.Oversized large ? large.state() : null;
            if (state != null) {
                valid++;
                coverage = coverage < 0 ? share(said, state) : coverage;
            }
        }
        return new double[] {valid, coverage};
    }

    private static void assertNothingIsInvented(StateDocument shown, List<Message> messages) {
        StringBuilder all = new StringBuilder();
        messages.forEach(message -> all.append(message.text()).append('\n'));
        String said = plain(all.toString());
        for (Anchor anchor : Anchors.in(shown).all()) {
            if (anchor.type().isAtom()) {
                assertThat(said).as("a value of the state").contains(plain(anchor.text()));
            }
        }
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }

    private void row(
            String title,
            int generation,
            String client,
            Outcome.Compressed compressed,
            List<ModelAnswer> answers,
            List<Long> millis,
            double[] alone,
            double offline,
            double merged) {
        Coverage coverage = compressed.coverage();
        long slowest = millis.stream().mapToLong(Long::longValue).max().orElse(0);
        String row = String.format(
                Locale.ROOT,
                "| %s | %d | %s | %d of %d | %s | %.2f | %.2f | %.2f | %d | %.1f s |",
                title,
                generation,
                client,
                (int) alone[0],
                answers.size(),
                alone[1] < 0 ? "–" : String.format(Locale.ROOT, "%.2f", alone[1]),
                offline,
                merged,
                coverage.share(),
                coverage.invented(),
                slowest / 1_000.0);
        System.out.println(row);
        rows.add(row);
        answers.forEach(answer ->
                recorded.add(title + " | " + generation + " | " + answer.text().replace('\n', ' ')));
    }

    private void write() throws IOException {
        Path out = Path.of(System.getProperty("real-model.out", "target"));
        Files.createDirectories(out);
        List<String> table = new ArrayList<>(List.of(
                "| chat | compression | client | valid answers | model alone | offline alone | merged, shown | with ledger in any case | invented, dropped | slowest call |",
                "|---|---|---|---|---|---|---|---|---|---|"));
        table.addAll(rows);
        Files.write(out.resolve(name + ".md"), table);
        Files.write(out.resolve(name + "-answers.txt"), recorded);
    }
}
