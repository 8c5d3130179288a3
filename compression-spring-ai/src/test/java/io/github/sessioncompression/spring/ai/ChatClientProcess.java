package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.store.jdbc.TwoClients;
import java.util.List;
import java.util.function.BinaryOperator;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.model.ChatModel;

/** A process of its own with a chat client. The first of two has its memory inside of the tool loop; the second streams. */
public final class ChatClientProcess implements TwoClients.Framework {
    private ChatClientProcess() {}

    /** Asks and answers. */
    public static void main(String[] arguments) {
        TwoClients.ask(new ChatClientProcess(), arguments);
    }

    private static ChatModel model(String provider) {
        return Provider.OPENAI.client(provider, options -> SpringChat.TWO ? options : options.set("streamUsage", true));
    }

    @Override
    public StructuredModel compressing(String provider) {
        return StructuredChatModel.of(model(provider));
    }

    @Override
    public BinaryOperator<String> chatting(SessionCompressor compressor, String provider, int process) {
        CompressingChatMemory memory =
                CompressingChatMemory.builder().compressor(compressor).build();
        List<Advisor> advisors = List.of(
                SessionStateAdvisor.builder(memory).build(),
                process == 0
                        ? SpringChat.nested(memory)
                        : MessageChatMemoryAdvisor.builder(memory).build(),
                SpringChat.toolAdvisor());
        ChatClient client = ChatClient.builder(model(provider))
                .defaultSystem(SpringChat.SYSTEM)
                .defaultAdvisors(advisors)
                .defaultToolCallbacks(List.of(new Lookup(GardenChat::found)))
                .build();
        return (chat, question) ->
                process == 0 ? SpringChat.call(client, chat, question) : SpringChat.stream(client, chat, question);
    }
}
