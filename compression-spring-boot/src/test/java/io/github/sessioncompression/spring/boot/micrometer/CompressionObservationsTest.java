package io.github.sessioncompression.spring.boot.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class CompressionObservationsTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final TestObservationRegistry registry = TestObservationRegistry.create();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SessionCompressionAutoConfiguration.class, SessionCompressionObservationAutoConfiguration.class))
            .withPropertyValues("session-compression.context-window=4000", "session-compression.model.retries=0");

    @Test
    void createsOneChildObservationPerCompression() {
        runner.withBean(ObservationRegistry.class, () -> registry).run(context -> {
            Observation request = Observation.createNotStarted("request", registry);
            request.observe(() -> compress(context.getBean(SessionCompressor.class)));

            TestObservationRegistryAssert.assertThat(registry)
                    .hasNumberOfObservationsWithNameEqualTo("session.compression", 1)
                    .hasObservationWithNameEqualTo("session.compression")
                    .that()
                    .hasBeenStarted()
                    .hasBeenStopped()
                    .hasParentObservationEqualTo(request)
                    .hasLowCardinalityKeyValue("session.compression.reason", "manual")
                    .hasLowCardinalityKeyValue("session.compression.outcome", "compressed")
                    .hasLowCardinalityKeyValue("session.compression.failure", "none")
                    .hasHighCardinalityKeyValueWithKey("session.compression.tokens.before")
                    .hasHighCardinalityKeyValueWithKey("session.compression.tokens.after")
                    .hasHighCardinalityKeyValueWithKey("session.compression.messages")
                    .hasHighCardinalityKeyValue("gen_ai.conversation.compacted", "true");
        });
    }

    @Test
    void modelCallIsChildOfItsCompression() {
        runner.withBean(ObservationRegistry.class, () -> registry)
                .withBean(StructuredModel.class, () -> request -> {
                    Observation.createNotStarted("model call", registry).observe(() -> {});
                    throw new IllegalStateException("no answer");
                })
                .run(context -> {
                    compress(context.getBean(SessionCompressor.class));

                    TestObservationRegistryAssert.assertThat(registry)
                            .hasObservationWithNameEqualTo("model call")
                            .that()
                            .hasParentObservationContextMatching(
                                    parent -> parent.getName().equals(CompressionObservations.NAME));
                });
    }

    @Test
    void endedCompressionLeavesTasksAlone() {
        CompressionObservations observations = new CompressionObservations(registry);
        Runnable task = () -> {};

        observations.onEvent(started());
        assertThat(observations.within(task)).isNotSameAs(task);
        observations.onEvent(new LateResultDiscarded("a", NOON, Reason.PROACTIVE, Duration.ZERO));

        assertThat(observations.within(task)).isSameAs(task);
    }

    @Test
    void aFailingModelIsSeenAlthoughTheOfflineCompilerMakesUpForIt() {
        runner.withBean(ObservationRegistry.class, () -> registry)
                .withBean(StructuredModel.class, () -> request -> {
                    throw new IllegalStateException("no answer");
                })
                .run(context -> {
                    compress(context.getBean(SessionCompressor.class));

                    TestObservationRegistryAssert.assertThat(registry)
                            .hasObservationWithNameEqualTo("session.compression")
                            .that()
                            .hasBeenStopped()
                            .hasLowCardinalityKeyValue("session.compression.outcome", "compressed")
                            .doesNotHaveLowCardinalityKeyValue("session.compression.failure", "none");
                });
    }

    @Test
    void aFailureEndsTheObservation() {
        CompressionObservations observations = new CompressionObservations(registry);

        observations.onEvent(started());
        observations.onEvent(new StageFailed(
                "a", NOON, Stage.COMPRESS, Reason.PROACTIVE, "TIMEOUT", Recovery.KEPT, 900, 1_000, Duration.ZERO));

        TestObservationRegistryAssert.assertThat(registry)
                .hasSingleObservationThat()
                .hasBeenStopped()
                .doesNotHaveHighCardinalityKeyValueWithKey("gen_ai.conversation.compacted")
                .hasLowCardinalityKeyValue("session.compression.outcome", "failed")
                .hasLowCardinalityKeyValue("session.compression.failure", "timeout");
    }

    @Test
    void aLateResultEndsTheObservation() {
        CompressionObservations observations = new CompressionObservations(registry);

        observations.onEvent(started());
        observations.onEvent(new LateResultDiscarded("a", NOON, Reason.PROACTIVE, Duration.ZERO));

        TestObservationRegistryAssert.assertThat(registry)
                .hasSingleObservationThat()
                .hasBeenStopped()
                .hasLowCardinalityKeyValue("session.compression.outcome", "discarded");
    }

    @Test
    void nextObservationEndsUnfinishedOne() {
        List<Observation.Context> stopped = new ArrayList<>();
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }

            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context);
            }
        });
        CompressionObservations observations = new CompressionObservations(registry);

        observations.onEvent(started());
        observations.onEvent(started());
        assertThat(stopped).hasSize(1);
        observations.onEvent(new LateResultDiscarded("a", NOON, Reason.PROACTIVE, Duration.ZERO));

        assertThat(stopped).hasSize(2);
    }

    @Test
    void noKeyValueNamesTheConversation() {
        registry.observationConfig().observationFilter(context -> {
            assertThat(context.getAllKeyValues())
                    .noneMatch(pair -> pair.getValue().contains("user-42"));
            return context.addHighCardinalityKeyValue(
                    KeyValue.of("chat", context.getRequired(CompressionObservations.CONVERSATION)));
        });
        CompressionObservations observations = new CompressionObservations(registry);

        observations.onEvent(started("user-42"));
        observations.onEvent(new LateResultDiscarded("user-42", NOON, Reason.PROACTIVE, Duration.ZERO));

        TestObservationRegistryAssert.assertThat(registry)
                .hasSingleObservationThat()
                .hasBeenStopped()
                .hasHighCardinalityKeyValue("chat", "user-42");
    }

    @Test
    void aRegistryIsNotNeeded() {
        runner.run(context -> {
            compress(context.getBean(SessionCompressor.class));
            assertThat(context).hasNotFailed();
        });
    }

    @Test
    void neitherIsMicrometer() {
        runner.withClassLoader(new FilteredClassLoader(ObservationRegistry.class))
                .run(context -> assertThat(context)
                        .hasSingleBean(SessionCompressor.class)
                        .doesNotHaveBean(CompressionObservations.class));
    }

    private static StageStarted started() {
        return started("a");
    }

    private static StageStarted started(String conversationId) {
        return new StageStarted(conversationId, NOON, Stage.COMPRESS, Reason.PROACTIVE, 900, 1_000);
    }

    private static void compress(SessionCompressor compressor) {
        Conversation chat = compressor.conversation("user-42");
        for (int i = 0; i < 3; i++) {
            chat.append(
                    Message.user("Question " + i + ": " + "where is it? ".repeat(40)),
                    Message.assistant("Answer " + i + ": " + "on its way. ".repeat(40)));
        }
        chat.append(Message.user("And now?"));
        chat.compress();
    }
}
