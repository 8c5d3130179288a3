package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.token.TokenCounter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateOptionsTest {
    private static final StateOptions DEFAULTS = StateOptions.defaults();

    @Test
    void theDefaultsAreTheDesigns() {
        assertThat(DEFAULTS.mode()).isEqualTo(StateMode.MERGE);
        assertThat(DEFAULTS.maxTokens()).isZero();
        assertThat(DEFAULTS.injection()).isEqualTo(Injection.PAIR);
        assertThat(DEFAULTS.awareness()).isTrue();
        assertThat(DEFAULTS.awarenessText()).isEmpty();
        assertThat(DEFAULTS.historyTools()).isFalse();
        assertThat(DEFAULTS.schema()).isSameAs(StateSchema.session());
    }

    @Test
    void eachWithChangesItsOwnValueOnly() {
        StateOptions changed = DEFAULTS.withMode(StateMode.OFF)
                .withMaxTokens(1_500)
                .withInjection(Injection.ASSISTANT)
                .withAwareness(false)
                .withAwarenessText("Own words.")
                .withHistoryTools(true)
                .withSchema(StateSchema.research());

        assertThat(changed.mode()).isEqualTo(StateMode.OFF);
        assertThat(changed.maxTokens()).isEqualTo(1_500);
        assertThat(changed.injection()).isEqualTo(Injection.ASSISTANT);
        assertThat(changed.awareness()).isFalse();
        assertThat(changed.awarenessText()).contains("Own words.");
        assertThat(changed.historyTools()).isTrue();
        assertThat(changed.schema()).isSameAs(StateSchema.research());
        assertThat(DEFAULTS.maxTokens()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 1_000_000})
    void acceptsTheBoundsOfTheCap(int tokens) {
        assertThat(DEFAULTS.withMaxTokens(tokens).maxTokens()).isEqualTo(tokens);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 99, 1_000_001})
    void refusesCapsOutOfBounds(int tokens) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withMaxTokens(tokens))
                .withMessage("maxTokens must be 0 (what target-ratio leaves, at most 16000) or 100 to 1000000, but was "
                        + tokens);
    }

    @Test
    void appendsTheBlockOfItsSchema() {
        StateOptions research = DEFAULTS.withSchema(StateSchema.research());

        assertThat(research.appendAwareness("p"))
                .isEqualTo(Awareness.of(StateSchema.research(), false).appendTo("p"));
    }

    private static List<StateSchema> schemas() {
        return List.of(StateSchema.session(), StateSchema.research(), StateSchema.continuation());
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void awarenessNamesAllFieldsInAHundredTokens(StateSchema schema) {
        String block = DEFAULTS.withSchema(schema).appendAwareness("");

        assertThat(TokenCounter.o200k().count(block)).isLessThanOrEqualTo(100);
        assertThat(schema.fields()).allMatch(field -> block.contains(field.name() + ": "));
        assertThat(block).contains(StateDocument.FOUND + ": ", StateDocument.LEDGER + ": ");
    }

    @Test
    void appendsTheApplicationsOwnBlock() {
        assertThat(DEFAULTS.withAwarenessText("Own words.").appendAwareness("p"))
                .isEqualTo("p\n\nOwn words.");
    }

    @Test
    void awarenessNamesToolsOnlyIfEnabled() {
        StateOptions on = DEFAULTS.withHistoryTools(true);

        assertThat(on.appendAwareness("p"))
                .isEqualTo(Awareness.of(StateSchema.session(), true).appendTo("p"))
                .contains("search_history");
        assertThat(DEFAULTS.appendAwareness("p")).doesNotContain("search_history");
        assertThat(on.withAwarenessText("Own words.").appendAwareness("p")).isEqualTo("p\n\nOwn words.");
    }

    @Test
    void appendsNothingWhenSwitchedOff() {
        assertThat(DEFAULTS.withAwareness(false).appendAwareness("p")).isEqualTo("p");
    }

    @Test
    void refusesABlankBlock() {
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withAwarenessText(" "));
    }
}
