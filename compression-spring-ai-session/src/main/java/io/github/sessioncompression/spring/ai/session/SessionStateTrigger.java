package io.github.sessioncompression.spring.ai.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.MessageTokens;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.compaction.CompactionRequest;
import org.springframework.ai.session.compaction.CompactionTrigger;

/**
 * A compaction trigger that says yes once a session's active events are above the policy's trigger, in tokens.
 *
 * <p>Counts tool calls, arguments and results, and each event once: what was counted is kept for the {@value #REMEMBERED} events
 * seen last. Events of sub-agents (those with a branch) do not count, as {@link SessionStateCompactionStrategy} leaves them
 * alone. Safe for use by many threads.
 */
public final class SessionStateTrigger implements CompactionTrigger {
    private static final int REMEMBERED = 50_000;

    private final MessageTokens tokens;
    private final int triggerTokens;
    private final Cache<Counted, Integer> counts = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run)
            .build();

    private SessionStateTrigger(CompressionPolicy policy) {
        policy.requireContextWindow();
        this.tokens = MessageTokens.of(policy.tokens());
        this.triggerTokens = policy.triggerTokens();
    }

    /**
     * The trigger of a policy.
     *
     * @throws IllegalStateException if the policy names neither a context window nor a known model
     */
    public static SessionStateTrigger of(CompressionPolicy policy) {
        return new SessionStateTrigger(policy);
    }

    @Override
    public boolean shouldCompact(CompactionRequest request) {
        return request.events().stream()
                        .filter(SessionEventReader.INSTANCE::isOwn)
                        .mapToLong(event ->
                                counts.get(new Counted(event.getSessionId(), event.getId()), id -> count(event)))
                        .sum()
                > triggerTokens;
    }

    private int count(SessionEvent event) {
        return SessionEventReader.INSTANCE.messages(event).stream()
                .mapToInt(tokens::count)
                .sum();
    }

    /** Key of an event: ids are unique within a session only, if the application sets them. */
    private record Counted(String sessionId, String eventId) {}
}
