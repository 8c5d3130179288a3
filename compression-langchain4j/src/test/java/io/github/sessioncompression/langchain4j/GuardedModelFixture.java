package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A guarded model, its chats, and the provider behind it. */
abstract class GuardedModelFixture {
    static final String PAGE = "A page about soils, seeds and the weather of early spring. ";

    final StrictOpenAiServer server = StrictOpenAiServer.start();
    final SessionCompressor compressor = Chats.immediate(CompressionPolicy.forWindow(4_000));
    final CompressingChatMemoryProvider memories =
            CompressingChatMemoryProvider.builder().compressor(compressor).build();
    final OpenAiChatModel plain = openAi();
    final ChatModel guarded = memories.guard(plain);

    OpenAiChatModel openAi(ChatModelListener... listeners) {
        return OpenAiClient.of(server).listeners(List.of(listeners)).build();
    }

    @AfterEach
    void stop() {
        compressor.close();
        server.close();
    }

    interface Assistant {
        String chat(@MemoryId Object id, @UserMessage String question);
    }

    /** A tool. */
    public static final class Weather {
        /** The same each time. */
        @Tool("what the weather is like in a city")
        public String weather(String city) {
            return "sunny in " + city;
        }
    }

    AiServices<Assistant> service() {
        return AiServices.builder(Assistant.class).chatModel(guarded).chatMemoryProvider(memories);
    }
}
