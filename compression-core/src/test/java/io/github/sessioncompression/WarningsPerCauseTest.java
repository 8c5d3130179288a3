package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A failure at every turn is logged by one WARN per cause, without chat contents. */
class WarningsPerCauseTest {
    private static final int TURNS = FuzzCases.fuzzing(60, 200);
    private static final String SECRET = "the tulip phrase";
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(4_000).withModel(ModelOptions.defaults().withRetries(0));

    private static IllegalStateException failure() {
        return new IllegalStateException(SECRET);
    }

    private static SessionStore failing(String call, BooleanSupplier fails) {
        return WatchedStore.of(SessionStore.inMemory(), each -> {
            if (each.name().equals(call) && fails.getAsBoolean()) {
                throw failure();
            }
            return each.proceed();
        });
    }

    /** The warnings of a chat of many turns. */
    private static List<String> warnings(CompressionPolicy policy, Consumer<SessionCompressor.Builder> failing) {
        SessionCompressor.Builder builder =
                SessionCompressor.builder().policy(policy).executor(Runnable::run);
        failing.accept(builder);
        try (Warnings warnings = new Warnings();
                SessionCompressor compressor = builder.build()) {
            Conversation chat = compressor.conversation("chat");
            for (int i = 0; i < TURNS; i++) {
                chat.append(Chats.question(i, 30));
                chat.view();
                chat.append(Message.assistant(SECRET + " " + Chats.answer(i, 30).text()));
            }
            assertThat(warnings.lines()).isNotEmpty().allSatisfy(line -> assertThat(line)
                    .doesNotContain("tulip"));
            return warnings.lines().stream()
                    .map(line -> line.replaceAll("[0-9]+", "#"))
                    .toList();
        }
    }

    static Stream<Arguments> parts() {
        Stream<Arguments> calls = Stream.of("commit", "tryLease", "release", "head")
                .map(call -> part(call, 2, builder -> builder.store(failing(call, () -> true))));
        StructuredModel model = request -> {
            throw failure();
        };
        Redactor redactor = text -> {
            throw failure();
        };
        CompressionListener listener = event -> {
            throw failure();
        };
        return Stream.concat(
                calls,
                Stream.of(
                        part("model", 2, builder -> builder.model(model)),
                        part("redactor", 1, builder -> builder.redactor(redactor)),
                        part("listener", 1, builder -> builder.listener(listener))));
    }

    private static Arguments part(String name, int most, Consumer<SessionCompressor.Builder> failing) {
        return Arguments.of(name, most, failing);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parts")
    void warnsOncePerCauseOfFailingPart(String name, int most, Consumer<SessionCompressor.Builder> failing) {
        assertThat(warnings(POLICY, failing)).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(most);
    }

    @Test
    void warnsAgainAfterSuccess() {
        boolean[] works = {false};
        SessionStore store = failing("commit", () -> !works[0]);
        try (Warnings warnings = new Warnings();
                SessionCompressor compressor =
                        SessionCompressor.builder().policy(POLICY).store(store).build()) {
            Conversation chat = compressor.conversation("chat");
            for (boolean now : new boolean[] {false, false, true, false, false}) {
                chat.append(Chats.turn(1, 60));
                chat.append(Chats.turn(2, 60));
                works[0] = now;
                chat.compress();
            }
            assertThat(warnings.lines()).hasSize(2);
        }
    }
}
