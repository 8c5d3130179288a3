package io.github.sessioncompression.realmodel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Recorded;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelStateCompiler;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreTransfer;
import io.github.sessioncompression.survival.SurvivalCheck;
import io.github.sessioncompression.survival.SurvivalCheck.Survival;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.TokenOptions;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
            .withMaxOutputTokens(1_000)
            .withTimeout(Duration.ofMinutes(8));
    /** Without it models as small as these go round in circles until they are cut off. */
    private static final double FREQUENCY_PENALTY = 0.5;

    private final String url = System.getProperty("real-model.url", "");
    private final String name = System.getProperty("real-model.name", "model");
    private final String key = System.getProperty("real-model.key", "none");
    private final Table table = new Table();
    private final List<String> broken = new ArrayList<>();

    private StructuredModel langChain4j() {
        return io.github.sessioncompression.langchain4j.StructuredChatModel.of(OpenAiChatModel.builder()
                .baseUrl(url)
                .apiKey(key)
                .modelName(name)
                .temperature(0.0)
                .frequencyPenalty(FREQUENCY_PENALTY)
                .timeout(Duration.ofMinutes(8))
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
                                .frequencyPenalty(FREQUENCY_PENALTY)
                                .build())
                        .build());
    }

    /** Its limit is not the others': a model may take its {@linkplain #OPTIONS time} for each answer, and a busy machine with it. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void noChatFailsAndNoStateShowsLessThanOneWrittenOffline() throws IOException {
        int chat = 0;
        for (Map.Entry<String, List<Message>> each : Recorded.chats().entrySet()) {
            boolean spring = chat++ % 2 == 1;
            run(
                    each.getKey(),
                    each.getValue(),
                    spring ? springAi() : langChain4j(),
                    spring ? "Spring AI" : "LangChain4j");
        }
        System.out.println(table.summary());
        assertThat(chat).isGreaterThanOrEqualTo(6);
        assertThat(broken).isEmpty();
    }

    /** Compresses a chat twice; fails only if the library breaks a promise, whatever the model answers. */
    private void run(String title, List<Message> messages, StructuredModel model, String client) throws IOException {
        RecordedModel recording = new RecordedModel(model);
        SessionStore store = SessionStore.inMemory();
        try (SessionCompressor compressor = compressor(store).model(recording).build();
                SessionCompressor fromTheStart =
                        compressor(SessionStore.inMemory()).build()) {
            Conversation chat = compressor.conversation(title);
            Conversation offlineChat = fromTheStart.conversation(title);
            int half = messages.size() / 2 + messages.size() / 2 % 2;
            long covered = 0;
            for (int generation = 1; generation <= 2; generation++) {
                List<Message> said =
                        generation == 1 ? messages.subList(0, half) : messages.subList(half, messages.size());
                StateDocument before = shown(chat);
                chat.append(said);
                offlineChat.append(said);
                int calls = recording.calls().size();
                StateDocument offlineHere = writtenOffline(store, title);
                Outcome outcome = chat.compress();
                offlineChat.compress();
                String where = title + ", compression " + generation;
                if (!(outcome instanceof Outcome.Compressed compressed)) {
                    broken.add(where + ": no state, " + outcome.label());
                    return;
                }
                List<Entry> all = entries(messages, 0, compressed.boundary());
                CompileRequest request = new CompileRequest(
                        StateSchema.session(),
                        entries(messages, covered, compressed.boundary()),
                        before.isEmpty() ? null : before,
                        null,
                        CAP);
                covered = compressed.boundary();
                Table.Row row = row(
                        title,
                        generation,
                        client,
                        compressed,
                        List.copyOf(recording
                                .calls()
                                .subList(calls, recording.calls().size())),
                        request,
                        all,
                        new double[] {share(all, offlineHere), share(all, shown(offlineChat)), share(all, shown(chat))
                        });
                System.out.println(row);
                table.add(row);
                table.write(name);
                invented(shown(chat), messages).forEach(value -> broken.add(where + ": nobody said " + value));
            }
        }
    }

    /** State of the extract compiler for the same chat. */
    private static StateDocument writtenOffline(SessionStore store, String title) {
        SessionStore copy = SessionStore.inMemory();
        StoreTransfer.copy(store, copy, List.of(title));
        try (SessionCompressor offline = compressor(copy).build()) {
            Conversation chat = offline.conversation(title);
            chat.compress();
            return shown(chat);
        }
    }

    private static SessionCompressor.Builder compressor(SessionStore store) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(64_000)
                        .withState(StateOptions.defaults().withMaxTokens(CAP))
                        .withModel(OPTIONS))
                .tokenCounter(COUNTER)
                .store(store);
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
        Survival survival = new SurvivalCheck(StateSchema.session(), COUNTER::count, false)
                .check(null, said, state, List.of(), Integer.MAX_VALUE);
        return survival.required() == 0 ? 1 : survival.held() / (double) survival.required();
    }

    /** Number of valid answers and the coverage of the best single one, -1 without a valid answer. */
    private static double[] alone(CompileRequest request, List<ModelAnswer> answers, List<Entry> said) {
        int valid = 0;
        double coverage = -1;
        for (ModelAnswer answer : answers) {
            Compilation alone = new ModelStateCompiler(
                            any -> answer,
                            OPTIONS,
                            new MessageTokens(COUNTER, TokenOptions.defaults()),
                            Clock.systemUTC(),
                            Runnable::run,
                            Sleeper.realTime(),
                            Redactor.secretsOnly(),
                            null)
                    .compile(request, null);
            StateDocument state = alone instanceof Compilation.Compiled compiled ? compiled.state() : null;
            if (state != null) {
                valid++;
                coverage = Math.max(coverage, share(said, state));
            }
        }
        return new double[] {valid, coverage};
    }

    private static List<String> invented(StateDocument shown, List<Message> messages) {
        StringBuilder all = new StringBuilder();
        messages.forEach(message -> all.append(message.text()).append('\n'));
        String said = plain(all.toString());
        return shown.items().stream()
                .flatMap(item -> AtomScanner.scan(item.text(), Languages.shared().unknown()).stream())
                .map(Atom::text)
                .filter(value -> !said.contains(plain(value)))
                .toList();
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }

    private static Table.Row row(
            String title,
            int generation,
            String client,
            Outcome.Compressed compressed,
            List<RecordedModel.Call> calls,
            CompileRequest request,
            List<Entry> all,
            double[] shares) {
        double[] alone =
                alone(request, calls.stream().map(RecordedModel.Call::answer).toList(), all);
        return new Table.Row(
                title,
                generation,
                client,
                calls,
                (int) alone[0],
                alone[1],
                shares[0],
                shares[1],
                shares[2],
                compressed.by() == Outcome.Compressed.By.MODEL,
                compressed.coverage());
    }
}
