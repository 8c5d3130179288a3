package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.MessageForm;
import io.github.sessioncompression.prune.Pruner;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.List;

/**
 * How contexts are made and measured under one policy: its numbers, what a message costs, and how a view shows it.
 *
 * <p>Immutable; shared by all conversations with the policy.
 */
record ContextRules(CompressionPolicy policy, MessageTokens tokens, Pruner pruner, MessageForm form) {
    ContextRules(CompressionPolicy policy, MessageTokens tokens) {
        this(
                policy,
                tokens,
                new Pruner(policy.prune(), tokens, policy.requireContextWindow()),
                new MessageForm(tokens, policy.hardLimitTokens()));
    }

    /** The same for a smaller window. */
    ContextRules within(int window) {
        return new ContextRules(CompressionPolicy.shrunk(policy, window), tokens);
    }

    StateSchema schema() {
        return policy.state().schema();
    }

    /** What a message costs in a request, in tokens. */
    int count(Message message) {
        return tokens.count(message);
    }

    /** What a state costs in a request, without the acknowledgement; 0 for an empty one. */
    int stateTokens(StateDocument state) {
        return state.isEmpty() ? 0 : tokens.countText(StateEnvelope.wrap(schema(), state));
    }

    /** {@code entry} as a view shows it, in a form that every provider accepts, where results up to {@code prunedThrough} may be placeholders. */
    Entry shown(Entry entry, long prunedThrough) {
        return form.of(pruner.view(entry, prunedThrough));
    }

    /** {@code entries} as a view shows them. */
    List<Entry> shown(List<Entry> entries, long prunedThrough) {
        List<Entry> shown = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            shown.add(shown(entry, prunedThrough));
        }
        return shown;
    }
}
