package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class FinishReasonTest {
    @ParameterizedTest
    @CsvSource({
        "stop, STOP",
        "end_turn, STOP",
        "STOP_SEQUENCE, STOP",
        "COMPLETE, STOP",
        "FINISH_REASON_UNSPECIFIED, STOP",
        "length, LENGTH",
        "MAX_TOKENS, LENGTH",
        "model_length, LENGTH",
        "model_context_window_exceeded, LENGTH",
        "tool_calls, TOOL_CALLS",
        "TOOL_CALL, TOOL_CALLS",
        "tool_use, TOOL_CALLS",
        "TOOL_EXECUTION, TOOL_CALLS",
        "function_call, TOOL_CALLS",
        "content_filter, CONTENT_FILTER",
        "CONTENT_FILTERED, CONTENT_FILTER",
        "guardrail_intervened, CONTENT_FILTER",
        "refusal, CONTENT_FILTER",
        "SAFETY, CONTENT_FILTER",
        "RECITATION, CONTENT_FILTER",
        "BLOCKLIST, CONTENT_FILTER",
        "PROHIBITED_CONTENT, CONTENT_FILTER",
        "SPII, CONTENT_FILTER",
        "OTHER, OTHER"
    })
    void knowsTheWordsOfProvidersAndFrameworks(String word, FinishReason reason) {
        assertThat(FinishReason.of(word)).isEqualTo(reason);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "null", "NULL"})
    void takesNoWordAsDone(String word) {
        assertThat(FinishReason.of(word)).isEqualTo(FinishReason.STOP);
    }

    @Test
    void doesNotTakeAnUnknownWordAsDone() {
        assertThat(FinishReason.of("pause_turn")).isEqualTo(FinishReason.OTHER);
        assertThat(FinishReason.of("malformed_function_call")).isEqualTo(FinishReason.OTHER);
    }
}
