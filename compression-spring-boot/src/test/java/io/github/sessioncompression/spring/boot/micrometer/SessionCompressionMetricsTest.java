package io.github.sessioncompression.spring.boot.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.token.Usage;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

class SessionCompressionMetricsTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SessionCompressionAutoConfiguration.class, SessionCompressionMetricsAutoConfiguration.class))
            .withPropertyValues("session-compression.context-window=4000", "session-compression.model.retries=0");

    @Test
    void countsStagesTokensAndMessages() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            SessionCompressor compressor = context.getBean(SessionCompressor.class);
            compress(compressor);

            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(meters.get("session.compression.stages")
                            .tags("stage", "compress", "reason", "manual", "outcome", "changed")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(counted(meters, "session.compression.compressions")).isEqualTo(1);
            assertThat(counted(meters, "session.compression.saved.tokens"))
                    .isPositive()
                    .isEqualTo((double) compressor.stats().tokensSaved());
            assertThat(counted(meters, "session.compression.sent.tokens"))
                    .isPositive()
                    .isEqualTo((double) compressor.stats().sentTokens());
            assertThat(counted(meters, "session.compression.stable.prefix.tokens"))
                    .isEqualTo((double) compressor.stats().stablePrefixTokens());
            assertThat(meters.get("session.compression.state.tokens")
                            .tags("writer", "extract")
                            .counter()
                            .count())
                    .isPositive();
            assertThat(counted(meters, "session.compression.chat.calls")).isEqualTo(1);
            assertThat(tokens(meters, "chat", "input")).isEqualTo(100);
            assertThat(tokens(meters, "chat", "output")).isEqualTo(20);
            assertThat(tokens(meters, "chat", "cache-read")).isEqualTo(700);
            assertThat(meters.get("session.compression.messages")
                            .tag("coverage", "covered")
                            .gauge()
                            .value())
                    .isPositive();
        });
    }

    @Test
    void countsRecalls() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("session-compression.state.max-tokens=100")
                .run(context -> {
                    Conversation chat = context.getBean(SessionCompressor.class).conversation("user-42");
                    for (int i = 0; i < 30; i++) {
                        chat.append(
                                Message.user("The ticket for garden " + i + " is KX-" + (40_400 + i) + "-Q."),
                                Message.assistant("Noted."));
                    }
                    chat.compress();
                    for (String query : List.of("ticket garden 2", "ticket garden 3", "tulips")) {
                        chat.framework().recall(RecallTool.SEARCH_HISTORY, "{\"query\":\"" + query + "\"}");
                        chat.append(Message.user("Is it valid?"), Message.assistant("Certainly."));
                    }

                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    assertThat(counted(meters, "session.compression.recalls")).isEqualTo(2);
                });
    }

    @Test
    void countsFailuresByKind() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(StructuredModel.class, Failing::new)
                .run(context -> {
                    compress(context.getBean(SessionCompressor.class));

                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    assertThat(meters.get("session.compression.failures")
                                    .tags("stage", "compress", "instead", "offline")
                                    .counter()
                                    .count())
                            .isEqualTo(1);
                    assertThat(counted(meters, "session.compression.model.calls"))
                            .isEqualTo(1);
                });
    }

    @Test
    void recordsShareOfShownFacts() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("session-compression.state.max-tokens=100")
                .run(context -> {
                    Conversation chat = context.getBean(SessionCompressor.class).conversation("user-42");
                    for (int i = 0; i < 30; i++) {
                        chat.append(
                                Message.user("Order " + (4_100 + i) + " costs " + (20 + i) + ".50 EUR, due on May "
                                        + (i + 1) + "."),
                                Message.assistant("Noted."));
                    }
                    Coverage coverage = ((Outcome.Compressed) chat.compress()).coverage();

                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    assertThat(meters.get("session.compression.facts.shown")
                                    .summary()
                                    .max())
                            .isGreaterThan(0)
                            .isLessThan(1);
                    assertThat(facts(meters, "left-out"))
                            .isEqualTo(coverage.leftOut())
                            .isPositive();
                });
    }

    @Test
    void countsFactCoverage() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(StructuredModel.class, Forgetful::new)
                .withPropertyValues("session-compression.context-window=16000")
                .run(context -> {
                    Conversation chat = context.getBean(SessionCompressor.class).conversation("user-42");
                    for (String fact : List.of(
                            "Never call me before 9:30.",
                            "My customer number is KD-48213.",
                            "The budget for the terrace is 4,350 euros.",
                            "We decided to use larch for the deck.",
                            "The invoice RE-2291 is due on 2026-03-14.",
                            "Bitte keine E-Mails an privat@example.org.",
                            "Das Treffen ist am 9. März um 18:00 Uhr.",
                            "El pedido 77120 cuesta 312,40 euros.")) {
                        chat.append(Message.user(fact), Message.assistant("All right."));
                    }
                    chat.append(Message.user("What is next?"));
                    Coverage coverage = ((Outcome.Compressed) chat.compress()).coverage();

                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    assertThat(facts(meters, "required"))
                            .isEqualTo(coverage.required())
                            .isPositive();
                    assertThat(facts(meters, "held")).isEqualTo(coverage.held());
                    assertThat(facts(meters, "ledger"))
                            .isEqualTo(coverage.shown() - coverage.held())
                            .isPositive();
                    assertThat(facts(meters, "left-out")).isEqualTo(coverage.leftOut());
                    assertThat(facts(meters, "invented")).isEqualTo(1);
                });
    }

    @Test
    void noMeterKnowsAConversation() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(StructuredModel.class, Failing::new)
                .run(context -> {
                    compress(context.getBean(SessionCompressor.class));

                    assertThat(context.getBean(MeterRegistry.class).getMeters())
                            .extracting(Meter::getId)
                            .filteredOn(id -> id.getName().startsWith("session.compression."))
                            .hasSizeGreaterThan(15)
                            .allSatisfy(id -> assertThat(id.getTags())
                                    .extracting(Tag::getValue)
                                    .allSatisfy(value -> assertThat(value).doesNotContain("user-42")));
                });
    }

    @Test
    void countsEventsOnceInCompositeRegistry() {
        runner.withUserConfiguration(Several.class).run(context -> {
            compress(context.getBean(SessionCompressor.class));

            assertThat(context.getBean("simple", MeterRegistry.class)
                            .get("session.compression.stages")
                            .tags("stage", "compress")
                            .timer()
                            .count())
                    .isEqualTo(1);
        });
    }

    @Test
    void anotherCompressorOfTheApplicationIsMeasuredToo() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(SessionCompressor.class, () -> SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(4_000))
                        .build())
                .run(context -> {
                    compress(context.getBean(SessionCompressor.class));

                    assertThat(counted(context.getBean(MeterRegistry.class), "session.compression.compressions"))
                            .isEqualTo(1);
                });
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
        runner.withClassLoader(new FilteredClassLoader(MeterRegistry.class)).run(context -> assertThat(context)
                .hasSingleBean(SessionCompressor.class)
                .doesNotHaveBean(EventMeters.class)
                .doesNotHaveBean(MeteredCompressors.class));
    }

    private static void compress(SessionCompressor compressor) {
        Conversation chat = compressor.conversation("user-42");
        for (int i = 0; i < 3; i++) {
            chat.append(
                    Message.user("Question " + i + ": " + "where is it? ".repeat(40)),
                    Message.assistant("Answer " + i + ": " + "on its way. ".repeat(40)));
        }
        chat.append(Message.user("And now?"));
        chat.view();
        chat.framework().reportUsage(new Usage(100, 700, 0, 20, 0));
        chat.compress();
        chat.view();
    }

    private static double counted(MeterRegistry meters, String name) {
        return meters.get(name).functionCounter().count();
    }

    private static long facts(MeterRegistry meters, String kind) {
        return (long) meters.get("session.compression.facts")
                .tag("kind", kind)
                .functionCounter()
                .count();
    }

    private static double tokens(MeterRegistry meters, String whose, String type) {
        return meters.get("session.compression." + whose + ".tokens")
                .tag("type", type)
                .functionCounter()
                .count();
    }

    private static final class Forgetful implements StructuredModel {
        @Override
        public ModelAnswer answer(ModelRequest request) {
            return ModelAnswer.of("{\"logos\":[\"The user wants a deck.\",\"The order number is ZX-99871.\"],"
                    + "\"pathos\":[\"calm\"],\"abstract\":[\"orders\"],"
                    + "\"conversation_summary\":\"The user and the assistant talked about an invoice.\"}");
        }
    }

    private static final class Failing implements StructuredModel {
        @Override
        public ModelAnswer answer(ModelRequest request) {
            throw new IllegalStateException("no answer");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Several {
        @Bean
        SimpleMeterRegistry simple() {
            return new SimpleMeterRegistry();
        }

        @Bean
        @Primary
        CompositeMeterRegistry composite(SimpleMeterRegistry simple) {
            CompositeMeterRegistry composite = new CompositeMeterRegistry();
            composite.add(simple);
            return composite;
        }
    }
}
