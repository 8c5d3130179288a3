package io.github.sessioncompression.spring.boot;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.settings.InvalidSettingsException;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class SessionCompressionAutoConfigurationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SessionCompressionAutoConfiguration.class));
    private final ApplicationContextRunner small = runner.withPropertyValues("session-compression.context-window=4000");

    @Test
    void springBootFindsTheAutoConfigurations() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(
                        SessionCompressionAutoConfiguration.class.getName(),
                        "io.github.sessioncompression.spring.boot.actuate.SessionCompressionEndpointAutoConfiguration",
                        "io.github.sessioncompression.spring.boot.micrometer.SessionCompressionMetricsAutoConfiguration",
                        "io.github.sessioncompression.spring.boot.micrometer.SessionCompressionObservationAutoConfiguration");
    }

    @Test
    void aWindowIsAllItTakes() {
        small.run(context -> {
            assertThat(context).hasSingleBean(CompressionPolicy.class).hasSingleBean(SessionCompressor.class);
            assertThat(context.getBean(SessionCompressor.class).policy())
                    .isSameAs(context.getBean(CompressionPolicy.class));
            assertThat(context.getBean(CompressionPolicy.class).contextWindow()).isEqualTo(4_000);
        });
    }

    @Test
    void theNameOfAKnownModelIsAllItTakes() {
        runner.withPropertyValues("session-compression.model-name=gpt-4o").run(context -> assertThat(
                        context.getBean(CompressionPolicy.class).contextWindow())
                .isEqualTo(128_000));
    }

    @Test
    void withoutAWindowTheApplicationDoesNotStart() {
        runner.withUserConfiguration(User.class).run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining(
                        "session-compression.context-window is not set, nor is session-compression.model-name"));
    }

    @Test
    void disabledCompressionNeedsNoWindowAndLogsNothing() {
        Logger logger = (Logger) LoggerFactory.getLogger(SessionCompressionAutoConfiguration.class);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(said);
        try {
            runner.run(context -> assertThat(context).hasNotFailed());
            assertThat(said.list).isEmpty();

            small.withUserConfiguration(User.class)
                    .run(context -> assertThat(context).hasNotFailed());
            assertThat(said.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly(
                            "Session Compression is on for a window of 4000 tokens; states are written offline; chats are kept in"
                                    + " this process's memory, and are gone when it ends.");
        } finally {
            logger.detachAppender(said);
            logger.setLevel(null);
        }
    }

    @Test
    void invalidSettingFailsLazyStart() {
        runner.withPropertyValues("session-compression.trigger-ratio=95")
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageStartingWith("session-compression.trigger-ratio must be"));
    }

    @Test
    void switchedOffEverythingIsThereAndNothingIsCompressed() {
        runner.withPropertyValues("session-compression.enabled=false").run(context -> {
            assertThat(context.getBean(CompressionPolicy.class).contextWindow()).isEqualTo(ModelLimits.MAX_WINDOW);
            Conversation chat = context.getBean(SessionCompressor.class).conversation("a");
            fill(chat);
            assertThat(chat.view().messages())
                    .filteredOn(message -> message.role() != Role.SYSTEM)
                    .isEqualTo(chat.transcript());
            assertThat(chat.status().enabled()).isFalse();
        });
    }

    @Test
    void customizersChangeThePolicyAndTheConversationsToo() {
        small.withPropertyValues("session-compression.conversations[b*].trigger-ratio=0.8")
                .withBean(
                        CompressionPolicyCustomizer.class,
                        () -> policy -> policy.withState(policy.state().withSchema(StateSchema.research())))
                .run(context -> {
                    assertThat(context.getBean(CompressionPolicy.class).state().schema())
                            .isEqualTo(StateSchema.research());
                    Conversation own = context.getBean(SessionCompressor.class).conversation("b1");
                    assertThat(own.status().triggerTokens()).isEqualTo(3_200);
                });
    }

    @Test
    void theApplicationsOwnPolicyGoesFirst(CapturedOutput output) {
        small.withBean(CompressionPolicy.class, () -> CompressionPolicy.forWindow(7_000))
                .run(context -> {
                    assertThat(context.getBean(SessionCompressor.class).policy().contextWindow())
                            .isEqualTo(7_000);
                    assertThat(output).contains("The application's own CompressionPolicy bean is used");
                });
    }

    @Test
    void theApplicationsOwnCompressorGoesFirst() {
        small.withUserConfiguration(OwnCompressor.class).run(context -> assertThat(context)
                .hasSingleBean(SessionCompressor.class)
                .hasBean("ownCompressor"));
    }

    @Test
    void theCompressorUsesTheApplicationsStoreCounterAndListeners() {
        SessionStore store = SessionStore.inMemory();
        List<CompressionEvent> events = new CopyOnWriteArrayList<>();
        small.withBean(SessionStore.class, () -> store)
                .withBean(TokenCounter.class, () -> text -> 500)
                .withBean(CompressionListener.class, () -> events::add)
                .run(context -> {
                    Conversation chat = context.getBean(SessionCompressor.class).conversation("a");
                    chat.append(Message.user("Hello"), Message.assistant("Hi"), Message.user("More"));
                    assertThat(store.head("a")).isPresent();
                    assertThat(chat.status().contextTokens()).isGreaterThan(1_500);
                    fill(chat);
                    chat.view();
                    assertThat(events).isNotEmpty();
                });
    }

    @Test
    void customizersHaveTheLastWord() {
        SessionStore store = SessionStore.inMemory();
        small.withBean(SessionStore.class, SessionStore::inMemory)
                .withBean(SessionCompressorCustomizer.class, () -> builder -> builder.store(store))
                .run(context -> {
                    context.getBean(SessionCompressor.class).conversation("a").append(Message.user("Hello"));
                    assertThat(store.head("a")).isPresent();
                });
    }

    @Test
    void policyBeanOverridesConversationProperties() {
        CompressionPolicy vip = CompressionPolicy.forWindow(10_000);
        small.withPropertyValues(
                        "session-compression.conversations[vip].trigger-ratio=0.7",
                        "session-compression.conversations[other].trigger-ratio=0.7")
                .withBean(ConversationPolicies.class, () -> id -> id.equals("vip") ? vip : null)
                .run(context -> {
                    assertThat(trigger(context, "vip")).isEqualTo(9_000);
                    assertThat(trigger(context, "other")).isEqualTo(2_800);
                    assertThat(trigger(context, "nobody")).isEqualTo(3_600);
                });
    }

    @Test
    void takesUsersOfChatsFromABean() {
        small.withBean(UserIds.class, () -> id -> id.startsWith("ada") ? "ada" : null)
                .withBean(SessionCompressorCustomizer.class, () -> builder -> builder.executor(Runnable::run))
                .run(context -> {
                    SessionCompressor compressor = context.getBean(SessionCompressor.class);
                    compressor.user("ada").add("Ada is allergic to hazelnuts.", StateItem.Kind.FACT);
                    for (String id : List.of("ada-1", "bob-1")) {
                        compressor.conversation(id).append(Message.user("Hello"));
                        String shown =
                                compressor.conversation(id).view().messages().toString();
                        assertThat(shown.contains("hazelnuts")).as(id).isEqualTo(id.startsWith("ada"));
                    }
                });
    }

    @Test
    void takesModelsContextAndRedactorFromBeans() {
        List<String> prompts = new ArrayList<>();
        StructuredModel vip = request -> {
            prompts.add(request.prompt());
            throw new IllegalStateException("only the prompt matters");
        };
        small.withPropertyValues("session-compression.model.retries=0")
                .withBean(CompressionModels.class, () -> id -> id.equals("vip") ? vip : null)
                .withBean(SystemContexts.class, () -> id -> "A garden shop of " + id + ".")
                .withBean(
                        Redactor.class,
                        () -> text -> text.contains("heron")
                                ? List.of(new Redactor.Hidden(
                                        text.indexOf("heron"), text.indexOf("heron") + 5, "bird", false))
                                : List.of())
                .run(context -> {
                    for (String id : List.of("vip", "other")) {
                        Conversation chat =
                                context.getBean(SessionCompressor.class).conversation(id);
                        for (int i = 0; i < 8; i++) {
                            chat.append(
                                    Message.user("The heron eats fish " + i + " at noon."), Message.assistant("Yes."));
                        }
                        chat.compress();
                    }
                });
        assertThat(prompts).hasSize(1);
        assertThat(prompts.get(0))
                .contains("A garden shop of vip.")
                .contains("The [bird] eats")
                .doesNotContain("heron");
    }

    @Test
    void theCompressorIsClosedWithTheApplication() {
        WaitingModel model = new WaitingModel();
        small.withBean(StructuredModel.class, () -> model).run(context -> {
            fill(context.getBean(SessionCompressor.class).conversation("a"));
            assertThat(model.asked.await(10, SECONDS)).isTrue();
            assertThat(model.interrupted.getCount()).isEqualTo(1);
        });

        assertThat(model.interrupted)
                .satisfies(latch -> assertThat(latch.await(10, SECONDS)).isTrue());
    }

    private static int trigger(AssertableApplicationContext context, String id) {
        return context.getBean(SessionCompressor.class)
                .conversation(id)
                .status()
                .triggerTokens();
    }

    private static void fill(Conversation chat) {
        for (int i = 0; i < 20; i++) {
            chat.append(
                    Message.user("Question " + i + ": " + "what about the order? ".repeat(20)),
                    Message.assistant("Answer " + i + ": " + "it is on its way. ".repeat(20)));
        }
    }

    /** Needs a compressor, as a memory does. */
    @Configuration(proxyBeanMethods = false)
    static class User {
        @Bean
        Object user(SessionCompressor compressor) {
            return compressor.policy();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnCompressor {
        @Bean
        SessionCompressor ownCompressor() {
            return SessionCompressor.builder()
                    .policy(CompressionPolicy.forWindow(5_000))
                    .build();
        }
    }

    /** Gives no answer before it is interrupted. */
    private static final class WaitingModel implements StructuredModel {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch interrupted = new CountDownLatch(1);

        @Override
        public ModelAnswer answer(ModelRequest request) {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
                throw new AssertionError("nobody counts that latch down");
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }
}
