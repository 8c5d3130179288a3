package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.token.ModelRegistry;
import org.junit.jupiter.api.Test;

/** Fixed parts of a request, and the room left for messages. */
class RequestsTest {
    private static final ModelOptions OPTIONS = ModelOptions.defaults().withContextWindow(16_000);

    private static Requests requests(ModelOptions options, int cap) {
        CompileRequest request = new CompileRequest(
                CompilerFixture.SCHEMA, Entries.of(CompilerFixture.span()), null, "f".repeat(90_000), cap);
        return new Requests(request, new SegmentField(request), "c".repeat(90_000), options, TOKENS);
    }

    private static long kept(String text, char of) {
        return text.chars().filter(c -> c == of).count();
    }

    @Test
    void showsNoMoreOfFocusAndSystemContextThanASmallWindowHasRoomFor() {
        ModelRequest inSmall = requests(OPTIONS.withContextWindow(4_000), 400).compile("", null, null, 400);
        ModelRequest inLarge = requests(OPTIONS.withContextWindow(100_000), 400).compile("", null, null, 400);

        assertThat(kept(String.valueOf(ScriptedModel.part(inSmall, "focus")), 'f'))
                .isBetween(100L, 250L);
        assertThat(kept(String.valueOf(ScriptedModel.part(inSmall, "system_context")), 'c'))
                .isBetween(400L, 1_000L);
        assertThat(kept(String.valueOf(ScriptedModel.part(inLarge, "focus")), 'f'))
                .isBetween(1_000L, 1_010L);
        assertThat(kept(String.valueOf(ScriptedModel.part(inLarge, "system_context")), 'c'))
                .isBetween(8_000L, 8_010L);
    }

    @Test
    void letsModelWriteTwiceTheCapButAtMostAThirdOfTheFreeWindow() {
        assertThat(outputTokens(OPTIONS.withContextWindow(60_000), 400)).isEqualTo(4_096);
        assertThat(outputTokens(OPTIONS.withContextWindow(60_000), 5_000)).isEqualTo(10_000);
        assertThat(outputTokens(OPTIONS.withContextWindow(6_000), 5_000)).isBetween(1_000, 1_800);
        assertThat(outputTokens(OPTIONS.withMaxOutputTokens(777), 5_000)).isEqualTo(777);
        assertThat(outputTokens(ModelOptions.defaults().withLimitsOf("gpt-4o-mini", ModelRegistry.bundled()), 19_000))
                .isEqualTo(16_384);
    }

    private static int outputTokens(ModelOptions options, int cap) {
        return requests(options, cap).compile("", null, null, cap).maxOutputTokens();
    }

    @Test
    void computesRoomBesideFixedParts() {
        Requests requests = requests(OPTIONS, 400);
        ModelRequest bare = requests.compile("", null, null, 16_000);
        int fixed = TOKENS.countText(bare.instructions())
                + TOKENS.countText(bare.jsonSchema())
                + TOKENS.countText(bare.prompt());

        assertThat(requests.room(null, null)).isEqualTo(14_400 - 4_096 - 100 - fixed);
        assertThat(requests.room(CompilerFixture.state(CompilerFixture.facts(300)), null))
                .isLessThan(requests.room(null, null) - 300);
    }
}
