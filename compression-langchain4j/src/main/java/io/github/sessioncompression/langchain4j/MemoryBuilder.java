package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.TokenCountEstimator;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.model.StructuredModel.StructuredOutput;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.redaction.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Settings that the builders of memory and provider have in common.
 *
 * @param <B> the builder itself
 */
abstract class MemoryBuilder<B extends MemoryBuilder<B>> {
    private static final int MOST_MODELS = 1_000;

    private @Nullable SessionCompressor compressor;
    private @Nullable CompressionPolicy policy;
    private @Nullable StructuredChatModel compressionModel;
    private @Nullable TokenCountEstimator tokenCountEstimator;
    private @Nullable ChatMemoryStore chatMemoryStore;
    private @Nullable Function<Object, @Nullable String> systemContext;
    private @Nullable Function<Object, @Nullable ChatModel> modelFor;
    private @Nullable Function<Object, @Nullable String> userOf;
    private @Nullable Redactor redactor;
    private final List<CompressionListener> listeners = new ArrayList<>();
    private Predicate<ChatMessage> pin = CompressingChatMemory.functionalToolResults();
    private UnaryOperator<@Nullable String> ownWords = text -> null;
    private boolean cacheBreakpoints = true;
    private @Nullable ChatWindow windowWhenOff;

    /** Only for the two builders. */
    MemoryBuilder() {}

    @SuppressWarnings("unchecked") // by the type parameter's meaning
    private B self() {
        return (B) this;
    }

    /**
     * A compressor that the application has wired, instead of one made from the policy.
     *
     * <p>It has its own model, token counting, store, system context and listeners, so none of those can be set here.
     */
    public B compressor(SessionCompressor newCompressor) {
        compressor = Objects.requireNonNull(newCompressor, "compressor");
        return self();
    }

    /** When and how to compress; it must name the context window or a known model. */
    public B policy(CompressionPolicy newPolicy) {
        policy = Objects.requireNonNull(newPolicy, "policy");
        return self();
    }

    /**
     * The model that writes the states; without one the extract compiler does. It may be the chat's own model.
     *
     * <p>It is sent a response schema if it declares that it takes one or its provider is known, see {@link StructuredChatModel#of(ChatModel,
     * StructuredOutput)}.
     *
     * @throws IllegalArgumentException if the model has tools among its default parameters
     */
    public B compressionModel(ChatModel newModel) {
        return compressionModel(newModel, StructuredOutput.AUTO);
    }

    /**
     * The model that writes the states, and the way in which it gets their schema.
     *
     * @throws IllegalArgumentException if the model has tools among its default parameters
     */
    public B compressionModel(ChatModel newModel, StructuredOutput output) {
        compressionModel = StructuredChatModel.of(Objects.requireNonNull(newModel, "compressionModel"), output);
        return self();
    }

    /**
     * Counts the messages' tokens, instead of the counter that the policy names.
     *
     * <p>It is asked once for each message, never about lists. What it throws changes nothing: that message is counted by the
     * policy's counter, and one WARN reports it.
     */
    public B tokenCountEstimator(TokenCountEstimator newEstimator) {
        tokenCountEstimator = Objects.requireNonNull(newEstimator, "tokenCountEstimator");
        return self();
    }

    /** Store of the messages; in this process's memory by default, for up to 10,000 chats. */
    public B chatMemoryStore(ChatMemoryStore newStore) {
        chatMemoryStore = Objects.requireNonNull(newStore, "chatMemoryStore");
        return self();
    }

    /**
     * Knowledge of the application that the compression model gets besides the chat, by memory id: terms, workflow. The
     * function returns {@code null} for nothing, which is the default.
     */
    public B systemContext(Function<Object, @Nullable String> newContext) {
        systemContext = Objects.requireNonNull(newContext, "systemContext");
        return self();
    }

    /**
     * Compression models of single chats by memory id, asked for when a chat is taken up; {@code null}, the default, for
     * {@link #compressionModel(ChatModel)}. A model is used as that is.
     */
    public B modelFor(Function<Object, @Nullable ChatModel> newModels) {
        modelFor = Objects.requireNonNull(newModels, "modelFor");
        return self();
    }

    /** Users of the chats by memory id: facts of a user are kept over all their chats. {@code null}, the default, for none. */
    public B userOf(Function<Object, @Nullable String> newUsers) {
        userOf = Objects.requireNonNull(newUsers, "userOf");
        return self();
    }

    /** Redacts more than secrets for compression model and state, never what is shown verbatim. If it throws, the compression fails. */
    public B redactor(Redactor newRedactor) {
        redactor = Objects.requireNonNull(newRedactor, "redactor");
        return self();
    }

    /** Adds a listener; they are called in the order in which they were added. */
    public B listener(CompressionListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return self();
    }

    /**
     * Rule for messages that stay verbatim in every view, tool results with the calls they answer; by default
     * {@link CompressingChatMemory#functionalToolResults()}. It is asked once, when the message is added or read from a store;
     * a message at which it throws, as at a question with an image if it asks for the single text, is not pinned, with one WARN.
     */
    public B pin(Predicate<ChatMessage> newRule) {
        pin = Objects.requireNonNull(newRule, "pin");
        return self();
    }

    /**
     * Rule for the user's own words in a message that a template of the application's has made, such as that of a
     * {@code ContentInjector}: given a user message's text, it returns the words that the user wrote, and {@code null} for a text of no such template.
     * States quote the rest as found text, never as the user's. LangChain4j's default template needs no rule. Asked when a message is added or
     * read from a store.
     */
    public B ownWords(UnaryOperator<@Nullable String> newRule) {
        ownWords = Objects.requireNonNull(newRule, "ownWords");
        return self();
    }

    /**
     * True if a guarded model of Anthropic's gets breakpoints of its prompt cache in each request of a chat: at the last message, after the
     * system prompt, at the state and at the last pruned tool result, as far as the application leaves room for them in the four that
     * there may be. On by default. They are the attribute {@code cache_control} of copies of the messages, and never stored.
     */
    public B cacheBreakpoints(boolean on) {
        cacheBreakpoints = on;
        return self();
    }

    /** Window of what is sent while compression is switched off, by the policy or for one conversation; by default everything. */
    public B windowWhenOff(ChatWindow newWindow) {
        windowWhenOff = Objects.requireNonNull(newWindow, "windowWhenOff");
        return self();
    }

    /** Checks the settings and makes what is still to be made. */
    Wiring wiring() {
        MessageMapper mapper = new MessageMapper(pin, ownWords);
        MemoryIds ids = new MemoryIds();
        SessionCompressor given = compressor;
        if (given != null) {
            refuseAllBesideCompressor();
        }
        return new Wiring(
                given == null ? made(mapper, ids) : given,
                given == null,
                mapper,
                ids,
                windowWhenOff,
                cacheBreakpoints,
                new HandedOut(),
                new MemoryTurns(),
                new RequestTools(),
                new SharedChats(),
                new RemovedAnswers());
    }

    private void refuseAllBesideCompressor() {
        refuseBeside(policy, "policy", "SessionCompressor.builder().policy(..)");
        refuseBeside(
                compressionModel, "compressionModel", "SessionCompressor.builder().model(StructuredChatModel.of(..))");
        refuseBeside(tokenCountEstimator, "tokenCountEstimator", "SessionCompressor.builder().messageCounter(..)");
        refuseBeside(
                chatMemoryStore,
                "chatMemoryStore",
                "SessionCompressor.builder().store(ChatMemoryStores.asSessionStore(..))");
        refuseBeside(systemContext, "systemContext", "SessionCompressor.builder().systemContext(..)");
        refuseBeside(modelFor, "modelFor", "SessionCompressor.builder().modelFor(..)");
        refuseBeside(userOf, "userOf", "SessionCompressor.builder().userOf(..)");
        refuseBeside(redactor, "redactor", "SessionCompressor.builder().redactor(..)");
        refuseBeside(listeners.isEmpty() ? null : listeners, "listener", "SessionCompressor.builder().listener(..)");
    }

    private static void refuseBeside(@Nullable Object setting, String name, String instead) {
        if (setting != null) {
            throw new IllegalArgumentException(name + " can't be set together with compressor, which has its own; use "
                    + instead + " instead, or policy instead of compressor");
        }
    }

    private SessionCompressor made(MessageMapper mapper, MemoryIds ids) {
        CompressionPolicy given = policy;
        if (given == null) {
            throw new IllegalArgumentException("policy or compressor must be set");
        }
        SessionCompressor.Builder builder = SessionCompressor.builder().policy(given);
        if (compressionModel != null) {
            builder.model(compressionModel);
        }
        if (tokenCountEstimator != null) {
            builder.messageCounter(TokenCountEstimators.asMessageCounter(tokenCountEstimator, mapper));
        }
        if (chatMemoryStore != null) {
            builder.store(ListStores.over(new StoredLists(chatMemoryStore, mapper, ids), SideStore.none()));
        }
        Function<Object, @Nullable String> context = systemContext;
        if (context != null) {
            builder.systemContext(name -> context.apply(ids.memoryIdOf(name)));
        }
        Function<Object, @Nullable String> users = userOf;
        if (users != null) {
            builder.userOf(name -> users.apply(ids.memoryIdOf(name)));
        }
        Function<Object, @Nullable ChatModel> models = modelFor;
        if (models != null) {
            Cache<ChatModel, StructuredChatModel> made =
                    Caffeine.newBuilder().weakKeys().maximumSize(MOST_MODELS).build();
            builder.modelFor(name -> {
                ChatModel model = models.apply(ids.memoryIdOf(name));
                return model == null ? null : made.get(model, StructuredChatModel::of);
            });
        }
        if (redactor != null) {
            builder.redactor(redactor);
        }
        listeners.forEach(builder::listener);
        return builder.build();
    }
}
