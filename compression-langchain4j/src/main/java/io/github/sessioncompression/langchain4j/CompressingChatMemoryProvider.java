package io.github.sessioncompression.langchain4j;

import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.moderation.ModerationModel;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A {@link ChatMemoryProvider} of {@link CompressingChatMemory}s.
 *
 * <pre>{@code
 * Assistant assistant = AiServices.builder(Assistant.class)
 *         .chatModel(model)
 *         .chatMemoryProvider(CompressingChatMemoryProvider.builder()
 *                 .policy(CompressionPolicy.forWindow(128_000))
 *                 .chatMemoryStore(store)
 *                 .build())
 *         .build();
 * }</pre>
 *
 * <p>AI services that share a provider share the chat of each memory id, because LangChain4j gives a provider only that id; a WARN reports it
 * once it is noticed. {@link #forService} keeps them apart. Safe for use by many threads. {@link #close} discards what a compressor that it made itself is running.
 */
public final class CompressingChatMemoryProvider implements ChatMemoryProvider, AutoCloseable {
    private static final Pattern SERVICE = Pattern.compile("[\\w.-]{1,100}");

    private final Wiring wiring;
    private final String prefix;

    private CompressingChatMemoryProvider(Wiring wiring, String prefix) {
        this.wiring = wiring;
        this.prefix = prefix;
    }

    /**
     * A provider of the chats of one AI service, with everything else in common with this one.
     *
     * <pre>{@code
     * AiServices.builder(Support.class).chatModel(memories.guard(model)).chatMemoryProvider(memories.forService("support")).build();
     * }</pre>
     *
     * <p>Its chat of {@code "user-42"} is the conversation {@code "support:user-42"}, under which stores keep it, too. Nothing has to be closed.
     *
     * @param name 1 to 100 letters, digits, {@code _ . -}; the same whenever the application starts
     */
    public CompressingChatMemoryProvider forService(String name) {
        if (!SERVICE.matcher(Objects.requireNonNull(name, "name")).matches()) {
            throw new IllegalArgumentException(
                    "name must be 1 to 100 letters, digits and _ . -, but was '" + name + "'");
        }
        String itsPrefix = prefix + name + ":";
        wiring.ids().service(itsPrefix);
        return new CompressingChatMemoryProvider(wiring, itsPrefix);
    }

    /** Begins to set up a provider. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The memory of that id.
     *
     * <p>Cheap: reads nothing, and calls nothing of the application's but the window's function of the memory id, if there is
     * one. The chat itself is begun by its first message, and lasts until its memory is cleared: that an AI service evicts a
     * memory deletes nothing.
     *
     * @throws IllegalArgumentException if {@code memoryId} is {@code null} or does not print as a text of its own
     */
    @Override
    public CompressingChatMemory get(Object memoryId) {
        return new CompressingChatMemory(memoryId, prefix, wiring);
    }

    /** The conversation of that id: its status, and compressing, pruning, or switching it off. */
    public Conversation conversation(Object memoryId) {
        return wiring.conversation(prefix + wiring.ids().remember(memoryId));
    }

    /** A listener for AI services: passes the tokens that the provider reported to the conversations. */
    public UsageListener usageListener() {
        return UsageListener.of(this::conversation);
    }

    /** A listener for AI services: reports to the conversations that a turn ended without an answer. */
    public InterruptionListener interruptionListener() {
        return InterruptionListener.of(this::conversation);
    }

    /**
     * {@code model} with each request made valid and kept below the model's limit: with all that it carries beside a memory, as
     * retrieved texts, tool definitions and the question itself, which LangChain4j adds after it has read the memory.
     *
     * <pre>{@code
     * AiServices.builder(Assistant.class).chatModel(memories.guard(model)).chatMemoryProvider(memories).build();
     * }</pre>
     *
     * <p>The chat is cut first; then the largest messages lose their middles, and if the provider refuses a request as too long,
     * it is sent again shorter, by the limit in the refusal. The reported usage goes to the conversation. Requests that
     * are of no chat of this provider's pass as they are.
     */
    public ChatModel guard(ChatModel model) {
        return wiring.guard(model);
    }

    /** The same for a model that streams: a request that is refused before the first piece is sent again. */
    public StreamingChatModel guard(StreamingChatModel model) {
        return wiring.guard(model);
    }

    /**
     * {@code model} for {@code @Moderate}, asked about the new messages of a request only: AI services ask about all of it, so that a message that was
     * flagged once would be flagged in each later turn, too. Other texts are moderated as they are.
     */
    public ModerationModel guard(ModerationModel model) {
        return wiring.guard(model);
    }

    /** The compressor behind all memories. */
    public SessionCompressor compressor() {
        return wiring.compressor();
    }

    /** Discards the compressions that are running; has no effect on a compressor that was given to the builder. */
    @Override
    public void close() {
        if (wiring.ownsCompressor() && prefix.isEmpty()) {
            wiring.compressor().close();
        }
    }

    /** Wires a provider. Not safe for use by many threads. */
    public static final class Builder extends MemoryBuilder<Builder> {
        private Builder() {}

        /**
         * Builds the provider.
         *
         * @throws IllegalArgumentException if settings contradict each other or neither a compressor nor a policy is set
         * @throws IllegalStateException if the policy names neither a context window nor a known model
         */
        public CompressingChatMemoryProvider build() {
            return new CompressingChatMemoryProvider(wiring(), "");
        }
    }
}
