package io.github.sessioncompression.model;

import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a provider's refusal of a request: as too long, or because of thinking that it was sent back.
 *
 * <p>Design note: there is no common code for these. The words of the providers' own messages are looked for, in small letters, one
 * table for all, because gateways pass on those of others. They are specific enough not to be in a refusal of too many tokens a
 * minute. Each pattern begins with letters and has bounded repetitions only, so reading takes linear time.
 */
final class RefusalWords {
    private static final List<String> TOO_LONG = List.of(
            // OpenAI, Azure, DeepSeek, Groq, OpenRouter, vLLM, SGLang, Mistral, Fireworks: those that speak like OpenAI
            "context_length_exceeded",
            "maximum context length",
            "exceeds the context window",
            "input tokens exceed the configured limit",
            "reduce the length of the messages",
            // Anthropic, also at Bedrock and Vertex
            "prompt is too long",
            "exceed context limit",
            // Gemini, Vertex
            "exceeds the maximum number of tokens allowed",
            "input token count is",
            // Bedrock
            "input is too long for requested model",
            "too many input tokens. max input tokens",
            // Cohere
            "too many tokens: total number of tokens",
            "too many tokens: size limit exceeded",
            // xAI
            "maximum prompt length",
            // Ollama
            "exceeds the context length",
            "prompt too long",
            // llama.cpp, LM Studio
            "exceeds the available context size",
            "exceed_context_size_error",
            "exceeds context length",
            "is loaded with context length of only",
            // vLLM, SGLang, Together
            "is longer than the maximum model length",
            "is longer than the model's context length",
            "exceeds the maximum allowed input length",
            // Hugging Face's text generation inference
            "`inputs` must have less than",
            "`inputs` tokens + `max_new_tokens` must be",
            // Alibaba, Moonshot, GitHub, watsonx
            "range of input length should be",
            "exceeded model token limit",
            "tokens_limit_reached",
            "cannot exceed the total tokens limit");

    /** Words of a refusal of the output limit; vLLM tells it together with the window. */
    private static final List<String> OUTPUT_LIMIT = List.of(
            "max_tokens is too large",
            "max_tokens' is too large",
            "max_completion_tokens is too large",
            "max_completion_tokens' is too large");

    private static final List<String> THINKING = List.of(
            // Anthropic, also at Bedrock and Vertex
            "invalid `signature` in `thinking` block",
            "bound to a different conversation",
            "blocks in the latest assistant message cannot be modified",
            // Gemini, Vertex
            "thought signature is not valid",
            "corrupted thought signature",
            "invalid thought signature",
            // OpenAI, Azure
            "invalid_encrypted_content");

    private static final String N = "(\\d[\\d,]{0,14})";

    /** Patterns of the limit; the first that fits counts. */
    private static final List<Pattern> LIMITS = patterns(
            "maximum context length(?: is| of|:)? \\(?" + N,
            "too large for model with " + N,
            "tokens > " + N + " maximum",
            "exceed context limit: \\d{1,12} \\+ \\d{1,12} > " + N,
            "number of tokens allowed \\(" + N,
            "only supports up to " + N,
            "configured limit of " + N,
            "max input tokens: " + N,
            "available context size \\(" + N,
            "\"n_ctx\": ?" + N,
            "context length of only " + N,
            "exceeds context length " + N,
            "model's context length \\(" + N,
            "cannot exceed " + N + " - received",
            "limit for this model is " + N,
            "maximum prompt length is " + N,
            "maximum model length of " + N,
            "maximum allowed input length of " + N,
            "must have less than " + N + " tokens",
            "`max_new_tokens` must be <= " + N,
            "input length should be \\[\\d{1,3}, ?" + N,
            "exceeded model token limit: " + N,
            "max size: " + N + " tokens",
            "total tokens limit " + N);

    /** Patterns of the request's size; the first that fits counts. */
    private static final List<Pattern> REQUESTED = patterns(
            "for a total of (?:at least )?" + N + " tokens",
            "you requested (?:about |a total of )?" + N + " tokens",
            "resulted in " + N + " tokens",
            "your request has " + N + " input tokens",
            "prompt is too long: " + N,
            "prompt too long: " + N,
            "prompt contains " + N,
            "input token count \\(" + N,
            "input token count is " + N,
            "input token count: " + N,
            "request \\(" + N + " tokens\\) exceeds",
            "\"n_prompt_tokens\": ?" + N,
            "keep the first " + N + " tokens",
            "- received " + N,
            "the request contains " + N,
            "\\(length " + N + "\\) is longer",
            "the input \\(" + N + " tokens\\)",
            "input length \\(?" + N + "\\)? exceeds",
            "tokens\\. given: " + N,
            "requested: " + N,
            "number of input tokens " + N);

    /** Anthropic and Hugging Face tell input and output limit apart. */
    private static final List<Pattern> REQUESTED_IN_PARTS = patterns(
            "exceed context limit: " + N + " \\+ " + N,
            "given: " + N + " `inputs` tokens and " + N + " `max_new_tokens`");

    /** Patterns of the excess over the limit: Cohere, Ollama. */
    private static final List<Pattern> EXCESS =
            patterns("size limit exceeded by " + N + " tokens", "context length by " + N + " tokens");

    private RefusalWords() {}

    static boolean refuseThinking(String words) {
        return holdsOneOf(THINKING, words.toLowerCase(Locale.ROOT));
    }

    private static boolean holdsOneOf(List<String> wordings, String text) {
        return wordings.stream().anyMatch(text::contains);
    }

    static Optional<ContextLengthExceeded> contextLength(String words) {
        String text = words.toLowerCase(Locale.ROOT);
        if (!holdsOneOf(TOO_LONG, text) || holdsOneOf(OUTPUT_LIMIT, text)) {
            return Optional.empty();
        }
        OptionalInt limit = first(LIMITS, text, 0);
        return Optional.of(new ContextLengthExceeded(limit, requested(text, limit)));
    }

    private static OptionalInt requested(String text, OptionalInt limit) {
        OptionalInt parts = first(REQUESTED_IN_PARTS, text, 0);
        if (parts.isPresent()) {
            return parts;
        }
        OptionalInt excess = first(EXCESS, text, 0);
        return excess.isPresent() && limit.isPresent()
                ? first(EXCESS, text, limit.getAsInt())
                : first(REQUESTED, text, 0);
    }

    /** The sum of {@code more} and of the groups of the first pattern that fits; empty if that is no possible number. */
    private static OptionalInt first(List<Pattern> patterns, String text, long more) {
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(text);
            if (matcher.find()) {
                long sum = more;
                for (int group = 1; group <= matcher.groupCount(); group++) {
                    sum += Long.parseLong(matcher.group(group).replace(",", ""));
                }
                return sum >= 1 && sum <= Integer.MAX_VALUE ? OptionalInt.of((int) sum) : OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }

    private static List<Pattern> patterns(String... patterns) {
        return Stream.of(patterns).map(Pattern::compile).toList();
    }
}
