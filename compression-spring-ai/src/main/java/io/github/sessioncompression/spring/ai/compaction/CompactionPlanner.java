package io.github.sessioncompression.spring.ai.compaction;

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
import io.github.sessioncompression.prune.Pruning;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.spring.ai.StructuredChatModel;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.state.StateSchema;
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

/**
 * Says what becomes of a session's events where the older ones are replaced by a state, for a session API that keeps the events itself.
 * It knows no such API; an {@link EventReader} does.
 *
 * <p>Above the policy's trigger the events are brought down to its target: the oldest turns are covered by a state, which takes in that
 * of the compaction before. The current turn stays, no call is parted from its result, and system messages and pinned ones stay.
 *
 * <p>Of the policy, {@code execution} is always {@code SYNC}, because whoever asks waits for the plan; the state is always a pair, and
 * tool results are not pruned, because events never change; nothing comes back into a plan. If the model fails, the failure policy decides: {@code OFFLINE} writes the
 * state without it, {@code TRUNCATE} and {@code KEEP} change nothing, and only {@code THROW} throws.
 *
 * <p>Safe for use by many threads. While a session's plan is made, another plan for it in this process changes nothing. Keeps nothing of
 * a session between two plans.
 */
public final class CompactionPlanner implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CompactionPlanner.class);

    private final SessionStore store = SessionStore.inMemory();
    private final SessionCompressor compressor;
    private final Set<String> running = ConcurrentHashMap.newKeySet();

    private CompactionPlanner(Builder builder) {
        CompressionPolicy asked = builder.policy;
        Set<TriggerPoint> points = EnumSet.of(TriggerPoint.BEFORE_CALL, TriggerPoint.MID_TURN);
        SessionCompressor.Builder wired = SessionCompressor.builder()
                .policy(asked.withExecution(Execution.SYNC)
                        .withTriggerPoints(points)
                        .withState(asked.state().withInjection(Injection.PAIR))
                        .withExpansion(ExpansionOptions.defaults())
                        .withPrune(asked.prune().withPruning(Pruning.OFF)))
                .store(store)
                .clock(builder.clock);
        if (builder.model != null) {
            wired.model(builder.model);
        }
        builder.listeners.forEach(wired::listener);
        this.compressor = wired.build();
    }

    /** Begins to set up a planner. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Plans as the policy says.
     *
     * @param sessionId what listeners and log lines call the session
     * @param events the session's active events, in order
     * @throws CompressionFailedException if the model fails and the policy says {@code THROW}
     */
    public <E> Compaction<E> plan(String sessionId, List<E> events, EventReader<E> reader) {
        return plan(sessionId, events, reader, Conversation::view);
    }

    /**
     * The same without regard to the size: everything but the current turn is covered.
     *
     * @throws CompressionFailedException if the model fails and the policy says {@code THROW}
     */
    public <E> Compaction<E> planAtAnySize(String sessionId, List<E> events, EventReader<E> reader) {
        return plan(sessionId, events, reader, chat -> chat.compress(Focus.none()));
    }

    private <E> Compaction<E> plan(
            String sessionId, List<E> events, EventReader<E> reader, Consumer<Conversation> relief) {
        Objects.requireNonNull(events, "events");
        Objects.requireNonNull(reader, "reader");
        if (!running.add(Objects.requireNonNull(sessionId, "sessionId"))) {
            return Compaction.unchanged(events);
        }
        try {
            return planAlone(sessionId, events, reader, relief);
        } catch (CompressionFailedException asked) {
            throw asked;
        } catch (RuntimeException failure) {
            log.warn(
                    "Session {}: compaction failed ({}); its events stay as they are.",
                    sessionId,
                    failure.getClass().getName());
            return Compaction.unchanged(events);
        } finally {
            running.remove(sessionId);
        }
    }

    private <E> Compaction<E> planAlone(
            String sessionId, List<E> events, EventReader<E> reader, Consumer<Conversation> relief) {
        StateSchema schema = compressor.policy().state().schema();
        ReadEvents<E> read = ReadEvents.of(events, reader, schema);
        if (read.messages().isEmpty()) {
            return Compaction.unchanged(events);
        }
        Conversation chat = compressor.conversation(sessionId);
        try {
            read.putInto(chat);
            int before = chat.status().contextTokens();
            relief.accept(chat);
            int saved = before - chat.status().contextTokens();
            List<Entry> transcript = store.load(chat.id(), 0, Integer.MAX_VALUE);
            return chat.record()
                    .map(record -> read.under(record, transcript, schema, saved))
                    .orElseGet(() -> Compaction.unchanged(events));
        } finally {
            chat.clear();
        }
    }

    /** The counts of all plans since this planner was built. */
    public CompressionStats stats() {
        return compressor.stats();
    }

    /** Discards what is running. */
    @Override
    public void close() {
        compressor.close();
    }

    /** Wires a planner. Not safe for use by many threads. */
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

        /** The model that writes states; without one the offline compiler does. */
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

        /** The clock for the times that listeners are told; the system's by default. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /**
         * Builds the planner.
         *
         * @throws IllegalStateException if the policy names neither a context window nor a known model
         */
        public CompactionPlanner build() {
            return new CompactionPlanner(this);
        }
    }
}
