package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageType;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.rag.DefaultRetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.query.transformer.CompressingQueryTransformer;
import dev.langchain4j.rag.query.transformer.ExpandingQueryTransformer;
import dev.langchain4j.rag.query.transformer.QueryTransformer;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first request of a chat, and requests of no chat that are made beside it. */
class FirstRequestTest {
    private static final String BLOCK = StateOptions.defaults().appendAwareness("");
    private static final String NAME = "Lovelace";

    private final List<ChatRequest> sent = new ArrayList<>();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .executor(Runnable::run)
            .userOf(id -> "ada")
            .build();
    private final CompressingChatMemoryProvider memories =
            CompressingChatMemoryProvider.builder().compressor(compressor).build();
    private final ChatModel model = new FakeChatModel(request -> {
        sent.add(request);
        return answer();
    });
    private final ChatModel guarded = memories.guard(model);

    interface Assistant {
        String chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String question);
    }

    interface Streamed {
        TokenStream chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String question);
    }

    @AfterEach
    void close() {
        compressor.close();
    }

    private static ChatResponse answer() {
        return ChatResponse.builder()
                .aiMessage(AiMessage.from("Query one\nQuery two"))
                .tokenUsage(new TokenUsage(500, 5))
                .build();
    }

    private AiServices<Assistant> service(boolean system) {
        AiServices<Assistant> service =
                AiServices.builder(Assistant.class).chatModel(guarded).chatMemoryProvider(memories);
        return system ? service.systemMessage("You help.") : service;
    }

    private void tellName() {
        service(true).build().chat("first", "How thick is the roof?");
        memories.conversation("first").pin("My name is Ada " + NAME + ".");
        memories.conversation("first").sessions().startNew();
        sent.clear();
    }

    private static String text(ChatRequest request) {
        return request.messages().toString();
    }

    /** Each request after the first begins with all messages of the one before. */
    private void assertExtending() {
        for (int i = 1; i < sent.size(); i++) {
            List<ChatMessage> before = sent.get(i - 1).messages();
            assertThat(sent.get(i).messages().subList(0, before.size())).isEqualTo(before);
        }
    }

    private UnaryOperator<String> streamed(boolean system) {
        StreamingChatModel streaming = new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                sent.add(request);
                handler.onCompleteResponse(answer());
            }
        };
        AiServices<Streamed> service = AiServices.builder(Streamed.class)
                .streamingChatModel(memories.guard(streaming))
                .chatMemoryProvider(memories);
        Streamed built = (system ? service.systemMessage("You help.") : service).build();
        return question -> {
            CompletableFuture<String> done = new CompletableFuture<>();
            built.chat("new", question)
                    .onPartialResponse(piece -> {})
                    .onCompleteResponse(
                            response -> done.complete(response.aiMessage().text()))
                    .onError(done::completeExceptionally)
                    .start();
            return done.join();
        };
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void hasWhatIsKeptOfUser(boolean system, boolean stream) {
        tellName();
        Assistant assistant = service(system).build();
        UnaryOperator<String> chat = stream ? streamed(system) : question -> assistant.chat("new", question);

        for (int i = 0; i < 3; i++) {
            assertThat(chat.apply("Who am I? " + i)).isNotNull();
        }

        assertThat(sent).hasSize(3).allSatisfy(request -> assertThat(text(request))
                .contains(NAME, "Who am I? 0"));
        assertThat(sent.get(0).messages())
                .extracting(ChatMessage::type)
                .containsExactly(
                        ChatMessageType.SYSTEM, ChatMessageType.USER, ChatMessageType.AI, ChatMessageType.USER);
        assertExtending();
    }

    @Test
    void hasWhatIsKeptOfUserWithoutGuard() {
        tellName();
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemoryProvider(memories)
                .systemMessage("You help.")
                .build();

        assistant.chat("new", "Who am I?");

        assertThat(text(sent.get(0))).contains(NAME);
    }

    @Test
    void hasWhatIsKeptOfUserInNewSession() {
        tellName();
        Assistant assistant = service(false).build();

        assistant.chat("first", "Who am I?");
        assistant.chat("first", "And where?");

        assertThat(sent).allSatisfy(request -> assertThat(text(request)).contains(NAME));
        assertExtending();
    }

    /** Ways in which an application changes its requests. */
    enum Change {
        NONE {
            @Override
            List<ChatMessage> of(List<ChatMessage> messages) {
                return messages;
            }
        },
        QUESTION_REWRITTEN {
            @Override
            List<ChatMessage> of(List<ChatMessage> messages) {
                List<ChatMessage> changed = new ArrayList<>(messages);
                UserMessage question = (UserMessage) changed.remove(changed.size() - 1);
                changed.add(UserMessage.from("It is Monday. " + question.singleText()));
                return changed;
            }
        },
        SYSTEM_MESSAGE_FIRST {
            @Override
            List<ChatMessage> of(List<ChatMessage> messages) {
                return Stream.concat(Stream.of(SystemMessage.from("It is Monday.")), messages.stream())
                        .toList();
            }
        },
        CONTEXT_BEFORE_QUESTION {
            @Override
            List<ChatMessage> of(List<ChatMessage> messages) {
                List<ChatMessage> changed = new ArrayList<>(messages);
                changed.add(messages.size() - 1, UserMessage.from("It is Monday."));
                return changed;
            }
        };

        abstract List<ChatMessage> of(List<ChatMessage> messages);
    }

    @ParameterizedTest
    @EnumSource(Change.class)
    void isOfChatWhateverTransformerDoes(Change change) {
        tellName();
        Assistant assistant = service(false)
                .chatRequestTransformer(request -> request.toBuilder()
                        .messages(change.of(request.messages()))
                        .build())
                .build();

        assistant.chat("new", "Who am I?");
        assistant.chat("new", "And where?");

        assertThat(sent).allSatisfy(request -> assertThat(text(request)).contains(NAME));
        assertThat(sent).allSatisfy(request -> assertThat(request.messages().stream()
                        .filter(SystemMessage.class::isInstance)
                        .map(Object::toString)
                        .toList()
                        .toString())
                .contains(BLOCK));
        assertThat(memories.conversation("new").status().stats().chatUsage().calls())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesQueriesOfRetrievalAlone(boolean expanding) {
        QueryTransformer transformer =
                expanding ? new ExpandingQueryTransformer(guarded) : new CompressingQueryTransformer(guarded);
        Assistant assistant = service(false)
                .retrievalAugmentor(DefaultRetrievalAugmentor.builder()
                        .queryTransformer(transformer)
                        .contentRetriever(query -> List.of(Content.from("Orders arrive on Mondays.")))
                        .build())
                .build();

        for (int i = 0; i < 3; i++) {
            assistant.chat("ann", "When does order " + i + " arrive?");
        }

        List<ChatRequest> queries = sent.stream()
                .filter(request -> !((UserMessage)
                                request.messages().get(request.messages().size() - 1))
                        .singleText()
                        .startsWith("When"))
                .toList();
        assertThat(queries).isNotEmpty().allSatisfy(request -> assertThat(request.messages())
                .singleElement()
                .isInstanceOf(UserMessage.class));
        assertThat(memories.conversation("ann").status().stats().chatUsage().calls())
                .isEqualTo(3);
        assertThat(sent.get(sent.size() - 1).messages().get(0)).isInstanceOf(SystemMessage.class);
    }

    @Test
    void leavesRequestsOfNoChatAlone() {
        CompressingChatMemory memory = memories.get("ann");
        ChatRequest classification = request(UserMessage.from("Spam or not: buy now"));
        ChatRequest title = request(UserMessage.from("Give this chat a title: When does order 1003 arrive?"));
        ChatRequest titleBySystem =
                request(SystemMessage.from("Give a title."), UserMessage.from("When does order 1003 arrive?"));
        UserMessage question = UserMessage.from("When does order 1003 arrive?");

        memory.messages();
        guarded.chat(classification);
        memory.add(question);
        guarded.chat(title);
        guarded.chat(titleBySystem);
        guarded.chat(request(question));
        memory.add(AiMessage.from("On Monday."));
        List<ChatMessage> chat = memory.messages();
        ChatRequest summary = request(UserMessage.from("Summarise"), chat.get(chat.size() - 1));
        guarded.chat(summary);

        assertThat(sent).hasSize(5);
        assertThat(sent.get(0).messages()).isEqualTo(classification.messages());
        assertThat(sent.get(1).messages()).isEqualTo(title.messages());
        assertThat(sent.get(2).messages()).isEqualTo(titleBySystem.messages());
        assertThat(sent.get(3).messages()).containsExactly(SystemMessage.from(BLOCK), question);
        assertThat(sent.get(4).messages()).isEqualTo(summary.messages());
        assertThat(memory.conversation().status().stats().chatUsage().calls()).isEqualTo(1);
    }

    @Test
    void leavesServicesWithoutMemoryAlone() {
        Assistant assistant = service(false).build();
        CompressingChatMemory memory = memories.get("ann");
        memory.messages();
        Plain plain = AiServices.create(Plain.class, guarded);

        plain.title("When does order 1003 arrive?");
        assistant.chat("ann", "When does order 1003 arrive?");

        assertThat(sent.get(0).messages()).hasSize(1);
        assertThat(sent.get(1).messages()).hasSize(2);
        assertThat(memory.conversation().status().stats().chatUsage().calls()).isEqualTo(1);
    }

    interface Plain {
        @dev.langchain4j.service.UserMessage("Title of: {{it}}")
        String title(String text);
    }

    private static ChatRequest request(ChatMessage... messages) {
        return ChatRequest.builder().messages(messages).build();
    }
}
