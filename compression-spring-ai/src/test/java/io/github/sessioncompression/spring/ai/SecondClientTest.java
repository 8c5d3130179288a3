package io.github.sessioncompression.spring.ai;

import static io.github.sessioncompression.spring.ai.SpringChat.ask;
import static io.github.sessioncompression.spring.ai.SpringChat.memory;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.sessioncompression.Inspection;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.Sent;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.client.advisor.api.BaseAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.Message;

/** Clients that have the advisor, as every client has with Spring Boot, and a memory of another kind or none. */
class SecondClientTest extends SessionStateAdvisorFixture {
    private static final CompressionPolicy SMALL = CompressionPolicy.forWindow(2_000);
    private static final String DOCUMENT = "Summarise: " + "The tenant of house 12 pays on the third day. ".repeat(800);

    private final CompressingChatMemory memory = memory(SMALL);

    private static Advisor window() {
        return MessageChatMemoryAdvisor.builder(
                        MessageWindowChatMemory.builder().build())
                .build();
    }

    private List<String> requests(boolean streaming, Advisor... advisors) {
        ChatClient client = SpringChat.client(openAi, List.of(), List.of(advisors));
        int before = openAi.sent().size();
        ask(streaming, client, "Hello");
        ask(streaming, client, DOCUMENT);
        return openAi.sent().stream().skip(before).map(Sent::raw).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesClientWithOtherMemoryAlone(boolean streaming) {
        List<String> without = requests(streaming, window());

        assertThat(requests(
                        streaming, window(), SessionStateAdvisor.builder(memory).build()))
                .isEqualTo(without);
        assertThat(requests(
                        streaming,
                        window(),
                        SessionStateAdvisor.builder(memory.compressor()).build()))
                .isEqualTo(without);
        assertThat(chat(memory).status().stats().chatUsage().calls()).isZero();
        assertThat(chat(memory).transcript()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesOtherCompressorToItsOwnAdvisor(boolean streaming) {
        CompressingChatMemory large = memory(LARGE);

        requests(
                streaming,
                SessionStateAdvisor.builder(memory).build(),
                MessageChatMemoryAdvisor.builder(large).build(),
                SessionStateAdvisor.builder(large).build());

        assertThat(openAi.lastSent().question()).isEqualTo(DOCUMENT);
        assertThat(openAi.lastSent().system()).isEqualTo(LARGE.state().appendAwareness(SpringChat.SYSTEM));
        assertThat(chat(large).status().stats().chatUsage().calls()).isEqualTo(2);
        assertThat(chat(memory).status().stats().chatUsage().calls()).isZero();
    }

    @Test
    void tellsOfOtherMemoryOnceAtDebug() {
        try (LogLines lines = new LogLines(Level.DEBUG)) {
            requests(false, window(), SessionStateAdvisor.builder(memory).build());

            assertThat(lines.at(Level.DEBUG))
                    .filteredOn(line -> line.contains("holds a memory"))
                    .hasSize(1);
            assertThat(lines.at(Level.WARN)).isEmpty();
            assertThat(memory.compressor().inspection().findings())
                    .containsExactly(Inspection.Finding.CLIENT_WITH_OTHER_MEMORY);
        }
    }

    @Test
    void warnsOnceOfNamedCallsWithoutAnyMemory() {
        try (Warnings warnings = new Warnings()) {
            List<String> sent =
                    requests(false, SessionStateAdvisor.builder(memory).build());

            assertThat(sent).isEqualTo(requests(false));
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("no chat memory advisor", "MessageChatMemoryAdvisor");
        }
    }

    @Test
    void guardsMemoryUsedByHand() {
        requests(false, SessionStateAdvisor.builder(memory.compressor()).build());

        assertThat(openAi.lastSent().system()).isEqualTo(SMALL.state().appendAwareness(SpringChat.SYSTEM));
        assertThat(openAi.lastSent().question().length()).isLessThan(DOCUMENT.length());
    }

    /** Ways in which an application puts the memory among the advisors. */
    enum Wiring {
        PLAIN {
            @Override
            Advisor around(CompressingChatMemory memory) {
                return MessageChatMemoryAdvisor.builder(memory).build();
            }
        },
        DECORATED {
            @Override
            Advisor around(CompressingChatMemory memory) {
                return MessageChatMemoryAdvisor.builder(new Decorated(memory)).build();
            }
        },
        BY_TENANT {
            @Override
            Advisor around(CompressingChatMemory memory) {
                Tenants tenants = new Tenants(List.of(memory));
                return MessageChatMemoryAdvisor.builder(new Decorated(tenants)).build();
            }
        },
        SUPPLIED {
            @Override
            Advisor around(CompressingChatMemory memory) {
                return MessageChatMemoryAdvisor.builder(new Supplied(() -> memory))
                        .build();
            }
        },
        PROXIED {
            @Override
            Advisor around(CompressingChatMemory memory) {
                ChatMemory proxy = (ChatMemory) Proxy.newProxyInstance(
                        SecondClientTest.class.getClassLoader(),
                        new Class<?>[] {ChatMemory.class},
                        (self, method, arguments) -> method.invoke(memory, arguments));
                return MessageChatMemoryAdvisor.builder(proxy).build();
            }
        },
        OWN_ADVISOR {
            @Override
            Advisor around(CompressingChatMemory memory) {
                return new OwnAdvisor(memory);
            }
        };

        abstract Advisor around(CompressingChatMemory memory);
    }

    @ParameterizedTest
    @EnumSource(Wiring.class)
    void findsMemoryHoweverItIsWired(Wiring wiring) {
        try (Warnings warnings = new Warnings()) {
            requests(
                    false,
                    wiring.around(memory),
                    SessionStateAdvisor.builder(memory).build());

            assertThat(warnings.lines()).noneMatch(line -> line.contains("chat memory advisor"));
        }
        assertThat(openAi.lastSent().system()).isEqualTo(SMALL.state().appendAwareness(SpringChat.SYSTEM));
        assertThat(openAi.lastSent().question().length()).isLessThan(DOCUMENT.length());
        assertThat(chat(memory).status().stats().chatUsage().calls()).isEqualTo(2);
    }

    @Test
    void searchesMemoryOfAnAdvisorOnce() {
        AtomicInteger searches = new AtomicInteger();
        List<ChatMemory> memories = new ArrayList<>(List.of(memory)) {
            @Override
            public Stream<ChatMemory> stream() {
                searches.incrementAndGet();
                return super.stream();
            }
        };

        requests(
                false,
                MessageChatMemoryAdvisor.builder(new Tenants(Collections.unmodifiableList(memories)))
                        .build(),
                SessionStateAdvisor.builder(memory).build());

        assertThat(searches).hasValue(1);
        assertThat(chat(memory).status().stats().chatUsage().calls()).isEqualTo(2);
    }

    /** A memory behind another, as for tracing. */
    private static class Decorated implements ChatMemory {
        private final ChatMemory inner;

        Decorated(ChatMemory inner) {
            this.inner = inner;
        }

        @Override
        public void add(String id, List<Message> messages) {
            inner.add(id, messages);
        }

        @Override
        public List<Message> get(String id) {
            return inner.get(id);
        }

        @Override
        public void clear(String id) {
            inner.clear(id);
        }
    }

    /** A memory for each tenant. */
    private static final class Tenants extends Decorated {
        private final List<? extends ChatMemory> all;

        Tenants(List<? extends ChatMemory> memories) {
            super(MessageWindowChatMemory.builder().build());
            all = memories;
        }

        @Override
        public void add(String id, List<Message> messages) {
            all.get(0).add(id, messages);
        }

        @Override
        public List<Message> get(String id) {
            return all.get(0).get(id);
        }
    }

    /** A memory that is made when it is needed. */
    private record Supplied(Supplier<ChatMemory> memory) implements ChatMemory {
        @Override
        public void add(String id, List<Message> messages) {
            memory.get().add(id, messages);
        }

        @Override
        public List<Message> get(String id) {
            return memory.get().get(id);
        }

        @Override
        public void clear(String id) {
            memory.get().clear(id);
        }
    }

    /** An application's advisor that uses the memory by itself. */
    private record OwnAdvisor(ChatMemory memory) implements BaseAdvisor {
        @Override
        public ChatClientRequest before(ChatClientRequest request, AdvisorChain chain) {
            List<Message> all = new ArrayList<>(memory.get(ID));
            memory.add(ID, request.prompt().getUserMessage());
            all.addAll(request.prompt().getInstructions());
            return request.mutate()
                    .prompt(request.prompt().mutate().messages(all).build())
                    .build();
        }

        @Override
        public ChatClientResponse after(ChatClientResponse response, AdvisorChain chain) {
            memory.add(ID, requireNonNull(response.chatResponse()).getResult().getOutput());
            return response;
        }

        @Override
        public int getOrder() {
            return 0;
        }
    }
}
