package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"commit", "tryLease", "release", "head"})
    void warnsOncePerCauseOfFailingStore(String call) {
        SessionStore store = failing(call, () -> true);

        assertThat(warnings(POLICY, builder -> builder.store(store)))
                .doesNotHaveDuplicates()
                .hasSizeLessThan(3);
    }

    @Test
    void soIsAModel() {
        assertThat(warnings(
                        POLICY,
                        builder -> builder.model(request -> {
                            throw failure();
                        })))
                .doesNotHaveDuplicates()
                .hasSizeLessThan(3);
    }

    @Test
    void soIsARedactor() {
        assertThat(warnings(
                        POLICY,
                        builder -> builder.redactor(text -> {
                            throw failure();
                        })))
                .hasSize(1);
    }

    @Test
    void soIsAListener() {
        assertThat(warnings(
                        POLICY,
                        builder -> builder.listener(event -> {
                            throw failure();
                        })))
                .hasSize(1);
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
