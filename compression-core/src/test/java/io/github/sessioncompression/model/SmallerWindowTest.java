package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A compression model that takes less at once than its options say. */
class SmallerWindowTest {
    private static final int THOUGHT = 60_000;

    private final CompilerFixture fixture = new CompilerFixture();

    private static int tokens(ModelRequest request) {
        return CompilerFixture.TOKENS.countText(request.instructions() + request.jsonSchema() + request.prompt())
                + request.maxOutputTokens();
    }

    /** The model takes {@code window} tokens, its answer included; to more it says that it takes {@code told}. */
    private void takesOnly(int window, String told) {
        fixture.options =
                fixture.options.withContextWindow(THOUGHT).withRetries(0).withMaxOutputTokens(1_000);
        fixture.model.otherwise(request -> {
            if (tokens(request) > window) {
                throw new IllegalStateException("This model's maximum context length is " + told + " tokens.");
            }
            return ModelAnswer.of(CompilerFixture.GOOD);
        });
    }

    private static List<Message> longChat() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String text = "message " + i + ": " + "some words of no weight ".repeat(16);
            chat.add(i % 2 == 0 ? Message.user(text) : Message.assistant(text));
        }
        return chat;
    }

    private List<String> compiled() {
        return LogLines.of(ModelCalls.class, () -> assertThat(fixture.compile(longChat(), null))
                .isInstanceOf(Compiled.class));
    }

    @Test
    void usesReportedWindowAndWarnsOnce() {
        takesOnly(9_000, "9000");

        List<String> lines = compiled();

        assertThat(lines)
                .containsExactly(
                        "WARN The compression model refuses requests that a window of 60000 tokens lets pass;"
                                + " going on with a window of 9000. Set session-compression.model.context-window to what it has.");
        assertThat(fixture.model.requests().subList(1, fixture.model.requests().size()))
                .hasSizeGreaterThan(2)
                .allSatisfy(request -> assertThat(tokens(request)).isBetween(1_000, 9_000));
    }

    @Test
    void isRememberedForTheNextCompression() {
        takesOnly(9_000, "9000");
        compiled();
        int before = fixture.model.requests().size();

        assertThat(compiled()).isEmpty();

        assertThat(fixture.model
                        .requests()
                        .subList(before, fixture.model.requests().size()))
                .allSatisfy(request -> assertThat(tokens(request)).isLessThanOrEqualTo(9_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"60000", "128000"})
    void halvesWindowWithoutSmallerReportedLimit(String told) {
        takesOnly(16_000, told);

        List<String> lines = compiled();

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("a window of 60000 tokens", "a window of 30000.");
        assertThat(lines.get(1)).contains("a window of 30000 tokens", "a window of 15000.");
    }

    @Test
    void isNoSmallerThanAnyModelHas() {
        fixture.options =
                fixture.options.withContextWindow(ModelOptions.MIN_WINDOW * 5).withRetries(0);
        fixture.model.otherwise(request -> {
            throw new IllegalStateException("This model's maximum context length is 10 tokens.");
        });

        Compilation outcome = fixture.compile();

        assertThat(outcome).isInstanceOf(Rejected.class);
        assertThat(fixture.model.requests()).hasSizeLessThanOrEqualTo(2);
        assertThat(((Rejected) outcome).reason()).isIn(Reason.MODEL_FAILED, Reason.NO_ROOM);
    }

    @Test
    void windowRefusalDoesNotOpenBreaker() {
        takesOnly(9_000, "9000");
        fixture.options = fixture.options.withBreakerThreshold(1);

        assertThat(fixture.compile(longChat(), null)).isInstanceOf(Compiled.class);
    }
}
