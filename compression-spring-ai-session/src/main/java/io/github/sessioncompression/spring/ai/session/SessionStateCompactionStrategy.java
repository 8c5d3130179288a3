package io.github.sessioncompression.spring.ai.session;

import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.spring.ai.StructuredChatModel;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.store.SessionStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.session.compaction.CompactionRequest;
import org.springframework.ai.session.compaction.CompactionResult;
import org.springframework.ai.session.compaction.CompactionStrategy;

/**
 * A compaction strategy of Spring AI Session (community) that replaces the older events of a session by a state pair.
 *
 * <pre>{@code
 * CompressionPolicy policy = CompressionPolicy.forWindow(128_000);
 * SessionStateCompactionStrategy strategy = SessionStateCompactionStrategy.builder()
 *         .policy(policy)
 *         .compressionModel(chatModel)
 *         .build();
 * SessionMemoryAdvisor.builder(sessionService)
 *         .compactionTrigger(SessionStateTrigger.of(policy))
 *         .compactionStrategy(strategy)
 *         .build();
 * }</pre>
 *
 * <p>Above the policy's trigger the active events are brought down to its target: the oldest turns become archived, and two
 * synthetic events (user: the state, assistant: an acknowledgement) stand for them. The next compaction merges that state with
 * what came since. The current turn stays, and no call is parted from its result. Below the trigger nothing changes, whatever
 * asked for it; {@link #atAnySize} compacts then, too.
 *
 * <p>Of the policy, {@code execution} is always {@code SYNC}, because the session service waits for the result; the state is
 * always a pair, and tool results are not pruned, because events never change. If the model fails, the failure policy decides:
 * {@code OFFLINE} writes the state without it, {@code TRUNCATE} leaves the events as they are, and only
 * {@code THROW} throws. Events of sub-agents (those with a branch) and system messages are left alone.
 *
 * <p>Safe for use by many threads. While a session is being compacted, another compaction of it in this process changes
 * nothing; between processes the session repository lets the first win. {@link #close} discards what is running.
 */
public final class SessionStateCompactionStrategy implements CompactionStrategy, AutoCloseable {
    /** Value of the metadata {@code compactionSource} of the pair's events. */
    public static final String COMPACTION_SOURCE = "session-state";

    /** Metadata of the pair's first event: the state as a map from each field to its texts. */
    public static final String METADATA_STATE = "sessionState";

    /** Metadata of the pair's first event: the name of the state's schema. */
    public static final String METADATA_SCHEMA = "sessionStateSchema";

    /** Metadata of the pair's first event: who wrote the state, {@code MODEL} or {@code OFFLINE}. */
    public static final String METADATA_WRITTEN_BY = "sessionStateWrittenBy";

    private static final Logger log = LoggerFactory.getLogger(SessionStateCompactionStrategy.class);

    private final SessionStore store = SessionStore.inMemory();
    private final SessionCompressor compressor;
    private final Clock clock;
    private final Set<String> running = ConcurrentHashMap.newKeySet();

    private SessionStateCompactionStrategy(Builder builder) {
        CompressionPolicy policy = builder.policy
                .withExecution(Execution.SYNC)
                .withTriggerPoints(EnumSet.of(TriggerPoint.BEFORE_CALL, TriggerPoint.MID_TURN))
                .withState(builder.policy.state().withInjection(Injection.PAIR))
                .withExpansion(ExpansionOptions.defaults())
                .withPrune(builder.policy.prune().withPruning(Pruning.OFF));
        SessionCompressor.Builder wired =
                SessionCompressor.builder().policy(policy).store(store).clock(builder.clock);
        if (builder.model != null) {
            wired.model(builder.model);
        }
        builder.listeners.forEach(wired::listener);
        this.compressor = wired.build();
        this.clock = builder.clock;
    }

    /** Begins to set up a strategy. */
    public static Builder builder() {
        return new Builder();
    }

    /** Compacts a session's events as the policy says. */
    @Override
    public CompactionResult compact(CompactionRequest request) {
        return compact(request, Conversation::view);
    }

    /**
     * The same strategy without regard to the size: everything but the current turn becomes archived. For compaction on demand,
     * with a trigger that always says yes.
     */
    public CompactionStrategy atAnySize() {
        return request -> compact(request, chat -> chat.compress(Focus.none()));
    }

    private CompactionResult compact(CompactionRequest request, Consumer<Conversation> compression) {
        String id = request.session().id();
        if (!running.add(id)) {
            return ReadEvents.unchanged(request);
        }
        try {
            return compactAlone(request, compression);
        } catch (CompressionFailedException asked) {
            throw asked;
        } catch (RuntimeException failure) {
            log.warn(
                    "Session {}: compaction failed ({}); its events stay as they are.",
                    id,
                    failure.getClass().getName());
            return ReadEvents.unchanged(request);
        } finally {
            running.remove(id);
        }
    }

    private CompactionResult compactAlone(CompactionRequest request, Consumer<Conversation> compression) {
        ReadEvents read = new ReadEvents(request, compressor.policy().state().schema());
        if (read.isEmpty()) {
            return ReadEvents.unchanged(request);
        }
        Conversation chat = compressor.conversation(request.session().id());
        try {
            read.putInto(chat);
            int before = chat.status().contextTokens();
            compression.accept(chat);
            int saved = before - chat.status().contextTokens();
            List<Entry> transcript = store.load(chat.id(), 0, Integer.MAX_VALUE);
            return chat.record()
                    .map(record -> read.under(record, transcript, saved, clock.instant()))
                    .orElseGet(() -> ReadEvents.unchanged(request));
        } finally {
            chat.clear();
        }
    }

    /** The counts of all compactions since this strategy was built. */
    public CompressionStats stats() {
        return compressor.stats();
    }

    /** Discards what is running. */
    @Override
    public void close() {
        compressor.close();
    }

    /** Wires a strategy. Not safe for use by many threads. */
    public static final class Builder {
        private CompressionPolicy policy = CompressionPolicy.defaults();
        private @Nullable StructuredModel model;
        private Clock clock = Clock.systemUTC();
        private final List<CompressionListener> listeners = new ArrayList<>();

        private Builder() {}

        /** When and how far to compress; it must name the context window or a known model. */
        public Builder policy(CompressionPolicy newPolicy) {
            policy = Objects.requireNonNull(newPolicy, "policy");
            return this;
        }

        /** The model that writes states; without one the extract compiler does. */
        public Builder compressionModel(ChatModel chatModel) {
            return model(StructuredChatModel.of(chatModel));
        }

        /** The same for a model of the application's own making. */
        public Builder model(StructuredModel newModel) {
            model = Objects.requireNonNull(newModel, "model");
            return this;
        }

        /** Adds a listener; the conversation id it is told is the session's. */
        public Builder listener(CompressionListener listener) {
            listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /** The clock for the pair's time stamp; the system's by default. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /**
         * Builds the strategy.
         *
         * @throws IllegalStateException if the policy names neither a context window nor a known model
         */
        public SessionStateCompactionStrategy build() {
            return new SessionStateCompactionStrategy(this);
        }
    }
}
