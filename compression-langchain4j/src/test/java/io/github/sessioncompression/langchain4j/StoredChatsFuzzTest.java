package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.HostileTexts;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every provider accepts the next turns' requests for any stored chat, streamed or not. */
@Tag("landing")
class StoredChatsFuzzTest {
    private static final int WINDOW = 4_000;
    private static final int MOST_MESSAGES = 30;
    private static final List<Clients> PROVIDERS = List.of(Clients.values());

    private final Map<Clients, ProviderStub> servers = new EnumMap<>(Clients.class);

    @BeforeEach
    void start() {
        for (Clients provider : Clients.values()) {
            ProviderStub server = provider == Clients.OPENAI ? StrictOpenAiServer.start() : provider.start();
            server.answers(StoredChatsFuzzTest::reply);
            servers.put(provider, server);
        }
    }

    @AfterEach
    void stop() {
        servers.values().forEach(ProviderStub::close);
    }

    private static Reply reply(Sent request) {
        if (request.textTokens() > WINDOW) {
            return new Reply.Failure(500, "the request has " + request.textTokens() + " tokens");
        }
        return SentRules.objection(request)
                .<Reply>map(why -> new Reply.Failure(500, why))
                .orElse(Reply.text("All right."));
    }

    private static ChatMessage message(Random random, HostileTexts texts) {
        return switch (random.nextInt(10)) {
            case 0 -> ToolExecutionResultMessage.from(texts.id(), texts.name(), texts.text());
            case 1, 2, 3 -> user(texts.text());
            case 4 -> random.nextInt(4) == 0 ? system(texts.text()) : user(texts.text());
            case 5 -> AiMessage.builder().build();
            case 6, 7 -> AiMessage.builder().text(texts.text()).build();
            default ->
                AiMessage.builder()
                        .text(random.nextBoolean() ? null : texts.text())
                        .toolExecutionRequests(calls(random, texts))
                        .build();
        };
    }

    /** Text accepted by LangChain4j: a zero-width space if it is blank. */
    private static String some(String text) {
        return text.trim().isEmpty() ? "\u200B" : text;
    }

    private static ChatMessage user(String text) {
        return UserMessage.from(TextContent.from(some(text)));
    }

    private static ChatMessage system(String text) {
        return SystemMessage.from(some(text));
    }

    private static List<ToolExecutionRequest> calls(Random random, HostileTexts texts) {
        List<ToolExecutionRequest> calls = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            calls.add(ToolExecutionRequest.builder()
                    .id(random.nextInt(8) == 0 ? null : texts.id())
                    .name(texts.name())
                    .arguments(random.nextInt(8) == 0 ? null : texts.arguments())
                    .build());
        }
        return calls;
    }

    /** Results may follow calls, all of them or some, in some order. */
    private static void add(CompressingChatMemory memory, ChatMessage message, Random random, HostileTexts texts) {
        memory.add(message);
        if (message instanceof AiMessage answer && random.nextInt(4) > 0) {
            for (ToolExecutionRequest call : answer.toolExecutionRequests()) {
                if (random.nextInt(5) > 0) {
                    memory.add(ToolExecutionResultMessage.from(call.id(), call.name(), texts.text()));
                }
            }
        }
    }

    private void goesOn(long seed) {
        Random random = new Random(seed);
        HostileTexts texts = new HostileTexts(random);
        Clients provider = PROVIDERS.get(random.nextInt(PROVIDERS.size()));
        ProviderStub server = Objects.requireNonNull(servers.get(provider));
        try (SessionCompressor compressor = Chats.immediate(CompressionPolicy.forWindow(WINDOW))) {
            CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                    .compressor(compressor)
                    .build();
            CompressingChatMemory memory = memories.get("c");
            for (int i = random.nextInt(MOST_MESSAGES); i >= 0; i--) {
                add(memory, message(random, texts), random, texts);
            }
            UnaryOperator<String> service = new GardenService(
                            provider, server.baseUrl(), random.nextBoolean(), () -> false, () -> false)
                    .over(memories, memory);
            for (int turn = 0; turn < 3; turn++) {
                assertThat(service.apply("What now? " + turn)).isEqualTo("All right.");
            }
        }
    }

    @Test
    void theNextTurnsAreTaken() {
        FuzzCases.STORED_CHATS.run(this::goesOn);

        servers.values().forEach(server -> assertThat(server.refusals()).isEmpty());
    }
}
