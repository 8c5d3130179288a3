package io.github.sessioncompression.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Rules of a provider for the messages of a request, as its documentation gives them in November 2026.
 *
 * <p>A request that breaks one is refused, or answered as if messages were missing. The rules are about roles, tool calls and their results;
 * sizes, media and parameters are not checked, and thinking is not either. For use by many threads.
 */
public enum ProviderRules {
    /**
     * OpenAI's chat completions: results directly follow their calls, each call has one, and messages have contents. Roles are free.
     *
     * @see <a href="https://platform.openai.com/docs/guides/function-calling">Function calling</a>
     * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">Create chat completion</a>
     */
    OPENAI(MessageRule.HAS_CONTENT),

    /**
     * Anthropic's messages: the user's message comes first, text is never empty, and ids of calls are unique. System messages are sent apart;
     * messages of one role in a row are joined. Newest models answer no request that ends with an assistant message.
     *
     * @see <a href="https://platform.claude.com/docs/en/api/messages">Messages</a>
     * @see <a href="https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls">Handle tool calls</a>
     */
    ANTHROPIC(
            MessageRule.HAS_CONTENT,
            MessageRule.USER_FIRST,
            MessageRule.CALL_IDS_DIFFER,
            MessageRule.ENDS_WITH_USER_OR_RESULT),

    /**
     * Google's Gemini: calls follow the user or results, there are as many results as calls, and the user or results come last. System messages are
     * sent apart.
     *
     * @see <a href="https://ai.google.dev/gemini-api/docs/function-calling">Function calling</a>
     * @see <a href="https://ai.google.dev/api/generate-content">Generating content</a>
     */
    GEMINI(MessageRule.HAS_CONTENT, MessageRule.CALLS_FOLLOW_USER_OR_RESULT, MessageRule.ENDS_WITH_USER_OR_RESULT),

    /**
     * Mistral's chat completions: results are followed by an answer before the user's next message, system messages come before answers, and the
     * user or results come last.
     *
     * @see <a href="https://docs.mistral.ai/capabilities/function_calling">Function calling</a>
     * @see <a href="https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py">The validator of
     *     mistral-common</a>
     */
    MISTRAL(
            MessageRule.HAS_CONTENT,
            MessageRule.ANSWER_FOLLOWS_RESULTS,
            MessageRule.SYSTEM_BEFORE_ANSWERS,
            MessageRule.ENDS_WITH_USER_OR_RESULT);

    private static final Set<MessageRule> COMMON =
            Set.of(MessageRule.NOT_EMPTY, MessageRule.RESULTS_FOLLOW_CALLS, MessageRule.CALLS_HAVE_RESULTS);

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes it.
    private final List<MessageRule> own;

    ProviderRules(MessageRule... own) {
        this.own = List.of(own);
    }

    /** Rules that the request breaks, by message; empty if the provider accepts it. */
    public List<Violation> violations(List<RequestMessage> request) {
        List<Violation> found = new ArrayList<>();
        COMMON.forEach(rule -> rule.check(request, found::add));
        own.forEach(rule -> rule.check(request, found::add));
        found.sort(Comparator.comparingInt(Violation::index).thenComparing(Violation::reason));
        return found;
    }
}
