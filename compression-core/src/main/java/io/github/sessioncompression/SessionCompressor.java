package io.github.sessioncompression;

import io.github.sessioncompression.Settings.ByConversation;
import io.github.sessioncompression.Settings.Draft;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.model.StateJudge;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.run.BackgroundTasks;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.UserMemory;
import io.github.sessioncompression.store.ConversationExport;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageCounter;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.transcript.ConversationIds;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps chats within their model's window by replacing the older part of each with a structured state.
 *
 * <pre>{@code
 * SessionCompressor compressor = SessionCompressor.builder()
 *         .policy(CompressionPolicy.forWindow(128_000))
 *         .build();
 * Conversation chat = compressor.conversation("user-42");
 * }</pre>
 *
 * <p>One for an application. Safe for use by many threads. {@link #close} ends what is running.
 */
public final class SessionCompressor implements AutoCloseable {
    private final BackgroundTasks background;
    private final BackgroundTasks meaningCalls;
    private final CompressorParts shared;
    private final ByConversation settings;
    private final ConversationCache conversations;
    private final Inspection inspection;

    private SessionCompressor(Draft draft) {
        background = new BackgroundTasks(draft.decorated(draft.executor));
        meaningCalls = new BackgroundTasks(draft.decorated(draft.modelCalls));
        shared = draft.parts(background, meaningCalls, this::rested);
        settings = new ByConversation(draft);
        conversations = new ConversationCache(shared, settings, draft.atHand);
        inspection = new Inspection(shared, settings, conversations);
    }

    private void rested(String id, long last) {
        background.tryExecute(
                () -> conversations.stored(id).ifPresent(it -> it.parts().room().rested(last)));
    }

    /** Begins to set up a compressor. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The conversation of that name, begun by its first message.
     *
     * <p>Cheap for one that was used lately; otherwise what its view needs is read from the store.
     *
     * @param id the application's name for it, 1 to 512 characters; not one that this library keeps its own lists under: those begin with
     *     {@code ~users/}, end with {@code ~sessions} or contain {@code ~sessions/}
     * @throws IllegalArgumentException if {@code id} is blank, too long or a name of the library's own lists, or if {@link Builder#policyFor}
     *     gives it a policy without a context window or with another state schema than all others have
     */
    public Conversation conversation(String id) {
        ConversationIds.requireOwn(id);
        return conversations.of(id);
    }

    /**
     * The conversation of a session, earlier or current, with its transcript, state, search and erasure.
     *
     * @param session one of {@link Conversation#sessions}
     * @throws IllegalArgumentException if {@code session} is no session of its chat
     */
    public Conversation conversationOf(Session session) {
        ConversationIds.require(session);
        return conversations.of(session.conversationId());
    }

    /**
     * Takes over a conversation that was {@linkplain Conversation#export() exported}, under another name or the same.
     *
     * @throws IllegalArgumentException if {@code json} is damaged, something else, or of a newer version, or if there is a
     *     conversation of that name already; nothing is changed then
     */
    public Conversation importConversation(String id, String json) {
        ConversationIds.requireOwn(id);
        ConversationExport read = ConversationExport.read(Objects.requireNonNull(json, "json"), MessageCodec.neutral());
        if (!read.into(shared.store(), id, shared.newId().get())) {
            throw new IllegalArgumentException("id must be that of no conversation yet, but '" + id + "' is there");
        }
        return conversation(id);
    }

    /**
     * The ids of the conversations that the store has, a page at a time, earlier sessions left out.
     *
     * @param after the page begins behind this id; {@code null} for the first page
     * @param limit at most so many, 1 or more
     * @throws IllegalArgumentException if {@code limit} is below 1
     */
    public List<String> conversations(@Nullable String after, int limit) {
        return ConversationIds.page(shared.store()::conversations, Function.identity(), after, limit);
    }

    /** The facts that are kept of a user, with {@link Builder#userOf}. */
    public UserMemory user(String userId) {
        ConversationIds.require(userId);
        return new UserMemory(shared.store(), userId, shared.newId());
    }

    /** Counts of all conversations since this compressor was built; messages are those of the {@linkplain Builder#conversationsAtHand conversations at hand}. */
    public CompressionStats stats() {
        return shared.totals().snapshot();
    }

    /** Reads chats for dashboards, without taking them up. */
    public Inspection inspection() {
        return inspection;
    }

    Settings settings() {
        return settings.common();
    }

    CompressorParts shared() {
        return shared;
    }

    /** The policy of all conversations that have none of their own. */
    public CompressionPolicy policy() {
        return settings.common().rules().policy();
    }

    /**
     * Ends running compressions and starts no more.
     *
     * <p>One that waits for a model is discarded at once. One that writes an extract has two seconds to be kept. If it needs longer, the extract
     * that views show until then is kept, so that a process that serves one request and ends compresses, too. Waits at most four seconds, until all
     * leases are given back and the statistics of the chats at hand are kept.
     */
    @Override
    public void close() {
        shared.rests().close();
        shared.running().endSoon();
        background.finish();
        background.close();
        BackgroundTasks.briefly(conversations::end);
        meaningCalls.close();
    }

    /** Wires a compressor. Not safe for use by many threads. */
    public static final class Builder {
        private final Draft draft = new Draft();

        private Builder() {}

        /** When and how to compress; it must name the context window or a known model. */
        public Builder policy(CompressionPolicy newPolicy) {
            draft.policy = Objects.requireNonNull(newPolicy, "policy");
            return this;
        }

        /** A policy for single conversations by id, asked for when one is taken up: {@code null}, the default, for {@link #policy}. */
        public Builder policyFor(Function<String, @Nullable CompressionPolicy> newPolicies) {
            draft.policyFor = Objects.requireNonNull(newPolicies, "policyFor");
            return this;
        }

        /** Keeps {@linkplain UserMemory facts of users} over all their chats: the user of a chat by its id, {@code null} for none, as by default. */
        public Builder userOf(Function<String, @Nullable String> users) {
            draft.userOf = Objects.requireNonNull(users, "userOf");
            return this;
        }

        /** The compression model; without one states are extracts. */
        public Builder model(StructuredModel newModel) {
            draft.model = Objects.requireNonNull(newModel, "model");
            return this;
        }

        /** A compression model for single conversations by id, asked for when one is taken up: {@code null}, the default, for {@link #model}. */
        public Builder modelFor(Function<String, @Nullable StructuredModel> newModels) {
            draft.modelFor = Objects.requireNonNull(newModels, "modelFor");
            return this;
        }

        /** Checks the meaning of the model's states, such as {@link StateJudge#asking}; none by default. One that fails changes nothing. */
        public Builder judge(StateJudge newJudge) {
            draft.judge = Objects.requireNonNull(newJudge, "judge");
            return this;
        }

        /** The store of the transcripts; in this process's memory by default. */
        public Builder store(SessionStore newStore) {
            Objects.requireNonNull(newStore, "store");
            draft.store = (schema, tokens, clock) -> newStore;
            return this;
        }

        /** A store that is made by {@link #build} with the policy's schema and counts, such as one over a framework's lists of messages. */
        public Builder store(SessionStore.Factory newStore) {
            draft.store = Objects.requireNonNull(newStore, "store");
            return this;
        }

        /** The counter of a text's tokens; {@link TokenCounter#o200k()} by default, {@code TokenCounter.characters(4)} is the fastest and roughest. */
        public Builder tokenCounter(TokenCounter newCounter) {
            draft.tokenCounter = Objects.requireNonNull(newCounter, "tokenCounter");
            return this;
        }

        /** A counter of the application's own for whole messages; texts alone are still counted by the {@link #tokenCounter}. */
        public Builder messageCounter(MessageCounter newCounter) {
            draft.messageCounter = Objects.requireNonNull(newCounter, "messageCounter");
            return this;
        }

        /** Adds a listener; they are called in the order in which they were added. */
        public Builder listener(CompressionListener listener) {
            draft.listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /**
         * Context for the compression model beside the messages, by conversation id: the application's terms and workflow. By default it
         * is the chat's own system prompt. The function returns {@code null} for nothing. If it throws, it is as if the model had failed.
         */
        public Builder systemContext(Function<String, @Nullable String> newContext) {
            draft.systemContext = Objects.requireNonNull(newContext, "systemContext");
            return this;
        }

        /** Redacts more than secrets for compression model and state, never what is shown verbatim. If it throws, the compression fails. */
        public Builder redactor(Redactor newRedactor) {
            draft.redactor = Objects.requireNonNull(newRedactor, "redactor");
            return this;
        }

        /**
         * The executor of background compressions; by default up to 16 daemon threads that all compressors of the process share. One that
         * refuses a task puts the compression off to the next call, one that drops it silently to the first after {@code ModelOptions.deadline()}.
         */
        public Builder executor(Executor newExecutor) {
            draft.executor = Objects.requireNonNull(newExecutor, "executor");
            return this;
        }

        /** Adds a decorator of background compressions, model and meaning-store calls, run on the thread that hands them over: for tracing and logs. */
        public Builder taskDecorator(UnaryOperator<Runnable> newDecorator) {
            Objects.requireNonNull(newDecorator, "taskDecorator");
            UnaryOperator<Runnable> former = draft.decorator;
            draft.decorator = task -> newDecorator.apply(former.apply(task));
            return this;
        }

        /** The executor of model and meaning-store calls, and the way to wait for them: for tests without real time. */
        Builder modelCalls(Executor newExecutor, Sleeper newWaiting) {
            draft.modelCalls = newExecutor;
            draft.waiting = newWaiting;
            return this;
        }

        /** The timer of idle conversations: for tests without real time. */
        Builder rests(ObjLongConsumer<Runnable> newAlarm, LongSupplier newNanos) {
            draft.alarm = newAlarm;
            draft.nanos = newNanos;
            return this;
        }

        /** Options of {@link Recall#search}; {@link RecallOptions#defaults} by default. */
        public Builder recall(RecallOptions newOptions) {
            draft.recall = Objects.requireNonNull(newOptions, "recall");
            return this;
        }

        /** The conversations used last, 1 to 1,000,000, that this process need not read again from the store; 1,000 by default. */
        public Builder conversationsAtHand(int conversations) {
            draft.atHand = Bounds.within("conversationsAtHand", conversations, 1, 1_000_000);
            return this;
        }

        /** The clock for records, and for deadlines and cool-downs; the system's by default, whose changes do not move those. */
        public Builder clock(Clock newClock) {
            draft.clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /**
         * Builds the compressor.
         *
         * @throws IllegalStateException if the policy names no context window and no known model
         */
        public SessionCompressor build() {
            return new SessionCompressor(draft.clone());
        }
    }
}
