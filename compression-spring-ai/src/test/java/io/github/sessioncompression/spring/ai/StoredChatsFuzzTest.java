package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.HostileTexts;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;

/** Every provider accepts the next turns' requests for any stored chat, streamed or not. */
@Tag("landing")
class StoredChatsFuzzTest {
    private static final int WINDOW = 4_000;
    private static final int MOST_MESSAGES = 30;
    private static final List<WireFormat> FORMATS = List.of(WireFormat.values());

    private final Map<WireFormat, ProviderStub> servers = new EnumMap<>(WireFormat.class);

    @BeforeEach
    void start() {
        for (WireFormat format : WireFormat.values()) {
            ProviderStub server = format.start();
            server.answers(request -> reply(format, request));
            servers.put(format, server);
        }
    }

    @AfterEach
    void stop() {
        servers.values().forEach(ProviderStub::close);
    }

    private static Reply reply(WireFormat format, Sent request) {
        if (request.textTokens() > WINDOW) {
            return new Reply.Failure(500, "the request has " + request.textTokens() + " tokens");
        }
        return format.refusal(request)
                .<Reply>map(why -> new Reply.Failure(500, why))
                .orElse(Reply.text("All right."));
    }

    private static Message message(Random random, HostileTexts texts) {
        return switch (random.nextInt(10)) {
            case 0 -> responses(List.of(new ToolResponse(texts.id(), texts.name(), texts.text())));
            case 1, 2, 3 -> new UserMessage(texts.text());
            case 4 -> random.nextInt(4) == 0 ? new SystemMessage(texts.text()) : new UserMessage(texts.text());
            case 5 -> new AssistantMessage(null);
            case 6, 7 -> new AssistantMessage(texts.text());
            default ->
                AssistantMessage.builder()
                        .content(texts.text())
                        .toolCalls(calls(random, texts))
                        .build();
        };
    }

    private static List<AssistantMessage.ToolCall> calls(Random random, HostileTexts texts) {
        List<AssistantMessage.ToolCall> calls = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            calls.add(new AssistantMessage.ToolCall(texts.id(), "function", texts.name(), texts.arguments()));
        }
        return calls;
    }

    private static Message responses(List<ToolResponse> responses) {
        return ToolResponseMessage.builder().responses(responses).build();
    }

    /** Responses may follow calls, all of them or some. */
    private static void add(CompressingChatMemory memory, Message message, Random random, HostileTexts texts) {
        memory.add(SpringChat.ID, message);
        if (message instanceof AssistantMessage answer && answer.hasToolCalls() && random.nextInt(4) > 0) {
            List<ToolResponse> responses = new ArrayList<>();
            for (AssistantMessage.ToolCall call : answer.getToolCalls()) {
                if (random.nextInt(5) > 0) {
                    responses.add(new ToolResponse(call.id(), call.name(), texts.text()));
                }
            }
            memory.add(SpringChat.ID, responses(responses));
        }
    }

    private void goesOn(long seed) {
        Random random = new Random(seed);
        HostileTexts texts = new HostileTexts(random);
        WireFormat format = FORMATS.get(random.nextInt(FORMATS.size()));
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(WINDOW));
        for (int i = random.nextInt(MOST_MESSAGES); i >= 0; i--) {
            add(memory, message(random, texts), random, texts);
        }
        boolean nested = random.nextBoolean();
        List<Advisor> advisors = List.of(
                SessionStateAdvisor.builder(memory).build(),
                nested
                        ? SpringChat.nested(memory)
                        : MessageChatMemoryAdvisor.builder(memory).build(),
                nested ? SpringChat.toolAdvisorWithoutHistory() : SpringChat.toolAdvisor());
        ChatClient client = ChatClient.builder(format.client(Objects.requireNonNull(servers.get(format))))
                .defaultSystem(SpringChat.SYSTEM)
                .defaultAdvisors(advisors)
                .defaultToolCallbacks(List.of(new Lookup(GardenChat::found)))
                .build();
        boolean streaming = random.nextBoolean();
        for (int turn = 0; turn < 3; turn++) {
            assertThat(SpringChat.ask(streaming, client, "What now? " + turn)).isEqualTo("All right.");
        }
        memory.compressor().close();
    }

    @Test
    void theNextTurnsAreTaken() {
        FuzzCases.STORED_CHATS.run(this::goesOn);

        servers.values().forEach(server -> assertThat(server.refusals()).isEmpty());
    }
}
