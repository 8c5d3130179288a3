package io.github.sessioncompression.spring.ai.session;

import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.compaction.Compaction;
import io.github.sessioncompression.spring.ai.compaction.CompactionPlanner;
import java.time.Clock;
import java.util.Objects;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.session.SessionEvent;
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
 * {@code OFFLINE} writes the state without it, {@code TRUNCATE} and {@code KEEP} leave the events as they are, and only
 * {@code THROW} throws. Events of sub-agents (those with a branch) and system messages are left alone.
 *
 * <p>Safe for use by many threads. While a session is being compacted, another compaction of it in this process changes
 * nothing; between processes the session repository lets the first win. {@link #close} discards what is running.
 */
public final class SessionStateCompactionStrategy implements CompactionStrategy, AutoCloseable {
    /** What the metadata of the pair's events say under {@code compactionSource}. */
    public static final String COMPACTION_SOURCE = "session-state";

    /** Metadata of the pair's first event: the state as a map from each field to its texts. */
    public static final String METADATA_STATE = "sessionState";

    /** Metadata of the pair's first event: the name of the state's schema. */
    public static final String METADATA_SCHEMA = "sessionStateSchema";

    /** Metadata of the pair's first event: who wrote the state, {@code MODEL} or {@code OFFLINE}. */
    public static final String METADATA_WRITTEN_BY = "sessionStateWrittenBy";

    private final CompactionPlanner planner;
    private final Clock clock;

    private SessionStateCompactionStrategy(CompactionPlanner planner, Clock clock) {
        this.planner = planner;
        this.clock = clock;
    }

    /** Begins to set up a strategy. */
    public static Builder builder() {
        return new Builder();
    }

    /** Compacts a session's events as the policy says. */
    @Override
    public CompactionResult compact(CompactionRequest request) {
        return result(planner.plan(request.session().id(), request.events(), SessionEventReader.INSTANCE), request);
    }

    /**
     * The same strategy without regard to the size: everything but the current turn becomes archived. For compaction on demand,
     * with a trigger that always says yes.
     */
    public CompactionStrategy atAnySize() {
        return request -> result(
                planner.planAtAnySize(request.session().id(), request.events(), SessionEventReader.INSTANCE), request);
    }

    private CompactionResult result(Compaction<SessionEvent> compaction, CompactionRequest request) {
        return CompactedEvents.of(compaction, request, clock.instant());
    }

    /** The counts of all compactions since this strategy was built. */
    public CompressionStats stats() {
        return planner.stats();
    }

    /** Discards what is running. */
    @Override
    public void close() {
        planner.close();
    }

    /** Wires a strategy. Not safe for use by many threads. */
    public static final class Builder {
        private final CompactionPlanner.Builder planner = CompactionPlanner.builder();
        private Clock clock = Clock.systemUTC();

        private Builder() {}

        /** When and how far to compress; it must name the context window or a known model. */
        public Builder policy(CompressionPolicy newPolicy) {
            planner.policy(newPolicy);
            return this;
        }

        /** The model that writes states; without one the offline compiler does. */
        public Builder compressionModel(ChatModel chatModel) {
            planner.compressionModel(chatModel);
            return this;
        }

        /** The same for a model of the application's own making. */
        public Builder model(StructuredModel newModel) {
            planner.model(newModel);
            return this;
        }

        /** Adds a listener; the conversation id it is told is the session's. */
        public Builder listener(CompressionListener listener) {
            planner.listener(listener);
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
            return new SessionStateCompactionStrategy(planner.clock(clock).build(), clock);
        }
    }
}
