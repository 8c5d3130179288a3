package io.github.sessioncompression.spring.boot.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The meters of an application with several compressors. */
@Tag("once")
@ExtendWith(OutputCaptureExtension.class)
class MeteredCompressorsTest {
    private static void compress(SessionCompressor compressor) {
        var chat = compressor.conversation("user-42");
        for (int i = 0; i < 3; i++) {
            chat.append(
                    Message.user("Question " + i + ": " + "where is it? ".repeat(40)),
                    Message.assistant("Answer " + i + ": " + "on its way. ".repeat(40)));
        }
        chat.append(Message.user("And now?"));
        chat.compress();
    }

    @Test
    void severalCompressorsAreMeasuredTogether(CapturedOutput output) {
        Supplier<SessionCompressor> made = () -> SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .build();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SessionCompressionAutoConfiguration.class, SessionCompressionMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean("one", SessionCompressor.class, made)
                .withBean("other", SessionCompressor.class, made)
                .run(context -> {
                    compress(context.getBean("one", SessionCompressor.class));
                    compress(context.getBean("other", SessionCompressor.class));

                    assertThat(context.getBean(MeterRegistry.class)
                                    .get("session.compression.compressions")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(2);
                    assertThat(output).doesNotContain("already registered");
                });
    }
}
