package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.stub.OwnQuestions;
import io.github.sessioncompression.stub.ProviderStub;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Eight callers of one memory id over guarded models, each of whom is answered to the own question: 3,008 calls under {@code -Pfuzz}. */
@Tag("landing")
@Tag("once")
class OwnQuestionTest {
    private static final String ID = "user-42";

    interface Plain {
        @SystemMessage("You help the customers of a garden shop.")
        String chat(@MemoryId String id, @UserMessage String question);
    }

    interface Streamed {
        @SystemMessage("You help the customers of a garden shop.")
        TokenStream chat(@MemoryId String id, @UserMessage String question);
    }

    /** A tool. */
    public static final class Shop {
        /** Finds much. */
        @Tool(name = OwnQuestions.TOOL, value = "looks something up")
        public String lookup(@P("topic") String topic) {
            return OwnQuestions.found();
        }
    }

    private static OwnQuestions.Client client(SessionCompressor compressor, Clients provider, ProviderStub server) {
        CompressingChatMemoryProvider memories =
                CompressingChatMemoryProvider.builder().compressor(compressor).build();
        Plain plain = AiServices.builder(Plain.class)
                .chatModel(memories.guard(provider.model(server.baseUrl(), GardenService.PATIENT)))
                .chatMemoryProvider(memories)
                .tools(new Shop())
                .build();
        Streamed streamed = AiServices.builder(Streamed.class)
                .streamingChatModel(memories.guard(provider.streaming(server.baseUrl(), GardenService.PATIENT)))
                .chatMemoryProvider(memories)
                .tools(new Shop())
                .build();
        return (streaming, question) -> streaming ? answer(streamed.chat(ID, question)) : plain.chat(ID, question);
    }

    private static String answer(TokenStream stream) {
        CompletableFuture<String> done = new CompletableFuture<>();
        stream.onPartialResponse(piece -> {})
                .onCompleteResponse(
                        response -> done.complete(response.aiMessage().text()))
                .onError(done::completeExceptionally)
                .start();
        return done.orTimeout(GardenService.PATIENT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** One of four in a run, all under {@code -Pfuzz}. */
    static Stream<Clients> clients() {
        return Stream.of(Clients.values()).filter(each -> FuzzCases.runs(4, FuzzCases.factor(each)));
    }

    @ParameterizedTest
    @MethodSource("clients")
    @Timeout(600)
    void eachCallIsAnsweredToItsOwnQuestion(Clients provider) throws Exception {
        try (ProviderStub server = provider.start()) {
            OwnQuestions.ask(
                    server,
                    ID,
                    OwnQuestions.calls(94),
                    compressor -> client(compressor, provider, server),
                    request -> List.of());
        }
    }
}
