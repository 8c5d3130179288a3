package io.github.sessioncompression.langchain4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.spring.LangChain4jAutoConfig;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.langchain4j.boot.explicit.Explicit;
import io.github.sessioncompression.langchain4j.boot.two.TwoServices;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications with several AI services of the starter. */
@Tag("once")
class SharedMemoriesTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(SharedMemories.class);
    private final Level before = log.getLevel();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final RecordingChatModel model = new RecordingChatModel();
    private final ApplicationContextRunner two = Applications.windowed(Applications.bare())
            .withConfiguration(AutoConfigurations.of(LangChain4jAutoConfig.class))
            .withUserConfiguration(TwoServices.class)
            .withBean("chatModel", ChatModel.class, () -> model);

    @BeforeEach
    void listen() {
        log.setLevel(Level.INFO);
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void restore() {
        log.detachAppender(lines);
        log.setLevel(before);
    }

    private List<String> lines() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void givesEachServiceChatsOfItsOwn() {
        try (Warnings warnings = new Warnings()) {
            two.run(context -> {
                for (int turn = 0; turn < 3; turn++) {
                    context.getBean(TwoServices.Therapist.class).chat("user-42", "I am afraid of my boss.");
                    context.getBean(TwoServices.Support.class).chat("user-42", "My printer is broken.");
                }
                CompressingChatMemoryProvider memories = context.getBean(CompressingChatMemoryProvider.class);
                SessionCompressor compressor = context.getBean(SessionCompressor.class);
                List<String> ids = compressor.conversations("", 10);
                assertThat(ids).hasSize(2).allMatch(id -> id.endsWith(":user-42"));
                assertThat(ids)
                        .allSatisfy(id -> assertThat(compressor.conversation(id).transcript())
                                .hasSize(7));
                assertThat(memories.get("user-42").messages()).isEmpty();
            });
            assertThat(warnings.lines()).isEmpty();
        }
        assertThat(lines())
                .singleElement()
                .asString()
                .contains("upport", "herapist", "chats of their own", "compressingChatMemoryProvider");
    }

    @Test
    void keepsHistoryToolsOnChatsOfService() {
        two.withPropertyValues("session-compression.state.history-tools=true").run(context -> {
            TwoServices.Support support = context.getBean(TwoServices.Support.class);
            support.chat("user-42", "My printer is broken.");
            assertThat(model.requests()).isNotEmpty().last().satisfies(request -> assertThat(
                            request.toolSpecifications())
                    .isNotEmpty());
        });
    }

    @Test
    void explicitServicesShareProvider() {
        two.withUserConfiguration(Explicit.class).run(context -> {
            context.getBean(Explicit.Notary.class).chat("user-42", "Hello.");
            context.getBean(TwoServices.Support.class).chat("user-42", "My printer is broken.");
            assertThat(context.getBean(SessionCompressor.class).conversations("", 10))
                    .hasSize(2)
                    .contains("user-42");
        });
    }

    @Test
    void oneServiceAndMemoriesOfTheApplicationAreSilent() {
        Applications.windowed(Applications.withStarter())
                .withBean("chatModel", ChatModel.class, RecordingChatModel::new)
                .run(context -> assertThat(context).hasNotFailed());
        two.withBean(ChatMemoryProvider.class, () -> id -> MessageWindowChatMemory.withMaxMessages(4))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(lines()).isEmpty();
    }

    @Test
    void warnsOfChatsThatASecondServiceHides() {
        SessionStore store = SessionStore.inMemory();
        SessionCompressor alone = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .store(store)
                .build();
        for (int chat = 0; chat < 1_001; chat++) {
            alone.conversation("support:user-" + chat).append(Message.user("Hello."));
        }
        two.withBean(SessionStore.class, () -> store)
                .run(context -> assertThat(context).hasNotFailed());
        alone.conversation("user-42").append(Message.user("Hello."));
        alone.close();

        try (Warnings warnings = new Warnings()) {
            two.withBean(SessionStore.class, () -> store)
                    .run(context -> assertThat(context).hasNotFailed());
            two.withBean(SessionStore.class, () -> store)
                    .withUserConfiguration(Explicit.class)
                    .run(context -> assertThat(context).hasNotFailed());
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("upport", "herapist", "under memory ids alone", "EXPLICIT");
        }
    }
}
