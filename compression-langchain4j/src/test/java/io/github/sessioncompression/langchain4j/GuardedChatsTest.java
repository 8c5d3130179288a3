package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.service.AiServices;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import io.github.sessioncompression.stub.GeminiStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Assignment of a guarded request to its chat, and of its usage. */
class GuardedChatsTest extends GuardedModelFixture {
    private ModelUse usageOf(Object id) {
        return memories.conversation(id).status().stats().chatUsage();
    }

    @Test
    void countsUsageForConversationOfRequest() {
        Assistant one = service().build();
        Assistant other = service().tools(new Weather()).build();
        server.next(
                Reply.text("Hello.").costing(Usage.of(30, 4)),
                Reply.call("weather", Map.of("city", "Bonn")).costing(new Usage(100, 40, 0, 9, 0)),
                Reply.text("Sunny.").costing(new Usage(20, 150, 0, 5, 3)),
                Reply.text("Hello again.").costing(Usage.of(50, 6)));

        one.chat("anna", "Hello");
        other.chat(7, "Weather in Bonn?");
        other.chat("anna", "Hello, you");

        assertThat(usageOf("anna")).isEqualTo(new ModelUse(2, 80, 10, 0, 0));
        assertThat(usageOf(7)).isEqualTo(new ModelUse(2, 120, 17, 190, 0));
        assertThat(compressor.stats().chatUsage().calls()).isEqualTo(4);
    }

    @Test
    void usageIsToldOnceBesideAListener() {
        Assistant assistant = service()
                .tools(new Weather())
                .registerListener(memories.usageListener())
                .build();
        server.next(
                Reply.call("weather", Map.of("city", "Bonn")).costing(Usage.of(100, 9)),
                Reply.text("Sunny.").costing(Usage.of(170, 5)));

        assistant.chat("anna", "Weather in Bonn?");

        assertThat(usageOf("anna")).isEqualTo(new ModelUse(2, 270, 14, 0, 0));
    }

    @Test
    void theContextIsMeasuredAsTheProviderDoes() {
        Assistant assistant = service().build();
        server.answers(Reply.text("Hello.").costing(Usage.of(1_500, 4)));

        assistant.chat("anna", "Hello");

        assertThat(memories.conversation("anna").status().contextTokens()).isBetween(1_500, 1_530);
    }

    @Test
    void distinguishesChatsSharingMessages() {
        UserMessage shared = UserMessage.from("Go on.");
        server.answers(Reply.text("Well.").costing(Usage.of(40, 2)));
        for (String id : List.of("one", "two", "one", "two", "two")) {
            CompressingChatMemory memory = memories.get(id);
            memory.add(shared);
            memory.add(guarded.chat(memory.messages()).aiMessage());
        }

        assertThat(usageOf("one").calls()).isEqualTo(2);
        assertThat(usageOf("two").calls()).isEqualTo(3);
    }

    @Test
    void aRequestFromAnotherThreadIsKnownByItsMessages() throws Exception {
        CompressingChatMemory memory = memories.get("one");
        memory.add(UserMessage.from("Hello."));
        List<ChatMessage> request = memory.messages();
        memories.get("two").messages();
        server.answers(Reply.text("Well.").costing(Usage.of(40, 2)));

        Thread sends = new Thread(() -> guarded.chat(request));
        sends.start();
        sends.join();
        guarded.chat(request);

        assertThat(usageOf("one").calls()).isEqualTo(2);
        assertThat(usageOf("two").calls()).isZero();
    }

    @Test
    void messagesOfSeveralChatsSpeakForNoneOnAnotherThread() throws Exception {
        UserMessage shared = UserMessage.from("Go on.");
        memories.get("one").add(shared);
        memories.get("two").add(shared);
        memories.get("one").messages();
        List<ChatMessage> request = memories.get("two").messages();

        Thread sends = new Thread(() -> guarded.chat(request));
        sends.start();
        sends.join();

        assertThat(usageOf("one").calls()).isZero();
        assertThat(usageOf("two").calls()).isZero();
        assertThat(server.sent()).hasSize(1);
    }

    @Test
    void theFirstRequestOfAnEmptyChatIsKnown() {
        List<ChatMessage> request = memories.get("new").messages();
        UserMessage question = UserMessage.from("Hello");
        memories.get("new").add(question);
        request.add(question);
        server.answers(Reply.text("Hello.").costing(Usage.of(30, 4)));

        guarded.chat(request);
        guarded.chat(UserMessage.from("Of no chat"));

        assertThat(usageOf("new").calls()).isEqualTo(1);
        assertThat(compressor.stats().chatUsage().calls()).isEqualTo(1);
    }

    @Test
    void tellsThatGeminiBlockedThePrompt() {
        try (GeminiStub gemini = GeminiStub.start()) {
            gemini.answers(new Reply.Raw(200, "{\"promptFeedback\": {\"blockReason\": \"PROHIBITED_CONTENT\"}}"));
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(memories.guard(Clients.GEMINI.model(gemini.baseUrl(), Duration.ofSeconds(30))))
                    .chatMemoryProvider(memories)
                    .build();

            assertThatThrownBy(() -> assistant.chat("anna", "Hello"))
                    .isInstanceOf(ContentFilteredException.class)
                    .hasMessage("the provider blocked the prompt");
        }
    }

    @Test
    void recognizesFirstQuestionDespiteRetrieval() {
        Assistant assistant = service()
                .contentRetriever(query -> List.of(Content.from(PAGE)))
                .storeRetrievedContentInChatMemory(false)
                .build();
        server.answers(Reply.text("Sow in April.").costing(Usage.of(60, 4)));

        assistant.chat("anna", "When do I sow?");
        assistant.chat("bert", "And I?");
        assistant.chat("anna", "And then?");

        assertThat(usageOf("anna").calls()).isEqualTo(2);
        assertThat(usageOf("bert").calls()).isEqualTo(1);
        assertThat(server.lastSent().question()).contains("And then?", PAGE.strip());
        assertThat(memories.get("anna").messages())
                .noneMatch(each -> each.toString().contains("seeds"));
    }

    @Test
    void aRequestOfNoChatPassesAsItIsAndAsksTheStoreNothing() {
        List<String> asked = new ArrayList<>();
        SessionStore store = WatchedStore.of(SessionStore.inMemory(), call -> {
            asked.add(call.name());
            return call.proceed();
        });
        try (SessionCompressor own = Chats.immediate(CompressionPolicy.forWindow(4_000), store)) {
            ChatModel model = CompressingChatMemoryProvider.builder()
                    .compressor(own)
                    .build()
                    .guard(plain);
            String article = "Sum this up: " + PAGE.repeat(600);
            model.chat(UserMessage.from(article));
            assertThat(server.lastSent().question()).isEqualTo(article);
            server.withWindow(3_000);
            assertThatThrownBy(() -> model.chat(UserMessage.from(article))).isInstanceOf(InvalidRequestException.class);
        }
        assertThat(asked).isEmpty();
        assertThat(server.sent()).hasSize(2);
    }

    @Test
    void countsUsageOnceForDoublyGuardedModel() {
        ChatModel twice = memories.guard(new ChatModel() {
            @Override
            public ChatResponse chat(ChatRequest request) {
                return guarded.chat(request);
            }
        });
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(twice)
                .chatMemoryProvider(memories)
                .build();
        server.answers(Reply.text("Hello.").costing(Usage.of(30, 4)));
        assistant.chat("anna", "Hello");
        assertThat(usageOf("anna")).isEqualTo(new ModelUse(1, 30, 4, 0, 0));
    }
}
