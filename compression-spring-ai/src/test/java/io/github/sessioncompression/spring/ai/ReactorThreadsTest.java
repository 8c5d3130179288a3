package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Streams whose thread must not wait, as in WebFlux, over a store that makes its callers wait. */
@Timeout(60)
class ReactorThreadsTest {
    private static final String ANSWER = "The roses need water in the morning, and the hedge has to be cut soon.";

    private final ProviderStub server = OpenAiStub.start();
    private final WatchedRepository repository = new WatchedRepository();
    private final Scheduler eventLoop = Schedulers.newParallel("event-loop", 1);
    private final CompressingChatMemory memory = CompressingChatMemory.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .chatMemoryRepository(repository)
            .build();

    @AfterEach
    void stop() {
        repository.open();
        memory.close();
        eventLoop.dispose();
        server.close();
    }

    /** A repository that tells the threads which used it, and can be held. */
    private static final class WatchedRepository implements ChatMemoryRepository {
        private final InMemoryChatMemoryRepository inner = new InMemoryChatMemoryRepository();
        private final Set<String> threads = ConcurrentHashMap.newKeySet();
        private final CountDownLatch reached = new CountDownLatch(1);
        private volatile CountDownLatch gate = new CountDownLatch(0);

        void hold() {
            gate = new CountDownLatch(1);
        }

        void open() {
            gate.countDown();
        }

        private void pass() {
            threads.add(Thread.currentThread().getName());
            if (gate.getCount() > 0) {
                reached.countDown();
            }
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        @Override
        public List<String> findConversationIds() {
            pass();
            return inner.findConversationIds();
        }

        @Override
        public List<org.springframework.ai.chat.messages.Message> findByConversationId(String id) {
            pass();
            return inner.findByConversationId(id);
        }

        @Override
        public void saveAll(String id, List<org.springframework.ai.chat.messages.Message> messages) {
            pass();
            inner.saveAll(id, messages);
        }

        @Override
        public void deleteByConversationId(String id) {
            pass();
            inner.deleteByConversationId(id);
        }
    }

    private Flux<String> stream(boolean nested) {
        List<Advisor> advisors = new ArrayList<>();
        advisors.add(SessionStateAdvisor.builder(memory).build());
        advisors.add(
                nested
                        ? SpringChat.nested(memory)
                        : MessageChatMemoryAdvisor.builder(memory).build());
        if (nested) {
            advisors.add(SpringChat.toolAdvisorWithoutHistory());
        }
        ChatClient client = SpringChat.client(server, List.of(new Lookup(GardenChat::found)), advisors);
        return client
                .prompt()
                .user("What is to be done?")
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, SpringChat.ID))
                .stream()
                .content()
                .subscribeOn(eventLoop);
    }

    private void assertOnlyElasticThreads() {
        assertThat(repository.threads).isNotEmpty().allMatch(name -> name.startsWith("boundedElastic"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void asksStoreOnElasticThreadsOnly(boolean nested) {
        server.next(Reply.call(Lookup.NAME, Map.of("topic", "roses")), Reply.text(ANSWER));

        assertThat(String.join("", stream(nested).collectList().block())).isEqualTo(ANSWER);

        assertOnlyElasticThreads();
        assertThat(repository.inner.findByConversationId(SpringChat.ID)).hasSize(nested ? 4 : 2);
    }

    @Test
    void endsFailedTurnOnElasticThread() {
        server.next(new Reply.Failure(400, "the model is unwell"));

        assertThatThrownBy(() -> stream(false).collectList().block()).isInstanceOf(RuntimeException.class);

        assertOnlyElasticThreads();
        assertThat(repository.inner.findByConversationId(SpringChat.ID)).hasSize(2);
    }

    @Test
    void cancelReturnsWhileStoreHangs() throws InterruptedException {
        server.next(Reply.text(ANSWER));
        CountDownLatch cancelled = new CountDownLatch(1);
        Disposable.Swap subscription = Disposables.swap();
        AtomicReference<String> seen = new AtomicReference<>();
        Flux<String> first = stream(false).filter(piece -> !piece.isEmpty()).doOnNext(piece -> {
            repository.hold();
            seen.set(piece);
            eventLoop.schedule(() -> {
                subscription.dispose();
                cancelled.countDown();
            });
        });
        CountDownLatch subscribed = new CountDownLatch(1);
        eventLoop.schedule(() -> {
            subscription.replace(first.limitRate(1).subscribe(piece -> await(cancelled)));
            subscribed.countDown();
        });
        subscribed.await();

        assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(repository.reached.await(20, TimeUnit.SECONDS)).isTrue();
        CountDownLatch free = new CountDownLatch(1);
        eventLoop.schedule(free::countDown);
        assertThat(free.await(20, TimeUnit.SECONDS)).isTrue();

        server.next(Reply.text("In the morning."));
        Flux<String> next = stream(false);
        repository.open();
        assertThat(String.join("", next.collectList().block())).isEqualTo("In the morning.");
        assertThat(memory.compressor().conversation(SpringChat.ID).transcript())
                .extracting(Message::text)
                .as("what waits for the store gets there in any order")
                .containsExactlyInAnyOrder("What is to be done?", seen.get(), "What is to be done?", "In the morning.");
        assertThat(ANSWER).isNotEqualTo(seen.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
