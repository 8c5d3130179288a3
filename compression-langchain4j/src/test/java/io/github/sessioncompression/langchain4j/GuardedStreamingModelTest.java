package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.TokenUsage;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A guarded model that streams. */
class GuardedStreamingModelTest {
    private final InvalidRequestException tooLong =
            new InvalidRequestException("This model's maximum context length is 900 tokens.");

    private final StrictOpenAiServer server = StrictOpenAiServer.start();
    private final SessionCompressor compressor = Chats.immediate(CompressionPolicy.forWindow(4_000));
    private final CompressingChatMemoryProvider memories =
            CompressingChatMemoryProvider.builder().compressor(compressor).build();
    private final OpenAiStreamingChatModel plain = OpenAiStreamingChatModel.builder()
            .baseUrl(server.baseUrl())
            .apiKey("none")
            .modelName("gpt-4.1")
            .build();
    private final StreamingChatModel guarded = memories.guard(plain);

    @AfterEach
    void stop() {
        compressor.close();
        server.close();
    }

    /** Writes down what it is told. */
    static final class Told implements StreamingChatResponseHandler {
        final List<String> calls = new ArrayList<>();
        final CompletableFuture<ChatResponse> done = new CompletableFuture<>();

        @Override
        public void onPartialResponse(String piece) {
            calls.add("text");
        }

        @Override
        public void onPartialThinking(PartialThinking thinking) {
            calls.add("thinking");
        }

        @Override
        public void onPartialToolCall(PartialToolCall call) {
            calls.add("part of a call");
        }

        @Override
        public void onCompleteToolCall(CompleteToolCall call) {
            calls.add("call");
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            calls.add("complete");
            done.complete(response);
        }

        @Override
        public void onError(Throwable error) {
            calls.add("error");
            done.completeExceptionally(error);
        }
    }

    private static ChatRequest request(List<ChatMessage> messages) {
        return ChatRequest.builder().messages(messages).build();
    }

    private ModelUse usageOf(String id) {
        return memories.conversation(id).status().stats().chatUsage();
    }

    @Test
    void forwardsAllCallbacksAndCountsUsageOnce() {
        memories.get("anna").add(UserMessage.from("Weather?"));
        server.next(
                Reply.call("weather", Map.of("city", "Bonn")).costing(Usage.of(100, 9)),
                Reply.text("A long enough answer to come in several pieces.").costing(Usage.of(40, 3)));
        Told call = new Told();
        Told text = new Told();

        guarded.chat(request(memories.get("anna").messages()), call);
        call.done.join();
        guarded.chat(request(memories.get("anna").messages()), ChatRequestOptions.EMPTY, text);

        assertThat(text.done.join().aiMessage().text()).startsWith("A long enough");
        assertThat(call.calls).contains("part of a call", "call").endsWith("complete");
        assertThat(text.calls).startsWith("text", "text").endsWith("complete");
        assertThat(usageOf("anna")).isEqualTo(new ModelUse(2, 140, 12, 0, 0));
    }

    @Test
    void resendsTooLongRequestShorter() {
        server.withWindow(2_500);
        CompressingChatMemory memory = memories.get("anna");
        for (int turn = 0; turn < 60; turn++) {
            memory.add(Chats.question(turn));
            Told told = new Told();
            guarded.chat(request(memory.messages()), told);
            told.done.join();
            assertThat(told.calls).doesNotContain("error");
            memory.add(Chats.answer(turn));
        }
        assertThat(server.refusals()).hasSize(1);
        assertThat(server.sent()).hasSize(61);
        assertThat(memory.conversation().transcript()).hasSize(120);
    }

    @Test
    void otherFailuresAreTheApplications() {
        server.next(new Reply.Failure(400, "Unknown parameter."));
        Told told = new Told();
        memories.get("anna").add(UserMessage.from("Hello"));

        guarded.chat(request(memories.get("anna").messages()), told);

        assertThatThrownBy(told.done::join)
                .isInstanceOf(CompletionException.class)
                .hasMessageContaining("Unknown parameter.");
        assertThat(told.calls).containsExactly("error");
    }

    /** Fails in its own way as often as it is told, then answers. */
    private static StreamingChatModel failing(int times, List<ChatRequest> sent, Failing how) {
        return new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                sent.add(request);
                if (sent.size() <= times) {
                    how.fail(handler);
                } else {
                    handler.onCompleteResponse(ChatResponse.builder()
                            .aiMessage(AiMessage.from("Done."))
                            .tokenUsage(new TokenUsage(50, 2))
                            .build());
                }
            }
        };
    }

    private interface Failing {
        void fail(StreamingChatResponseHandler handler);
    }

    private List<ChatMessage> longChat() {
        Chats.talk(memories.get("anna"), 0, 15);
        memories.get("anna").add(Chats.question(15));
        return memories.get("anna").messages();
    }

    @Test
    void retriesModelThrowingDirectly() {
        List<ChatRequest> sent = new ArrayList<>();
        Told told = new Told();
        memories.guard(failing(1, sent, handler -> {
                    throw tooLong;
                }))
                .chat(request(longChat()), told);
        assertThat(told.calls).containsExactly("complete");
        assertThat(sent).hasSize(2);
        assertThat(sent.get(1).messages())
                .hasSizeLessThan(sent.get(0).messages().size());
    }

    @Test
    void onceAPieceWasPassedOnARefusalIsTold() {
        List<ChatRequest> sent = new ArrayList<>();
        Told told = new Told();
        memories.guard(failing(1, sent, handler -> {
                    handler.onPartialResponse("Well");
                    handler.onError(tooLong);
                }))
                .chat(request(longChat()), told);
        assertThat(told.calls).containsExactly("text", "error");
        assertThat(sent).hasSize(1);
    }

    @Test
    void onceThinkingWasPassedOnARefusalIsTold() {
        List<ChatRequest> sent = new ArrayList<>();
        Told told = new Told();
        memories.guard(failing(1, sent, handler -> {
                    handler.onPartialThinking(new PartialThinking("Hm."));
                    handler.onError(tooLong);
                }))
                .chat(request(longChat()), told);
        assertThat(told.calls).containsExactly("thinking", "error");
    }

    @Test
    void doesNotRetryAfterExceptionOfHandler() {
        List<ChatRequest> sent = new ArrayList<>();
        StreamingChatModel model = memories.guard(failing(0, sent, handler -> {}));
        StreamingChatResponseHandler broken = new StreamingChatResponseHandler() {
            @Override
            public void onCompleteResponse(ChatResponse response) {
                throw new IllegalStateException("the handler's own");
            }

            @Override
            public void onError(Throwable error) {}
        };
        assertThatThrownBy(() -> model.chat(request(longChat()), broken))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the handler's own");
        assertThat(sent).hasSize(1);
    }

    @Test
    void theModelItselfIsTheSame() {
        assertThat(guarded.listeners()).isEqualTo(plain.listeners());
        assertThat(guarded.provider()).isEqualTo(plain.provider());
        assertThat(guarded.supportedCapabilities()).isEqualTo(plain.supportedCapabilities());
        assertThat(guarded.defaultRequestParameters()).isSameAs(plain.defaultRequestParameters());
        assertThat(guarded.toString()).contains("OpenAiStreamingChatModel");
        Told told = new Told();
        guarded.chat("Hello", told);
        assertThat(told.done.join().aiMessage().text()).isEqualTo("All right.");
    }
}
