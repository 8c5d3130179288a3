package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.View;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.MessageRules;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions.Injection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.util.Assert;

/**
 * A Spring AI {@link ChatMemory} that keeps long chats within the model's window and forgets nothing.
 *
 * <pre>{@code
 * ChatMemory memory = CompressingChatMemory.builder()
 *         .policy(CompressionPolicy.forWindow(128_000))
 *         .build();
 * ChatClient client = ChatClient.builder(model)
 *         .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
 *         .build();
 * }</pre>
 *
 * <p>{@link #get} returns the state of the older chat as a user and an assistant message, then whole turns. It never returns
 * a system message: in Spring AI that is the request's, and one from a memory would replace it. Between two {@link #add}s it
 * gives the same messages, even if a compression ends in the background, and within a turn it only adds to them.
 *
 * <p>Neither {@code add} nor {@code get} waits for a compression model or fails because of one, unless the policy asks for just
 * that by {@code SYNC} execution. What the repository throws is passed on by {@code add} and {@code clear}.
 *
 * <p>Safe for use by many threads. {@link #close} ends what it started itself; Spring calls it for a bean.
 */
public final class CompressingChatMemory implements ChatMemory, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CompressingChatMemory.class);

    private static final Function<List<io.github.sessioncompression.message.Message>, List<Message>> SAID =
            CompressingChatMemory::said;

    private final SessionCompressor compressor;
    private final boolean ownCompressor;
    private final MessageRules<Message> rules;
    private final AtomicBoolean toldOfThinking = new AtomicBoolean();
    private final AtomicBoolean toldOfSystemMessages = new AtomicBoolean();

    private CompressingChatMemory(SessionCompressor compressor, boolean ownCompressor, MessageRules<Message> rules) {
        this.rules = rules;
        this.compressor = compressor;
        this.ownCompressor = ownCompressor;
        if (compressor.policy().state().injection() == Injection.SYSTEM) {
            log.warn("session-compression.injection is system, but no chat memory can change the system prompt: the"
                    + " state is sent only where SessionStateAdvisor is among the advisors.");
        }
    }

    /** Begins to set up a memory. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Adds messages at the end, all or none.
     *
     * <p>Messages of a call that goes through {@link SessionStateAdvisor} are added to the session that has the call's question, or to none
     * if that was cleared; other messages to the current session. After an answer a compression may start in the background. An answer without any text is kept as a short note that
     * there was none, because no provider takes an empty message back.
     *
     * @throws IllegalArgumentException if {@code conversationId} is empty or has more than 512 characters, or if {@code messages}
     *     is or has {@code null}
     */
    @Override
    public void add(String conversationId, List<Message> messages) {
        Assert.hasText(conversationId, "conversationId cannot be null or empty");
        Assert.notNull(messages, "messages cannot be null");
        Assert.noNullElements(messages, "messages cannot contain null elements");
        if (messages.stream().anyMatch(SystemMessage.class::isInstance) && !toldOfSystemMessages.getAndSet(true)) {
            log.warn(
                    "A system message was added to the chat memory. It is kept, but not handed out: in Spring AI the system"
                            + " prompt belongs to the request (said once).");
        }
        List<io.github.sessioncompression.message.Message> read =
                MessageMapper.marked(MessageMapper.toCore(messages), rules);
        Conversation conversation = conversation(compressor, conversationId);
        Turn turn = conversation.framework().carried(conversationId, Turn.class);
        if (turn == null && ReturnedStates.takeAgain(conversation, messages, rules)) {
            return;
        }
        // Some clients give an answer that calls tools in two messages, one of them without anything.
        List<io.github.sessioncompression.message.Message> said = read.stream()
                .filter(message -> !MessageMapper.saysNothing(message))
                .toList();
        if (turn == null
                && said.stream().anyMatch(message -> message.callsTools() && message.hasThinking())
                && !toldOfThinking.getAndSet(true)) {
            log.info(
                    "A tool loop with a model's thinking is stored without SessionStateAdvisor: if its requests have no system"
                            + " prompt, Spring AI adds an empty one from the second round on, and providers that sign thinking refuse that."
                            + " Add the advisor, or a system prompt (said once).");
        }
        boolean saysNothing = said.isEmpty() && !read.isEmpty();
        if (turn == null && saysNothing) {
            conversation.framework().interrupted("");
        } else if (turn == null) {
            conversation.append(said);
        } else if (saysNothing) {
            turn.unanswered();
        } else {
            turn.append(said);
        }
    }

    /**
     * The messages to send of the conversation so far, in a new list that may be changed: the very messages that were added, where they
     * are unchanged.
     *
     * <p>For {@code MessageChatMemoryAdvisor} {@value Repair#NOTED} comes last if a question or the results of its tools have no answer, because the
     * turn broke off: the advisor puts the next question behind them. Without {@link SessionStateAdvisor}, which ends such a turn itself.
     *
     * <p>Calls with the id of an earlier one get another id, except those at the end that have no results yet: a tool loop puts the results behind them.
     *
     * @throws IllegalArgumentException if {@code conversationId} is empty or has more than 512 characters
     */
    @Override
    public List<Message> get(String conversationId) {
        Assert.hasText(conversationId, "conversationId cannot be null or empty");
        Conversation conversation = conversation(compressor, conversationId);
        Turn turn = conversation.framework().carried(conversationId, Turn.class);
        if (turn != null) {
            return turn.view().messagesAs(SAID);
        }
        View view = conversation.framework().steadyView();
        List<Message> messages =
                OpenCallIds.areOwn(view.messages()) ? view.messagesAs(SAID) : said(OpenCallIds.kept(view.messages()));
        ReturnedStates.mark(conversation, view, messages);
        List<io.github.sessioncompression.message.Message> fillers = Repair.beforeUser(view.messages());
        // Behind an open call the advisor may put its result.
        if (fillers.size() == 1 && fillers.get(0).role() == Role.ASSISTANT && AdvisorReads.isOneNow()) {
            messages.addAll(MessageMapper.fromCore(fillers));
            List<io.github.sessioncompression.message.Message> all = new ArrayList<>(view.messages());
            all.addAll(fillers);
            conversation.framework().handedOut(all);
        }
        return messages;
    }

    /** Spring AI's form of the messages of a view, without system messages. */
    private static List<Message> said(List<io.github.sessioncompression.message.Message> view) {
        List<Message> messages = MessageMapper.fromCore(view);
        messages.removeIf(message -> message.getMessageType() == MessageType.SYSTEM);
        return messages;
    }

    /**
     * Deletes the conversation with its state and everything the state covers. Calling it again changes nothing. If a list that {@link #get} has returned
     * in this process is then added, with or without changes, its state is the chat's again; what it covers stays deleted.
     *
     * @throws IllegalArgumentException if {@code conversationId} is empty or has more than 512 characters
     */
    @Override
    public void clear(String conversationId) {
        Assert.hasText(conversationId, "conversationId cannot be null or empty");
        compressor.conversation(conversationId).clear();
    }

    /** The conversation of that id, whose system prompt Spring AI adds to each request. */
    static Conversation conversation(SessionCompressor compressor, String id) {
        Conversation conversation = compressor.conversation(id);
        conversation.framework().systemElsewhere();
        return conversation;
    }

    /** The compressor behind this memory: for a conversation's status, compression on demand, and for {@link SessionStateAdvisor}. */
    public SessionCompressor compressor() {
        return compressor;
    }

    /** Discards the compressions that are running, unless the compressor was given. */
    @Override
    public void close() {
        if (ownCompressor) {
            compressor.close();
        }
    }

    /** Wires a memory: either around a compressor, or one of its own from the other parts. Not safe for use by many threads. */
    public static final class Builder {
        /** The memory's own compressor, unless one is given. */
        private final SessionCompressor.Builder own = SessionCompressor.builder();
        /** Parts that were set, each with the call that sets it if a compressor is given. */
        private final Map<String, String> parts = new LinkedHashMap<>();

        private @Nullable SessionCompressor compressor;
        private @Nullable ChatMemoryRepository repository;
        private MessageRules<Message> rules = MessageMapper.NO_RULES;

        private Builder() {}

        /** The compressor to use; it is not closed with the memory. Excludes everything else. */
        public Builder compressor(SessionCompressor newCompressor) {
            Assert.notNull(newCompressor, "compressor cannot be null");
            compressor = newCompressor;
            return this;
        }

        /** When and how to compress; it must name the context window or a known model. */
        public Builder policy(CompressionPolicy newPolicy) {
            Assert.notNull(newPolicy, "policy cannot be null");
            own.policy(newPolicy);
            return part("policy", "policy(..)");
        }

        /** The model that writes the states; without one the extract compiler does. It is called without tools, memory or advisors. */
        public Builder compressionModel(ChatModel newModel) {
            Assert.notNull(newModel, "compressionModel cannot be null");
            own.model(StructuredChatModel.of(newModel));
            return part("compressionModel", "model(StructuredChatModel.of(compressionModel))");
        }

        /** Store of the conversations; in this process's memory by default. */
        public Builder chatMemoryRepository(ChatMemoryRepository newRepository) {
            Assert.notNull(newRepository, "chatMemoryRepository cannot be null");
            repository = newRepository;
            return part("chatMemoryRepository", "store(ChatMemoryRepositories.asSessionStore(repository))");
        }

        /** Adds a listener; they are called in the order in which they were added. */
        public Builder listener(CompressionListener newListener) {
            Assert.notNull(newListener, "listener cannot be null");
            own.listener(newListener);
            return part("listener", "listener(..)");
        }

        /**
         * Knowledge of the application that the compression model gets besides the chat, by conversation id; the function returns
         * {@code null} for nothing.
         */
        public Builder systemContext(Function<String, @Nullable String> newContext) {
            Assert.notNull(newContext, "systemContext cannot be null");
            own.systemContext(newContext);
            return part("systemContext", "systemContext(..)");
        }

        /**
         * Rule for messages that stay verbatim in every view, tool results with the calls they answer; by default none. It is asked
         * when a message is added or read from a repository; what it throws at is not pinned, and one WARN reports it.
         */
        public Builder pin(Predicate<Message> newRule) {
            Assert.notNull(newRule, "pin cannot be null");
            rules = rules.withPin(newRule);
            return this;
        }

        /**
         * Rule for the user's own words in a message that a template of the application's has made: given a user message's text, it returns
         * the words that the user wrote, and {@code null} for a text of no such template. States quote the rest as found text, never as the
         * user's. The default templates of {@code QuestionAnswerAdvisor} and {@code RetrievalAugmentationAdvisor} need no rule. Asked when a
         * message is added or read from {@code chatMemoryRepository}; if it throws, all of the text is the user's, and one WARN reports it.
         */
        public Builder ownWords(UnaryOperator<@Nullable String> newRule) {
            Assert.notNull(newRule, "ownWords cannot be null");
            rules = rules.withOwnWords(newRule);
            return this;
        }

        /**
         * Builds the memory.
         *
         * @throws IllegalArgumentException if a compressor is given together with what only makes sense for a new one
         * @throws IllegalStateException if the policy names neither a context window nor a known model
         */
        public CompressingChatMemory build() {
            if (compressor != null) {
                parts.forEach((part, call) -> {
                    throw new IllegalArgumentException(
                            part + " cannot be set together with compressor: use SessionCompressor.builder()." + call);
                });
                return new CompressingChatMemory(compressor, false, rules);
            }
            if (repository != null) {
                own.store(ListStores.over(new StoredLists(repository, rules), SideStore.none()));
            }
            return new CompressingChatMemory(own.build(), true, rules);
        }

        private Builder part(String name, String call) {
            parts.put(name, call);
            return this;
        }
    }
}
