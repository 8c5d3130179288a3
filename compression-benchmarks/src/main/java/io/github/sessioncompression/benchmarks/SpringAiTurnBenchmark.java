package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.InMemorySessionRepository;
import org.springframework.ai.session.SessionService;
import org.springframework.ai.session.compaction.CompactionStrategy;
import org.springframework.ai.session.compaction.CompactionTrigger;
import org.springframework.ai.session.compaction.TokenCountTrigger;
import org.springframework.ai.session.compaction.TurnWindowCompactionStrategy;
import org.springframework.ai.tokenizer.JTokkitTokenCountEstimator;

/**
 * One turn over Spring AI's chat memories at {@value #MESSAGES} messages: what the memory advisor does around a call.
 *
 * <p>The window memory holds just so many messages and counts no tokens; the session API is asked, as its advisor does, for its
 * events, gets the two messages and looks at its token trigger, which does not fire. Every iteration begins with exactly so
 * many messages.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 60)
@Measurement(iterations = 20)
@Fork(1)
public class SpringAiTurnBenchmark {
    private static final int MESSAGES = 2_000;
    private static final int TURNS = 50;
    private static final int WINDOW = 100_000_000;
    private static final int TOKENS = 60;
    private static final String CHAT = "chat";

    private final List<Message> pool = new ArrayList<>();
    private ChatMemory compressing;
    private ChatMemory overRepository;
    private ChatMemory window;
    private SessionService session;
    private CompactionTrigger trigger;
    private CompactionStrategy strategy;

    /** Makes the common input. */
    public SpringAiTurnBenchmark() {
        for (io.github.sessioncompression.message.Message message :
                new MadeUpChat().talk(MESSAGES + 2 * TURNS, TOKENS)) {
            pool.add(
                    message.role() == Role.USER
                            ? new UserMessage(message.text())
                            : new AssistantMessage(message.text()));
        }
    }

    /** Begins the chats and fills them. */
    @Setup(Level.Iteration)
    public void fill() {
        compressing = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .build();
        compressing.add(CHAT, pool.subList(0, MESSAGES));
        compressing.get(CHAT);
        overRepository = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .chatMemoryRepository(new InMemoryChatMemoryRepository())
                .build();
        overRepository.add(CHAT, pool.subList(0, MESSAGES));
        overRepository.get(CHAT);
        window = MessageWindowChatMemory.builder().maxMessages(MESSAGES).build();
        window.add(CHAT, new ArrayList<>(pool.subList(0, MESSAGES)));
        session = DefaultSessionService.builder()
                .sessionRepository(InMemorySessionRepository.builder().build())
                .build();
        session.create(CreateSessionRequest.builder().id(CHAT).userId("user").build());
        for (Message message : pool.subList(0, MESSAGES)) {
            session.appendMessage(CHAT, message);
        }
        trigger = TokenCountTrigger.builder()
                .threshold(WINDOW)
                .tokenCountEstimator(new JTokkitTokenCountEstimator())
                .build();
        strategy = TurnWindowCompactionStrategy.builder().build();
    }

    /** Ours. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int compressing() {
        return turn(compressing);
    }

    /** Ours over the repository that Spring Boot provides by default. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int compressingOverRepository() {
        return turn(overRepository);
    }

    /** Spring AI's own, which counts no tokens. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int messageWindow() {
        return turn(window);
    }

    private int turn(ChatMemory memory) {
        int size = 0;
        for (int i = 0; i < 2 * TURNS; i += 2) {
            size += memory.get(CHAT).size();
            memory.add(CHAT, pool.get(MESSAGES + i));
            memory.add(CHAT, pool.get(MESSAGES + i + 1));
        }
        return size;
    }

    /** The community's session API with its token trigger. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int sessionWithTokenTrigger() {
        int size = 0;
        for (int i = 0; i < 2 * TURNS; i += 2) {
            session.findById(CHAT);
            size += session.getEvents(CHAT, EventFilter.active()).size();
            session.appendMessage(CHAT, pool.get(MESSAGES + i));
            session.appendMessage(CHAT, pool.get(MESSAGES + i + 1));
            session.compact(CHAT, trigger, strategy);
        }
        return size;
    }
}
