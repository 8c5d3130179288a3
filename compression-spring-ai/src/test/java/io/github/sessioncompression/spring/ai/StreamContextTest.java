package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.micrometer.context.ContextRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;
import org.springframework.core.Ordered;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** ThreadLocals of the thread that subscribes to a stream, such as a security context or a logging MDC. */
@Timeout(60)
class StreamContextTest {
    private static final ThreadLocal<String> PLAIN = new ThreadLocal<>();
    private static final ThreadLocal<String> REGISTERED = new ThreadLocal<>();
    private static final String KEY = StreamContextTest.class.getName();
    private static final int EARLY = Ordered.HIGHEST_PRECEDENCE + 150;
    private static final int LAST = SessionStateAdvisor.MODEL_CALL_ORDER + 500;

    private final ProviderStub server = OpenAiStub.start();
    private final HeldRepository repository = new HeldRepository();
    private final ConcurrentHashMap<Integer, String> seen = new ConcurrentHashMap<>();
    private final CompressingChatMemory memory = CompressingChatMemory.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .chatMemoryRepository(repository)
            .build();

    @BeforeEach
    void set() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, REGISTERED);
        PLAIN.set("caller");
        REGISTERED.set("caller");
    }

    @AfterEach
    void stop() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
        PLAIN.remove();
        REGISTERED.remove();
        repository.gate.countDown();
        memory.close();
        server.close();
    }

    /** A repository whose writes can be held. */
    private static final class HeldRepository implements ChatMemoryRepository {
        private final InMemoryChatMemoryRepository inner = new InMemoryChatMemoryRepository();
        private final CountDownLatch reached = new CountDownLatch(1);
        private volatile CountDownLatch gate = new CountDownLatch(0);

        @Override
        public List<String> findConversationIds() {
            return inner.findConversationIds();
        }

        @Override
        public List<Message> findByConversationId(String id) {
            return inner.findByConversationId(id);
        }

        @Override
        public void saveAll(String id, List<Message> messages) {
            if (gate.getCount() > 0) {
                reached.countDown();
            }
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
            inner.saveAll(id, messages);
        }

        @Override
        public void deleteByConversationId(String id) {
            inner.deleteByConversationId(id);
        }
    }

    /** Notes what it sees on its thread. */
    private final class Watch implements StreamAdvisor {
        private final int order;

        Watch(int order) {
            this.order = order;
        }

        @Override
        public String getName() {
            return "watch " + order;
        }

        @Override
        public int getOrder() {
            return order;
        }

        @Override
        public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
            seen.put(order, PLAIN.get() + " " + REGISTERED.get());
            return chain.nextStream(request);
        }
    }

    private ChatClient client(Advisor... advisors) {
        List<Advisor> all = new ArrayList<>(List.of(advisors));
        all.add(new Watch(EARLY));
        all.add(new Watch(LAST));
        return SpringChat.client(server, List.of(), all);
    }

    private static Flux<String> stream(ChatClient client, String question) {
        return client
                .prompt()
                .user(question)
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, SpringChat.ID))
                .stream()
                .content()
                .filter(piece -> !piece.isEmpty());
    }

    private Advisor remembering() {
        return MessageChatMemoryAdvisor.builder(memory).build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void runsEarlyAdvisorsOnTheCallersThread(boolean withOurs) {
        ChatClient client = withOurs
                ? client(remembering(), SessionStateAdvisor.builder(memory).build())
                : client(remembering());
        for (int turn = 0; turn < 2; turn++) {
            seen.clear();
            SpringChat.stream(client, SpringChat.ID, "Hello");
            assertThat(seen).containsEntry(EARLY, "caller caller");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void carriesRegisteredContextToTheModelCall(boolean guard) {
        ChatClient client = guard
                ? client(RequestGuardAdvisor.of(CompressionPolicy.forWindow(8_000)))
                : client(SessionStateAdvisor.builder(memory.compressor()).build());

        SpringChat.stream(client, SpringChat.ID, "Hello");

        assertThat(seen).containsEntry(EARLY, "caller caller").containsEntry(LAST, "null caller");
    }

    /** Not on the threads of an HTTP client: Spring AI 2's own for OpenAI ends without an answer there, with this library or without. */
    @Test
    void answersThoughAnAccessorThrows() {
        ContextRegistry.getInstance()
                .registerThreadLocalAccessor(
                        KEY,
                        () -> "caller",
                        value -> {
                            if (Thread.currentThread().getName().startsWith("boundedElastic")) {
                                throw new IllegalStateException("no context here");
                            }
                        },
                        () -> {});
        ChatClient client =
                client(SessionStateAdvisor.builder(memory.compressor()).build());

        assertThat(SpringChat.stream(client, SpringChat.ID, "Hello")).isNotEmpty();
        assertThat(seen).containsEntry(LAST, "null null");
    }

    @Test
    void carriesRegisteredContextIfAnEarlierTurnIsStillEnding() throws InterruptedException {
        ChatClient client =
                client(remembering(), SessionStateAdvisor.builder(memory).build());
        server.next(Reply.text("In the morning, and a little in the evening."), Reply.text("Yes."));
        CountDownLatch answering = new CountDownLatch(1);
        Disposable first = stream(client, "When?").subscribe(piece -> {
            repository.gate = new CountDownLatch(1);
            answering.countDown();
            try {
                repository.reached.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException cancelled) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(answering.await(20, TimeUnit.SECONDS)).isTrue();
        first.dispose();
        assertThat(repository.reached.await(20, TimeUnit.SECONDS)).isTrue();
        seen.clear();

        CountDownLatch answered = new CountDownLatch(1);
        stream(client, "Really?").doOnComplete(answered::countDown).subscribe();
        repository.gate.countDown();

        assertThat(answered.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(seen.get(EARLY)).endsWith("caller");
    }
}
