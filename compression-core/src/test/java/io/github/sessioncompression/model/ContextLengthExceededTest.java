package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The providers' own words, as they were published by those who met them. */
class ContextLengthExceededTest {
    private static ProviderFailure refusal(String words) {
        return new ProviderFailure(400, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                // OpenAI and Azure
                "This model's maximum context length is 4097 tokens. However, your messages resulted in 4294 tokens. Please reduce the length of the messages. | 4097 | 4294",
                "This model's maximum context length is 128000 tokens. However, your messages resulted in 130100 tokens (129000 in the messages, 1100 in the functions). | 128000 | 130100",
                "This model's maximum context length is 4097 tokens, however you requested 5360 tokens (1360 in your prompt; 4000 for the completion). Please reduce your prompt; or completion length. | 4097 | 5360",
                "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens. Please reduce the length of the messages. | 272000 | 300000",
                "Your input exceeds the context window of this model. Please adjust your input and try again. | |",
                "{\"error\":{\"message\":\"Please shorten it.\",\"code\":\"context_length_exceeded\"}} | |",
                // Groq, OpenRouter, DeepSeek, GitHub
                "Please reduce the length of the messages or completion. | |",
                "This endpoint's maximum context length is 128000 tokens. However, you requested about 130000 tokens (129000 of text input, 1000 in the output). | 128000 | 130000",
                "This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion). | 131072 | 131134",
                "{\"error\":{\"code\":\"tokens_limit_reached\",\"message\":\"Request body too large for gpt-4o model. Max size: 8000 tokens.\"}} | 8000 |",
                // Anthropic, also as Bedrock passes it on
                "prompt is too long: 210266 tokens > 200000 maximum | 200000 | 210266",
                "The model returned the following errors: prompt is too long: 227255 tokens > 200000 maximum | 200000 | 227255",
                "input length and `max_tokens` exceed context limit: 170636 + 34048 > 200000, decrease input length or `max_tokens` and try again | 200000 | 204684",
                // Gemini, Vertex
                "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576). | 1048576 | 1200000",
                "The input token count exceeds the maximum number of tokens allowed (1,048,576). | 1048576 |",
                "Unable to submit request because the input token count is 1200000 but model only supports up to 1048576. Reduce the input token count and try again. | 1048576 | 1200000",
                // Bedrock
                "Input is too long for requested model. | |",
                "400 Bad Request: Too many input tokens. Max input tokens: 8192, request input token count: 10246 | 8192 | 10246",
                // Ollama, llama.cpp, LM Studio
                "the input length exceeds the context length | |",
                "prompt too long; exceeded max context length by 4 tokens | |",
                "the request exceeds the available context size. try increasing the context size or enable context shift | |",
                "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it | 4096 | 5000",
                "{\"code\":400,\"message\":\"too much\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":5000,\"n_ctx\":4096} | 4096 | 5000",
                "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. | 4096 | 5000",
                "Error: Input length 6491 exceeds context length 1500 | 1500 | 6491",
                // Mistral, Cohere, xAI
                "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length | 32768 | 40000",
                "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4202. Try using a shorter prompt | 4081 | 4202",
                "too many tokens: size limit exceeded by 11326 tokens. Try using shorter or fewer inputs. The limit for this model is 128000 tokens. | 128000 | 139326",
                "This model's maximum prompt length is 131072 but the request contains 150000 tokens. | 131072 | 150000",
                // vLLM, SGLang, Together, Hugging Face
                "This model's maximum context length is 32768 tokens. However, your request has 33000 input tokens. Please reduce the length of the input messages. | 32768 | 33000",
                "This model's maximum context length is 262144 tokens. However, you requested 0 output tokens and your prompt contains at least 262145 input tokens, for a total of at least 262145 tokens. | 262144 | 262145",
                "The decoder prompt (length 40000) is longer than the maximum model length of 32768. | 32768 | 40000",
                "The input (263000 tokens) is longer than the model's context length (262144 tokens). | 262144 | 263000",
                "Input length (265330) exceeds model's maximum context length (262144). | 262144 | 265330",
                "Input length 131393 exceeds the maximum allowed input length of 131040 tokens. | 131040 | 131393",
                "Requested token count exceeds the model's maximum context length of 262144 tokens. You requested a total of 270000 tokens: 265000 tokens from the input messages and 5000 tokens for the completion. | 262144 | 270000",
                "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8192. Given: 6204 `inputs` tokens and 2047 `max_new_tokens` | 8192 | 8251",
                "Input validation error: `inputs` must have less than 4096 tokens. Given: 5000 | 4096 | 5000",
                "The prompt is too long: 140000, model maximum context length: 131071 | 131071 | 140000",
                // Alibaba, Moonshot, watsonx
                "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024] | 129024 |",
                "Invalid request: Your request exceeded model token limit: 8192 (requested: 9000) | 8192 | 9000",
                "the number of input tokens 9000 cannot exceed the total tokens limit 8192 for this model | 8192 | 9000",
            })
    void knowsTheWordsAndReadsTheNumbers(String words, Integer limit, Integer requested) {
        Optional<ContextLengthExceeded> said = refusal(words).contextLengthExceeded();

        assertThat(said).contains(new ContextLengthExceeded(number(limit), number(requested)));
        assertThat(new ProviderFailure(0, words).contextLengthExceeded()).isEqualTo(said);
        assertThat(new ProviderFailure(429, words).contextLengthExceeded()).isEmpty();
    }

    private static OptionalInt number(Integer number) {
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Too much in a minute or a month
                "Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 40000. The input or output tokens must be reduced in order to run successfully.",
                "Request too large for model `llama-3.1-8b-instant` on tokens per minute (TPM): Limit 6000, Requested 7500, please reduce your message size and try again.",
                "Rate limit reached for gpt-4 on tokens per min. Limit: 10000 / min. Current: 10020 / min.",
                "This request would exceed your organization's rate limit of 40,000 input tokens per minute.",
                "Too many tokens, please wait before trying again.",
                "Too many tokens per day, please wait before trying again.",
                "You exceeded your current quota: generate_content_free_tier_input_token_count, limit: 250000",
                // The output limit
                "max_tokens is too large: 5000. This model supports at most 4096 completion tokens, whereas you provided 5000.",
                "max_tokens: 5000 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307",
                "`max_tokens` must be greater than `thinking.budget_tokens`.",
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
                "Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive).",
                "The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.",
                "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 1000 input tokens (4096 > 4096-1000).",
                // Something else
                "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 70 instead.",
                "messages.0.content.1.image.source.base64: image exceeds 5 MB maximum",
                "The upload is too long, and the prompt is missing",
                "The context length is unknown",
                "",
            })
    void takesNothingElseForIt(String words) {
        assertThat(refusal(words).contextLengthExceeded()).isEmpty();
    }

    @Test
    void ignoresImpossibleNumbers() {
        assertThat(refusal("prompt is too long: 99999999999 tokens > 0 maximum").contextLengthExceeded())
                .contains(new ContextLengthExceeded(OptionalInt.empty(), OptionalInt.empty()));
        assertThat(refusal("prompt is too long: " + "9".repeat(5_000) + " tokens > 8,,192 maximum")
                        .contextLengthExceeded())
                .contains(new ContextLengthExceeded(OptionalInt.of(8192), OptionalInt.empty()));
    }

    @Test
    void readsTheBeginningOnlyHoweverMuchIsSaid() {
        String hostile = "exceed context limit: 1 + input length ((prompt is too long: maximum context length is ("
                .repeat(200_000);
        assertThat(refusal(hostile).contextLengthExceeded()).isPresent();
        assertThat(refusal("x".repeat(20_000) + "prompt is too long").contextLengthExceeded())
                .isEmpty();
        assertThat(refusal("x".repeat(19_000) + "prompt is too long").contextLengthExceeded())
                .isPresent();
    }
}
