package io.github.sessioncompression.context;

import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.MessageForm;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.prune.Pruner;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules that contexts are made and measured by under one policy: how a message is shown, what it costs, which system messages are sent.
 *
 * <p><b>Threads:</b> immutable; shared by all conversations with the policy. There is one instance for each window of the model that was learnt, and
 * chats compare it by identity.
 *
 * @param pruner shows pruned results and calls as placeholders
 * @param form cuts what is too large for any request, and replaces what no provider accepts
 */
public record ContextRules(CompressionPolicy policy, MessageTokens tokens, Pruner pruner, MessageForm form) {
    public ContextRules(CompressionPolicy policy, MessageTokens tokens) {
        this(
                policy,
                tokens,
                new Pruner(policy.prune(), tokens, policy.requireContextWindow()),
                new MessageForm(tokens, policy.hardLimitTokens()));
    }

    /** The rules for a smaller window, as a provider's refusal has taught it; in tokens. */
    public ContextRules within(int window) {
        return new ContextRules(CompressionPolicy.shrunk(policy, window), tokens);
    }

    public StateSchema schema() {
        return policy.state().schema();
    }

    /** Cost of a message in a request, in tokens; counted again on each call. */
    public int count(Message message) {
        return tokens.count(message);
    }

    /** Cost of a state in a request, in tokens, without the acknowledgement; 0 for an empty one. */
    public int stateTokens(StateDocument state) {
        return state.isEmpty() ? 0 : tokens.countText(StateEnvelope.wrap(schema(), state));
    }

    /** {@code entry} as a view shows it, in a form that every provider accepts. */
    public Entry shown(Entry entry, Pruned pruned) {
        return form.of(pruner.view(entry, pruned));
    }

    /** The entries as a view shows them, in order. */
    public List<Entry> shown(List<Entry> entries, Pruned pruned) {
        List<Entry> shown = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            shown.add(shown(entry, pruned));
        }
        return shown;
    }

    /** Cost of entries as a view shows them, in tokens. */
    public long shownTokens(List<Entry> entries, Pruned pruned) {
        long tokens = 0;
        for (Entry entry : entries) {
            tokens += shown(entry, pruned).tokens();
        }
        return tokens;
    }

    /**
     * Numbers messages that are added: system messages as the application wrote them, without the block that views append, and none that repeats the
     * one before, which frameworks send with each call.
     *
     * @param costs tokens of the messages, in order; one that loses the block is counted again
     * @param last the number before the first of them
     * @param systemBefore the last system message before them; {@code null} for none
     * @return fewer entries than messages if some repeat
     */
    public List<Entry> numbered(List<Message> messages, int[] costs, long last, @Nullable Entry systemBefore) {
        List<Entry> entries = new ArrayList<>(messages.size());
        String system = systemBefore == null ? null : systemBefore.message().text();
        long sequence = last;
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            int counted = costs[i];
            if (message.role() == Role.SYSTEM) {
                String text = policy.state().removeAwareness(message.text());
                boolean stripped = !text.equals(message.text());
                if (text.equals(system) || (stripped && text.isEmpty())) {
                    continue;
                }
                system = text;
                if (stripped) {
                    message = message.withText(text);
                    counted = count(message);
                }
            }
            entries.add(new Entry(++sequence, message, counted));
        }
        return entries;
    }

    /**
     * The system messages as they are sent. What the transcript begins with is the system prompt and carries the awareness
     * block; if it begins otherwise, the block is a message of its own without a place, so that no later system message changes it.
     * Blank ones are left out.
     *
     * @param promptFirst true if the first of them is the system prompt
     */
    List<Entry> front(List<Entry> system, boolean promptFirst, StateDocument state) {
        List<Entry> front = new ArrayList<>();
        boolean firstIsPrompt =
                promptFirst && !Contents.isBlank(system.get(0).message().text());
        for (Entry entry : system) {
            if (!Contents.isBlank(entry.message().text())) {
                front.add(accepted(entry));
            }
        }
        String first = firstIsPrompt ? front.get(0).message().text() : "";
        StateOptions options = policy.state();
        String text = options.injection().systemText(schema(), state, options.appendAwareness(first));
        if (!text.equals(first)) {
            Message carrier = firstIsPrompt ? front.get(0).message().withOtherText(text) : Message.system(text);
            long sequence = firstIsPrompt ? front.remove(0).sequence() : MessageForm.NO_PLACE;
            front.add(0, new Entry(sequence, carrier, count(carrier)));
        }
        return front;
    }

    /** A system message as providers accept it; the same instance if nothing must change. */
    @SuppressWarnings("ReferenceEquality") // What is accepted passes as the same instance.
    Entry accepted(Entry system) {
        Message message = Contents.accepted(system.message());
        return message == system.message() ? system : new Entry(system.sequence(), message, count(message));
    }
}
