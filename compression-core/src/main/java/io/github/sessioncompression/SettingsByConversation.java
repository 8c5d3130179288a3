package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Retention;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which settings a conversation has: those of all, or those of a policy of its own. Safe for use by many threads. */
final class SettingsByConversation {
    private static final int CACHED_POLICIES = 100;

    private final Wiring wiring;
    private final Settings common;
    private final Function<String, @Nullable CompressionPolicy> policyFor;
    /** The settings of each policy of a conversation's own; the function gives the same few policies again and again. */
    private final LoadingCache<CompressionPolicy, Settings> own;

    /**
     * The settings.
     *
     * @param wiring makes those of a policy
     * @param policy of all conversations that have none of their own
     * @param policyFor the policy of a conversation's own, by its id; {@code null} for none
     */
    SettingsByConversation(
            Wiring wiring, CompressionPolicy policy, Function<String, @Nullable CompressionPolicy> policyFor) {
        this.common = wiring.settings(policy);
        this.wiring = wiring;
        this.policyFor = policyFor;
        this.own = Caffeine.newBuilder().maximumSize(CACHED_POLICIES).build(wiring::settings);
    }

    /** Those of all conversations that have no policy of their own. */
    Settings common() {
        return common;
    }

    /**
     * Those of a conversation.
     *
     * @throws IllegalArgumentException if its own policy has another schema than all others, or deletes messages where there is no
     *     archive
     */
    Settings of(String conversationId) {
        CompressionPolicy policy = policyFor.apply(conversationId);
        if (policy == null || policy.equals(common.rules().policy())) {
            return common;
        }
        String schema = policy.state().schema().name();
        String commonSchema = common.rules().schema().name();
        if (!schema.equals(commonSchema)) {
            throw new IllegalArgumentException("state.schema of a conversation's own policy must be '" + commonSchema
                    + "' as of all others, but was '" + schema + "'");
        }
        if (policy.retention() == Retention.EVICT_COMPRESSED && !wiring.archives()) {
            throw new IllegalArgumentException(
                    "retention of a conversation's own policy must not be evict-compressed where the compressor has no archive");
        }
        return own.get(policy);
    }
}
