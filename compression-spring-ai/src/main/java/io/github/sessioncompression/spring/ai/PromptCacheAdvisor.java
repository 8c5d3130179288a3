package io.github.sessioncompression.spring.ai;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/**
 * An advisor that has the provider cache the part of a chat that stays: tools, system prompt, state and the turns before.
 *
 * <pre>{@code
 * ChatClient.builder(chatModel).defaultAdvisors(memoryAdvisor, PromptCacheAdvisor.create())
 * }</pre>
 *
 * <p>Between two compressions each request is an extension of the one before, so all of it but the newest turn can be read from
 * the cache; a compression leaves tools and system prompt as they are. Per provider:
 * <ul>
 *   <li>Anthropic, Bedrock: cache breakpoints after the tools, after the system prompt and at the last user message;
 *   <li>OpenAI: caches by itself; a {@code prompt_cache_key} for each conversation sends its requests to the same cache. The key
 *       is a hash of the conversation id, the same in every process;
 *   <li>others: nothing needs to be done, or nothing can be.
 * </ul>
 *
 * <p>The application's own options for caching stay. Immutable, so safe for use by many threads.
 */
public final class PromptCacheAdvisor implements CallAdvisor, StreamAdvisor {
    /** Last before the model, unless {@link #withOrder} overrides it. */
    public static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 100;

    private static final int KEY_BYTES = 16;

    private final int order;
    private final String salt;

    private PromptCacheAdvisor(int order, String salt) {
        this.order = order;
        this.salt = salt;
    }

    /** The advisor at its default order, without a salt. */
    public static PromptCacheAdvisor create() {
        return new PromptCacheAdvisor(DEFAULT_ORDER, "");
    }

    /** This advisor at another place in the chain. */
    public PromptCacheAdvisor withOrder(int newOrder) {
        return new PromptCacheAdvisor(newOrder, salt);
    }

    /**
     * This advisor with a secret hashed into the key, so that nobody can recognise a conversation by guessing its id. Has to be the same
     * in all processes of the application; empty by default.
     */
    public PromptCacheAdvisor withSalt(String newSalt) {
        return new PromptCacheAdvisor(order, Objects.requireNonNull(newSalt, "salt"));
    }

    @Override
    public String getName() {
        return "Prompt Cache Advisor";
    }

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        return chain.nextCall(cached(request));
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return chain.nextStream(cached(request));
    }

    private ChatClientRequest cached(ChatClientRequest request) {
        Prompt prompt = request.prompt();
        ChatOptions options = prompt.getOptions();
        if (options == null) {
            return request;
        }
        ChatOptions cached = PromptCaching.on(options, key(request.context().get(ChatMemory.CONVERSATION_ID)));
        return cached == options
                ? request
                : request.mutate()
                        .prompt(new Prompt(prompt.getInstructions(), cached))
                        .build();
    }

    private @Nullable String key(@Nullable Object conversationId) {
        if (conversationId == null) {
            return null;
        }
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            hash.update(salt.getBytes(StandardCharsets.UTF_8));
            hash.update((byte) 0);
            byte[] digest = hash.digest(conversationId.toString().getBytes(StandardCharsets.UTF_8));
            return "sc-" + HexFormat.of().formatHex(digest, 0, KEY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
