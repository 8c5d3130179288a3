package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.store.InterleavedTurns;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AI services whose turns interleave in one conversation. */
@Tag("landing")
class InterleavedTurnsTest implements InterleavedTurns.Framework {
    interface Plain {
        @SystemMessage("You help the customers of a garden shop.")
        String chat(@MemoryId String id, @UserMessage String question);
    }

    interface Streamed {
        @SystemMessage("You help the customers of a garden shop.")
        TokenStream chat(@MemoryId String id, @UserMessage String question);
    }

    /** The tool. */
    public static final class Shop {
        private final UnaryOperator<String> found;

        Shop(UnaryOperator<String> found) {
            this.found = found;
        }

        /** Finds something. */
        @Tool(name = InterleavedTurns.TOOL, value = "looks something up")
        public String lookup(String topic) {
            return found.apply(topic);
        }
    }

    @Override
    public StructuredModel compressing(String provider) {
        return StructuredChatModel.of(Clients.OPENAI.model(provider + "/v1", GardenService.PATIENT));
    }

    @Override
    public InterleavedTurns.Client client(SessionCompressor compressor, String provider, UnaryOperator<String> tool) {
        CompressingChatMemoryProvider memories =
                CompressingChatMemoryProvider.builder().compressor(compressor).build();
        Plain plain = AiServices.builder(Plain.class)
                .chatModel(memories.guard(Clients.OPENAI.model(provider + "/v1", GardenService.PATIENT)))
                .chatMemoryProvider(memories)
                .tools(new Shop(tool))
                .build();
        Streamed streamed = AiServices.builder(Streamed.class)
                .streamingChatModel(memories.guard(Clients.OPENAI.streaming(provider + "/v1", GardenService.PATIENT)))
                .chatMemoryProvider(memories)
                .tools(new Shop(tool))
                .build();
        return new InterleavedTurns.Client() {
            @Override
            public String ask(String question) {
                return plain.chat(InterleavedTurns.CHAT, question);
            }

            @Override
            public String stream(String question) {
                return await(streamed.chat(InterleavedTurns.CHAT, question), false);
            }

            @Override
            public void giveUp(String question) {
                await(streamed.chat(InterleavedTurns.CHAT, question), true);
            }
        };
    }

    private static String await(TokenStream stream, boolean givenUp) {
        CompletableFuture<String> done = new CompletableFuture<>();
        stream.onPartialResponseWithContext((piece, context) -> {
                    if (givenUp) {
                        context.streamingHandle().cancel();
                        done.complete(piece.text());
                    }
                })
                .onCompleteResponse(
                        response -> done.complete(response.aiMessage().text()))
                .onError(done::completeExceptionally)
                .start();
        return done.orTimeout(GardenService.PATIENT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    @Timeout(120)
    void loseNothingDoubleNothingAndAreRefusedNothing(int mostMillis) throws Exception {
        InterleavedTurns.talk(this, mostMillis);
    }
}
