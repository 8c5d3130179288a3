package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.model.RequestForm.Limit;
import io.github.sessioncompression.model.RequestForm.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestLadderTest {
    private static final ProviderFailure.Reader READER = ProviderFailureTest.PLAIN;

    @AutoClose
    private final Warnings warnings = new Warnings();

    private final List<RequestForm> asked = new ArrayList<>();

    private static RequestLadder ladder() {
        return new RequestLadder("small", RequestForm.of(Shape.SCHEMA), true, true);
    }

    private static RequestForm form(Shape shape, Limit limit) {
        return new RequestForm(shape, limit, 0);
    }

    private static RuntimeException failure(int status, String words) {
        return new IllegalStateException(status + " - " + words);
    }

    /** Asks a provider that refuses with {@code words} whatever {@code takes} does not take. */
    private String ask(RequestLadder ladder, Predicate<RequestForm> takes, String words) {
        return ladder.ask(
                form -> {
                    asked.add(form);
                    if (!takes.test(form)) {
                        throw failure(400, words);
                    }
                    return "answer";
                },
                READER);
    }

    /** Refusal texts and the form tried next, starting with the fullest one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                // The schema, where there is a JSON mode: OpenAI, Azure, Groq, DeepSeek
                "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. | JSON | USUAL",
                "response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later | JSON | USUAL",
                "Invalid schema for response_format 'session': In context=(), 'additionalProperties' is required to be supplied and to be false. | JSON | USUAL",
                "This model does not support response format `json_schema`. See supported models | JSON | USUAL",
                "This response_format type is unavailable now | JSON | USUAL",
                "Failed to deserialize the JSON body into the target type: response_format: response_format.type `json_schema` is unavailable now | JSON | USUAL",
                // Gemini, Ollama, vLLM, llama.cpp
                "Invalid JSON payload received. Unknown name \"additionalProperties\" at 'generation_config.response_schema' | JSON | USUAL",
                "Unable to submit request because `responseSchema` is not supported by this model | JSON | USUAL",
                "invalid format: \"x\"; expected \"json\" or a valid JSON Schema object | JSON | USUAL",
                "json: cannot unmarshal object into Go struct field ChatRequest.format of type string | JSON | USUAL",
                "Failed to initialize samplers: failed to parse grammar | JSON | USUAL",
                "'guided_json' is not supported by this engine | JSON | USUAL",
                // JSON of any kind
                "Unrecognized request argument supplied: response_format | PROMPT | USUAL",
                "response_format is not supported | PROMPT | USUAL",
                "deepseek-reasoner does not support Json Output. | PROMPT | USUAL",
                "JSON mode is not enabled for models/gemma-3-27b-it | PROMPT | USUAL",
                "Function calling with a response mime type: 'application/json' is unsupported | PROMPT | USUAL",
                "JSON response format is not supported | PROMPT | USUAL",
                // Anthropic, Bedrock
                "'claude-3-haiku-20240307' does not support output format. | PROMPT | USUAL",
                "output_format: Extra inputs are not permitted | PROMPT | USUAL",
                "output_config: Extra inputs are not permitted | PROMPT | USUAL",
                "This model doesn't support structured output. Remove outputConfig and try again. | PROMPT | USUAL",
                // The name of the limit: OpenAI, Azure, Mistral
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead. | SCHEMA | RENAMED",
                "Unrecognized request argument supplied: max_completion_tokens | SCHEMA | RENAMED",
                "{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"max_completion_tokens\"],\"msg\":\"Extra inputs are not permitted\"}]} | SCHEMA | RENAMED",
                // Its value: Anthropic, vLLM, Ollama, Hugging Face
                "`max_tokens` must be greater than `thinking.budget_tokens`. | SCHEMA | NONE",
                "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 1000 input tokens | SCHEMA | NONE",
                "invalid option provided: num_predict | SCHEMA | NONE",
                "'maxOutputTokens' is not supported | SCHEMA | NONE",
                // Nothing of it
                "no | PROMPT | USUAL",
                "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported. | PROMPT | USUAL",
            })
    void leavesOutWhatTheRefusalNames(String words, Shape shape, Limit limit) {
        for (int status : new int[] {400, 422}) {
            asked.clear();
            RequestLadder ladder = ladder();
            String answer = ladder.ask(
                    form -> {
                        asked.add(form);
                        if (asked.size() == 1) {
                            throw failure(status, words);
                        }
                        return "answer";
                    },
                    READER);

            assertThat(answer).isEqualTo("answer");
            assertThat(asked).containsExactly(RequestForm.of(Shape.SCHEMA), form(shape, limit));
            assertThat(ladder.form()).isEqualTo(form(shape, limit));
        }
    }

    /** Refusals of an output limit above the model's, and the model's. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                // OpenAI, Anthropic, Gemini, Bedrock, DeepSeek, Alibaba, Groq, Cohere
                "max_tokens is too large: 5000. This model supports at most 4096 completion tokens, whereas you provided 5000. | 4096",
                "max_completion_tokens is too large: 40000. This model supports at most 16384 completion tokens | 16384",
                "max_tokens: 5000 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307 | 4096",
                "it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive). | 65536",
                "The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096. | 4096",
                "Invalid max_tokens value, the valid range of max_tokens is [1, 8192] | 8192",
                "InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192] | 8192",
                "`max_tokens` must be less than or equal to `32768`, the maximum value for `max_tokens` is less than the `context_window` | 32768",
            })
    void learnsOutputLimitFromRefusal(String words, int most) {
        RequestLadder ladder = ladder();

        ask(ladder, form -> form.mostOutputTokens() > 0, words);

        assertThat(asked)
                .containsExactly(RequestForm.of(Shape.SCHEMA), new RequestForm(Shape.SCHEMA, Limit.USUAL, most));
        assertThat(ladder.form().outputTokens(request(100_000))).isEqualTo(most);
        assertThat(ladder.form().outputTokens(request(400))).isEqualTo(400);
        assertThat(warnings.lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("refused an output limit above " + most + " tokens");
    }

    @Test
    void leavesOutLimitRefusedTwiceWithSameNumber() {
        RequestLadder ladder = ladder();

        ask(ladder, form -> form.limit() == Limit.NONE, "max_tokens: 5000 > 4096, which is the maximum");

        assertThat(asked).hasSize(3);
    }

    private static ModelRequest request(int maxOutputTokens) {
        return new ModelRequest("", "", "state", "{}", maxOutputTokens);
    }

    @Test
    void asksOnceWithoutRefusal() {
        RequestLadder ladder = ladder();

        assertThat(ask(ladder, form -> true, "")).isEqualTo("answer");

        assertThat(asked).containsExactly(RequestForm.of(Shape.SCHEMA));
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void goesDownEveryStepAndStaysThere() {
        RequestLadder ladder = ladder();
        String everything =
                "max_completion_tokens? response_format of type json_schema? Extra inputs are not permitted";

        ask(ladder, form -> form.equals(form(Shape.PROMPT, Limit.NONE)), everything);
        ask(ladder, form -> true, everything);

        assertThat(asked)
                .containsExactly(
                        form(Shape.SCHEMA, Limit.USUAL),
                        form(Shape.SCHEMA, Limit.RENAMED),
                        form(Shape.SCHEMA, Limit.NONE),
                        form(Shape.JSON, Limit.NONE),
                        form(Shape.PROMPT, Limit.NONE),
                        form(Shape.PROMPT, Limit.NONE));
        assertThat(warnings.lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("small refused a response schema and an output limit")
                .doesNotContain("Extra inputs");
    }

    @Test
    void namesRefusedParameter() {
        ask(ladder(), form -> form.limit() == Limit.RENAMED, "Unrecognized request argument: max_completion_tokens");

        assertThat(warnings.lines()).hasSize(1).first().asString().contains("refused the output limit's usual name;");
    }

    @Test
    void skipsUnsupportedJsonMode() {
        RequestLadder ladder = new RequestLadder("small", RequestForm.of(Shape.SCHEMA), false, true);

        ask(ladder, form -> form.shape() == Shape.PROMPT, "json_schema is not supported");

        assertThat(asked).extracting(RequestForm::shape).containsExactly(Shape.SCHEMA, Shape.PROMPT);
    }

    @Test
    void unspecificRefusalDropsShapeThenLimit() {
        RequestLadder ladder = ladder();

        assertThatThrownBy(() -> ask(ladder, form -> false, "no")).hasMessage("400 - no");

        assertThat(asked)
                .containsExactly(
                        RequestForm.of(Shape.SCHEMA), RequestForm.of(Shape.PROMPT), form(Shape.PROMPT, Limit.NONE));
        assertThat(ladder.form()).isEqualTo(RequestForm.of(Shape.SCHEMA));
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void acceptedFormIsKeptAfterUnrelatedRefusal() {
        RequestLadder ladder = ladder();
        ask(ladder, form -> true, "");
        asked.clear();

        assertThatThrownBy(() -> ask(ladder, form -> false, "your account is not active"))
                .hasMessageContaining("not active");
        assertThat(asked).hasSize(1);

        ask(ladder, form -> form.limit() == Limit.NONE, "max_tokens is too large: 9000");
        assertThat(ladder.form()).isEqualTo(form(Shape.SCHEMA, Limit.NONE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "400 | This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
                "400 | input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
                "429 | response_format of type json_schema: rate limit reached",
                "401 | response_format: Incorrect API key provided",
                "404 | there is no model of that name with a response_format",
                "500 | max_tokens",
            })
    void asksOnceForOtherRefusals(int status, String words) {
        RequestLadder ladder = ladder();

        assertThatThrownBy(() -> ladder.ask(
                        form -> {
                            asked.add(form);
                            throw failure(status, words);
                        },
                        READER))
                .hasMessageContaining(words)
                .hasNoSuppressedExceptions();

        assertThat(asked).hasSize(1);
        assertThat(ladder.form()).isEqualTo(RequestForm.of(Shape.SCHEMA));
    }

    @Test
    void forgetsRetryFailedForOtherReason() {
        RequestLadder ladder = ladder();

        assertThatThrownBy(() -> ladder.ask(
                        form -> {
                            throw form.shape() == Shape.SCHEMA ? failure(400, "response_format") : failure(429, "slow");
                        },
                        READER))
                .hasMessage("429 - slow")
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));

        assertThat(ladder.form()).isEqualTo(RequestForm.of(Shape.SCHEMA));
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void rethrowsSameExceptionInstance() {
        RuntimeException same = failure(400, "no");

        assertThatThrownBy(() -> ladder().ask(
                                form -> {
                                    throw same;
                                },
                                READER))
                .isSameAs(same);
    }

    @Test
    void limitsRetriesForHostileRefusal() {
        String hostile = "max_completion_token response_forma json_schem ".repeat(500_000);

        assertThatThrownBy(() -> ask(ladder(), form -> false, hostile)).isInstanceOf(IllegalStateException.class);
        assertThat(asked).hasSize(3);
    }

    @Test
    void looksAtTheBeginningOfARefusalOnly() {
        ask(ladder(), form -> form.shape() == Shape.PROMPT, "no" + " ".repeat(4_000) + "max_tokens");

        assertThat(asked).containsExactly(RequestForm.of(Shape.SCHEMA), RequestForm.of(Shape.PROMPT));
    }
}
