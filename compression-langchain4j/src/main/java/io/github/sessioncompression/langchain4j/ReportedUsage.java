package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.openai.OpenAiTokenUsage.InputTokensDetails;
import dev.langchain4j.model.openai.OpenAiTokenUsage.OutputTokensDetails;
import dev.langchain4j.model.output.TokenUsage;
import io.github.sessioncompression.token.Usage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a provider reports about one call, the cached part included.
 *
 * <p>The providers' classes are in modules that need not be there. Each is read by a class of its own, which is loaded only when
 * a report of that provider has come, so its module is there.
 */
final class ReportedUsage {
    private ReportedUsage() {}

    /** The core's form of a report; empty if it says nothing about input or output. */
    static Optional<Usage> of(@Nullable TokenUsage reported) {
        if (reported == null || (reported.inputTokenCount() == null && reported.outputTokenCount() == null)) {
            return Optional.empty();
        }
        return Optional.of(read(reported));
    }

    private static Usage read(TokenUsage reported) {
        return switch (reported.getClass().getName()) {
            case "dev.langchain4j.model.openai.OpenAiTokenUsage" -> OpenAi.read(reported);
            case "dev.langchain4j.model.anthropic.AnthropicTokenUsage" -> Anthropic.read(reported);
            case "dev.langchain4j.model.googleai.GoogleAiGeminiTokenUsage" -> Gemini.read(reported);
            default -> Usage.of(number(reported.inputTokenCount()), number(reported.outputTokenCount()));
        };
    }

    private static long number(@Nullable Integer count) {
        return count == null ? 0 : count;
    }

    /** The output includes the thinking. */
    private static final class OpenAi {
        static Usage read(TokenUsage reported) {
            OpenAiTokenUsage usage = (OpenAiTokenUsage) reported;
            @Nullable InputTokensDetails input = usage.inputTokensDetails();
            @Nullable OutputTokensDetails output = usage.outputTokensDetails();
            long thinking = output == null ? 0 : number(output.reasoningTokens());
            return Usage.reported(
                    reported.getClass().getName(),
                    number(usage.inputTokenCount()),
                    input == null ? 0 : number(input.cachedTokens()),
                    0,
                    number(usage.outputTokenCount()) - thinking,
                    thinking);
        }
    }

    /** Tells what was written to the cache, too. */
    private static final class Anthropic {
        static Usage read(TokenUsage reported) {
            AnthropicTokenUsage usage = (AnthropicTokenUsage) reported;
            return Usage.reported(
                    reported.getClass().getName(),
                    number(usage.inputTokenCount()),
                    number(usage.cacheReadInputTokens()),
                    number(usage.cacheCreationInputTokens()),
                    number(usage.outputTokenCount()),
                    0);
        }
    }

    /** Thinking comes beside the output. Gemini's module has no such class in the oldest supported version. */
    private static final class Gemini {
        static Usage read(TokenUsage reported) {
            return Usage.reported(
                    reported.getClass().getName(),
                    number(reported.inputTokenCount()),
                    number(count(reported, "cachedContentTokenCount")),
                    0,
                    number(reported.outputTokenCount()),
                    number(count(reported, "thoughtsTokenCount")));
        }

        private static @Nullable Integer count(TokenUsage reported, String accessor) {
            return ByName.read(reported, accessor) instanceof Integer count ? count : null;
        }
    }
}
