package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import reactor.core.publisher.Flux;

/** An application's advisors with the same order as this library's, wherever they were added. */
class AdvisorOrderTest extends SessionStateAdvisorFixture {
    private final List<String> called = Collections.synchronizedList(new ArrayList<>());

    private final class Guard implements CallAdvisor, StreamAdvisor {
        private final String name;
        private final int order;

        Guard(String name, int order) {
            this.name = name;
            this.order = order;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public int getOrder() {
            return order;
        }

        @Override
        public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
            called.add(name);
            return chain.nextCall(request);
        }

        @Override
        public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
            called.add(name);
            return chain.nextStream(request);
        }
    }

    static Stream<Arguments> places() {
        return Stream.of(SessionStateAdvisor.DEFAULT_ORDER, SessionStateAdvisor.MODEL_CALL_ORDER)
                .flatMap(order -> Stream.of(0, 1, 2, 3)
                        .flatMap(place ->
                                Stream.of(Arguments.of(false, order, place), Arguments.of(true, order, place))));
    }

    @ParameterizedTest(name = "streaming: {0}, order {1}, place {2} of ours")
    @MethodSource("places")
    void callsEachAdvisorOfTheSameOrderOnce(boolean streaming, int order, int place) {
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(8_000));
        List<Advisor> advisors =
                new ArrayList<>(List.of(new Guard("a", order), new Guard("b", order), new Guard("c", order)));
        advisors.add(place, SessionStateAdvisor.builder(memory).build());
        advisors.add(place % 2, MessageChatMemoryAdvisor.builder(memory).build());
        ChatClient client = SpringChat.client(openAi, List.of(), advisors);

        ask(streaming, client, "Hello");
        assertThat(called).containsExactlyInAnyOrder("a", "b", "c");

        called.clear();
        ask(streaming, client, "And again");
        assertThat(called).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(openAi.lastSent().system()).isEqualTo(LARGE.state().appendAwareness(SpringChat.SYSTEM));
    }

    private static void ask(boolean streaming, ChatClient client, String question) {
        SpringChat.ask(streaming, client, question);
    }
}
