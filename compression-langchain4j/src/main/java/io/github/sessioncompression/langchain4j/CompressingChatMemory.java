package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.moderation.ModerationModel;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ChatMemory} that forgets nothing and still fits the model's window.
 *
 * <pre>{@code
 * Assistant assistant = AiServices.builder(Assistant.class)
 *         .chatModel(model)
 *         .chatMemory(CompressingChatMemory.builder()
 *                 .policy(CompressionPolicy.forWindow(128_000))
 *                 .build())
 *         .build();
 * }</pre>
 *
 * <p>{@link #messages()} is a request's beginning that any provider accepts: the system message, the state of the older part
 * of the chat as one user and one assistant message, then whole turns. Messages that are shown as they were are the very
 * instances that were added, with attributes, media and thinking.
 *
 * <p>Compression runs in the background after an answer; {@code messages()} waits for one only if the policy requires it. A
 * new system message replaces the one before it and always is first; an equal one is not added again.
 *
 * <p>Safe for use by many threads. Any number of memories may serve one chat: those of one compressor share its
 * conversation, and those over one {@code ChatMemoryStore} take turns writing to it.
 */
public final class CompressingChatMemory implements ChatMemory {
    /** The id of a memory that is given none, as of LangChain4j's own. */
    public static final String DEFAULT_ID = "default";

    private final Object id;
    private final String conversationId;
    private final Wiring wiring;
    private final @Nullable Eviction eviction;
    private final long number;
    private final Sequence asynchronous = new Sequence();

    /** A memory of the chat whose name is {@code prefix} and the name of {@code id}. */
    CompressingChatMemory(Object id, String prefix, Wiring wiring) {
        this.id = id;
        this.conversationId = prefix + wiring.ids().remember(id);
        this.wiring = wiring;
        this.eviction = wiring.eviction(id);
        this.number = wiring.shared().nextMemory();
    }

    /** Begins to set up a memory of one chat. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The default rule for pins: tool results whose attributes LangChain4j reads from the chat again, namely tools found by a
     * search ({@code found_tools}) and activated skills ({@code activated_skill}). Left out of a view, they would be lost to it.
     */
    public static Predicate<ChatMessage> functionalToolResults() {
        return message -> message instanceof ToolExecutionResultMessage result
                && (result.attributes().containsKey("found_tools")
                        || result.attributes().containsKey("activated_skill"));
    }

    /** A rule for pins that is asked about the core's form of each message. */
    public static Predicate<ChatMessage> pinning(Predicate<Message> rule) {
        Objects.requireNonNull(rule, "rule");
        return message -> rule.test(MessageMapper.content(message));
    }

    @Override
    public Object id() {
        return id;
    }

    /**
     * The conversation behind this memory: its status, and compressing, pruning, or switching it off.
     *
     * <p>Its id is the memory's if that is a text; of any other it is the class and the text, so that {@code 1} and
     * {@code "1"} stay two chats.
     */
    public Conversation conversation() {
        return wiring.conversation(conversationId);
    }

    /** A listener for an AI service that has only this memory: passes the tokens that the provider reported to the conversation. */
    public UsageListener usageListener() {
        return UsageListener.of(anyId -> conversation());
    }

    /**
     * {@code model} with each request of this chat made valid and kept below the model's limit, as
     * {@link CompressingChatMemoryProvider#guard(ChatModel)} does it.
     *
     * <pre>{@code
     * AiServices.builder(Assistant.class).chatModel(memory.guard(model)).chatMemory(memory).build();
     * }</pre>
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

    @Override
    public void add(ChatMessage message) {
        append(List.of(Objects.requireNonNull(message, "message")));
    }

    /** Adds all messages or none, as one operation of the store. */
    @Override
    public void add(@Nullable Iterable<ChatMessage> messages) {
        if (messages != null) {
            List<ChatMessage> added = new ArrayList<>();
            messages.forEach(added::add);
            append(added);
        }
    }

    private void append(List<ChatMessage> messages) {
        if (messages.size() == 1 && wiring.removed().isKept(conversationId, messages.get(0))) {
            return;
        }
        wiring.turns().append(conversation(), messages, wiring.mapper().toCore(messages));
        wiring.handedOut().added(conversationId, messages);
        wiring.shared().added(conversationId, number, messages);
    }

    /**
     * Makes the chat consist of {@code messages}.
     *
     * <p>Of what {@link #messages()} returned, the state stays with all it covers, placeholders are read as the tool results they
     * replace, and an unchanged list changes nothing. A list without that state replaces everything. Starts no compression.
     *
     * @throws IllegalArgumentException if {@code messages} is {@code null} or empty
     */
    @Override
    public void set(@Nullable Iterable<ChatMessage> messages) {
        if (messages == null) {
            throw new IllegalArgumentException("messages must not be null");
        }
        Conversation conversation = conversation();
        List<Message> wanted = wiring.mapper().toCore(messages);
        conversation.framework().set(eviction == null ? wanted : eviction.withEvicted(conversation, wanted));
        wiring.turns().edited(conversation);
    }

    /**
     * The messages to send before the next user message, in a list of the caller's own.
     *
     * <p>Empty while nothing was added: an application may ask this before it adds a system message or a history.
     *
     * <p>Calls at the very end that have no result get a stand-in result here, and for an AI service that begins a turn {@value Repair#NOTED} takes the
     * place of an answer that the turn before never got. Both are in this list only: the real ones may be added yet.
     *
     * <p>Its cost does not depend on the length of the chat; a change of an element before the last one added copies the list.
     */
    @Override
    public List<ChatMessage> messages() {
        List<ChatMessage> messages = shown();
        wiring.handedOut().remember(conversationId, messages);
        wiring.removed().read(conversationId, messages);
        return messages;
    }

    private List<ChatMessage> shown() {
        Conversation conversation = conversation();
        View shown = wiring.turns().view(conversation);
        List<Message> view = said(shown);
        List<ChatMessage> messages = view.isEmpty()
                ? new ArrayList<>()
                : shown.messagesAs(wiring.mapper().views());
        if (eviction != null && !conversation.enabled()) {
            messages.subList(Eviction.head(view), eviction.start(view)).clear();
            List<Message> left = new ArrayList<>(view);
            left.subList(Eviction.head(view), eviction.start(view)).clear();
            conversation.framework().handedOut(left);
            return messages;
        }
        List<Message> added = MemoryTurns.beforeQuestion(shown);
        added.forEach(filler -> messages.add(MessageMapper.standIn(filler)));
        if (view.isEmpty() || !added.isEmpty()) {
            List<Message> all = new ArrayList<>(view);
            all.addAll(added);
            conversation.framework().handedOut(all);
        }
        return messages;
    }

    /** The messages of a view; none if it has the awareness block alone, because the chat is empty. */
    private static List<Message> said(View view) {
        return MemoryTurns.isEmpty(view) ? List.of() : view.messages();
    }

    /**
     * {@link #add(Iterable)} on another thread, for the asynchronous AI services that LangChain4j has since 1.20.
     *
     * <p>This, {@link #setAsync} and {@link #messagesAsync} return at once and take effect in the order in which they were called,
     * for every store. They carry no {@code @Override}, for older versions do not declare them.
     *
     * @param messages copied at once; {@code null} adds nothing
     * @return completes when the messages are stored, or with what {@link #add(Iterable)} throws; cancelling it takes nothing back
     */
    public CompletableFuture<@Nullable Void> addAsync(@Nullable List<ChatMessage> messages) {
        List<ChatMessage> copy = messages == null ? List.of() : new ArrayList<>(messages);
        return asynchronous.then(() -> {
            if (!copy.isEmpty()) {
                add(copy);
            }
            return null;
        });
    }

    /**
     * {@link #set(Iterable)} on another thread, in order with {@link #addAsync}.
     *
     * @param messages copied at once
     * @return completes when the chat consists of the messages, or with what {@link #set(Iterable)} throws
     */
    public CompletableFuture<@Nullable Void> setAsync(@Nullable List<ChatMessage> messages) {
        List<ChatMessage> copy = messages == null ? null : new ArrayList<>(messages);
        return asynchronous.then(() -> {
            set(copy);
            return null;
        });
    }

    /**
     * {@link #messages()} on another thread, in order with {@link #addAsync}.
     *
     * @return completes with the list, or with what {@link #messages()} throws
     */
    public CompletableFuture<List<ChatMessage>> messagesAsync() {
        return asynchronous.then(this::messages);
    }

    /** Deletes the chat, and discards a running compression. An output guardrail that removes an answer by this keeps all other messages. */
    @Override
    public void clear() {
        List<ChatMessage> kept = wiring.removed().cleared(conversationId, this::shown);
        if (kept.isEmpty()) {
            conversation().clear();
        } else {
            set(kept);
        }
    }

    /** Wires the memory of one chat. Not safe for use by many threads. */
    public static final class Builder extends MemoryBuilder<Builder> {
        private Object id = DEFAULT_ID;

        private Builder() {}

        /**
         * The memory's id, {@value CompressingChatMemory#DEFAULT_ID} by default: a text, or anything else that prints as the same text
         * whenever it is equal. {@code 1} and {@code "1"} are two ids.
         */
        public Builder id(Object newId) {
            id = newId;
            return this;
        }

        /**
         * Builds the memory.
         *
         * @throws IllegalArgumentException if settings contradict each other or neither a compressor nor a policy is set
         * @throws IllegalStateException if the policy names neither a context window nor a known model
         */
        public CompressingChatMemory build() {
            MemoryIds.nameOf(id);
            return new CompressingChatMemory(id, "", wiring());
        }
    }
}
