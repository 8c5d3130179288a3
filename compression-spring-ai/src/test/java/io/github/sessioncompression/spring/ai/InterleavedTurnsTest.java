package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.store.InterleavedTurns;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;

/** Chat clients whose turns interleave in one conversation. */
@Tag("landing")
class InterleavedTurnsTest {
    private record SpringAi(boolean nested, boolean history) implements InterleavedTurns.Framework {
        private static ChatModel model(String provider) {
            return Provider.OPENAI.client(
                    provider, options -> SpringChat.TWO ? options : options.set("streamUsage", true));
        }

        @Override
        public StructuredModel compressing(String provider) {
            return StructuredChatModel.of(model(provider));
        }

        @Override
        public InterleavedTurns.Client client(
                SessionCompressor compressor, String provider, UnaryOperator<String> tool) {
            CompressingChatMemory memory =
                    CompressingChatMemory.builder().compressor(compressor).build();
            List<Advisor> advisors = List.of(
                    SessionStateAdvisor.builder(memory).build(),
                    nested
                            ? SpringChat.nested(memory)
                            : MessageChatMemoryAdvisor.builder(memory).build(),
                    history ? SpringChat.toolAdvisor() : SpringChat.toolAdvisorWithoutHistory());
            ChatClient client = ChatClient.builder(model(provider))
                    .defaultSystem(SpringChat.SYSTEM)
                    .defaultAdvisors(advisors)
                    .defaultToolCallbacks(List.of(new Lookup(tool)))
                    .build();
            return new InterleavedTurns.Client() {
                @Override
                public String ask(String question) {
                    return SpringChat.call(client, InterleavedTurns.CHAT, question);
                }

                @Override
                public String stream(String question) {
                    return SpringChat.stream(client, InterleavedTurns.CHAT, question);
                }

                @Override
                public void giveUp(String question) {
                    client
                            .prompt()
                            .user(question)
                            .advisors(advisor -> advisor.param(ChatMemory.CONVERSATION_ID, InterleavedTurns.CHAT))
                            .stream()
                            .content()
                            .filter(piece -> !piece.isEmpty())
                            .blockFirst();
                }
            };
        }
    }

    @ParameterizedTest(name = "up to {0} ms away, memory inside the loop: {1}, history in the loop: {2}")
    @CsvSource({"0, false, true", "8, true, true", "5, true, false"})
    @Timeout(120)
    void loseNothingDoubleNothingAndAreRefusedNothing(int mostMillis, boolean nested, boolean history)
            throws Exception {
        InterleavedTurns.talk(new SpringAi(nested, history), mostMillis);
    }
}
