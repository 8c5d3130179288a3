package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.stub.OwnQuestions;
import io.github.sessioncompression.stub.ProviderStub;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.client.ChatClient;

/**
 * Eight callers of one conversation, each of whom is answered to the own question: one or two of nine clients in a run, all of them and 3,008 calls under
 * {@code -Pfuzz}.
 */
@Tag("landing")
@Tag("once")
class OwnQuestionTest {
    static Stream<Arguments> clients() {
        Stream<Arguments> all = Stream.of(WireFormat.values()).flatMap(format -> Stream.of(false, true)
                .filter(nested -> FuzzCases.runs(5, FuzzCases.factor(format), nested ? 1 : 0))
                .map(nested -> Arguments.of(format, nested, !nested)));
        return FuzzCases.runs(5) ? Stream.concat(all, Stream.of(Arguments.of(WireFormat.OPENAI, true, true))) : all;
    }

    private static OwnQuestions.Client client(
            SessionCompressor compressor, ChatClient.Builder client, boolean nested, boolean history) {
        CompressingChatMemory memory =
                CompressingChatMemory.builder().compressor(compressor).build();
        ChatClient wired = client.defaultSystem(SpringChat.SYSTEM)
                .defaultAdvisors(SpringChat.wired(memory, nested, history))
                .defaultToolCallbacks(new Lookup(topic -> OwnQuestions.found()))
                .build();
        return (streaming, question) -> SpringChat.ask(streaming, wired, question);
    }

    @ParameterizedTest(name = "{0}, memory inside the tool loop: {1}, history in the loop: {2}")
    @MethodSource("clients")
    @Timeout(600)
    void eachCallIsAnsweredToItsOwnQuestion(WireFormat format, boolean nested, boolean history) throws Exception {
        try (ProviderStub server = format.start()) {
            OwnQuestions.ask(
                    server,
                    SpringChat.ID,
                    OwnQuestions.calls(47),
                    compressor -> client(compressor, ChatClient.builder(format.client(server)), nested, history),
                    request -> format.refusal(request).stream().toList());
        }
    }
}
