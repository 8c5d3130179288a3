package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.guardrail.GuardrailException;
import dev.langchain4j.guardrail.OutputGuardrail;
import dev.langchain4j.guardrail.OutputGuardrailResult;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import io.github.sessioncompression.Policies;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.policy.TriggerPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns that end without an answer, and the compression at the trigger point for them. */
class InterruptionListenerTest {
    private static final UserMessage QUESTION = UserMessage.from("And the hotel?");

    private final List<Reason> reasons = new ArrayList<>();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(Policies.early(4_000).withTriggerPoints(Set.of(TriggerPoint.INTERRUPTED)))
            .executor(Runnable::run)
            .listener(event -> {
                if (event instanceof StageFinished finished) {
                    reasons.add(finished.reason());
                }
            })
            .build();
    private final CompressingChatMemoryProvider memories =
            CompressingChatMemoryProvider.builder().compressor(compressor).build();

    interface Assistant {
        String chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String question);
    }

    /** Refuses each answer. */
    public static final class Strict implements OutputGuardrail {
        @Override
        public OutputGuardrailResult validate(AiMessage answer) {
            return fatal("No.");
        }
    }

    @BeforeEach
    void talk() {
        CompressingChatMemory memory = memories.get("anna");
        for (int turn = 0; memory.conversation().status().contextTokens() <= 2_900; turn++) {
            Chats.talk(memory, turn, 1);
        }
        assertThat(reasons).isEmpty();
    }

    @AfterEach
    void close() {
        compressor.close();
    }

    private ChatRequest request() {
        memories.get("anna").add(QUESTION);
        return ChatRequest.builder().messages(memories.get("anna").messages()).build();
    }

    /** Streams as it is told. */
    private StreamingChatModel guarded(Consumer<StreamingChatResponseHandler> stream) {
        return memories.guard(new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                stream.accept(handler);
            }
        });
    }

    private static void piece(StreamingChatResponseHandler handler, boolean[] cancelled) {
        handler.onPartialResponse(new PartialResponse("The"), new PartialResponseContext(new StreamingHandle() {
            @Override
            public void cancel() {
                cancelled[0] = true;
            }

            @Override
            public boolean isCancelled() {
                return cancelled[0];
            }
        }));
    }

    @Test
    void compressesWhereStreamIsCancelled() {
        boolean[] cancelled = new boolean[1];
        StreamingChatModel model = guarded(handler -> piece(handler, cancelled));

        model.chat(request(), new Handler() {
            @Override
            public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
                assertThat(context.streamingHandle().isCancelled()).isFalse();
                context.streamingHandle().cancel();
            }
        });

        assertThat(cancelled[0]).isTrue();
        assertThat(reasons).isNotEmpty().containsOnly(Reason.INTERRUPTED);
        List<ChatMessage> messages = memories.get("anna").messages();
        assertThat(messages.get(messages.size() - 1))
                .as("the chat's own messages stay")
                .isEqualTo(QUESTION);
    }

    @Test
    void compressesWhereStreamFails() {
        guarded(handler -> handler.onError(new IllegalStateException("connection reset")))
                .chat(request(), new Handler());
        assertThat(reasons).isNotEmpty().containsOnly(Reason.INTERRUPTED);
    }

    @Test
    void compressesWhereCallFails() {
        ChatModel model = memories.guard(new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                throw new IllegalStateException("connection reset");
            }
        });
        assertThatThrownBy(() -> model.chat(request())).hasMessage("connection reset");
        assertThat(reasons).isNotEmpty().containsOnly(Reason.INTERRUPTED);
    }

    @Test
    void finishedStreamIsNoInterruption() {
        boolean[] cancelled = new boolean[1];
        PartialResponseContext[] late = new PartialResponseContext[1];
        guarded(handler -> {
                    piece(handler, cancelled);
                    handler.onCompleteResponse(ChatResponse.builder()
                            .aiMessage(AiMessage.from("The station."))
                            .build());
                })
                .chat(request(), new Handler() {
                    @Override
                    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
                        late[0] = context;
                    }
                });
        late[0].streamingHandle().cancel();
        assertThat(reasons).isEmpty();
    }

    @Test
    void compressesWhereGuardrailEndsTurn() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(new FakeChatModel(request -> FakeChatModel.answer("The station.", null)))
                .chatMemoryProvider(memories)
                .outputGuardrails(new Strict())
                .registerListener(memories.interruptionListener())
                .build();

        assertThatThrownBy(() -> assistant.chat("anna", "And the hotel?")).isInstanceOf(GuardrailException.class);

        assertThat(reasons).isNotEmpty().containsOnly(Reason.INTERRUPTED);
    }

    /** Ignores what it is told. */
    private static class Handler implements StreamingChatResponseHandler {
        @Override
        public void onCompleteResponse(ChatResponse response) {}

        @Override
        public void onError(Throwable error) {}
    }
}
