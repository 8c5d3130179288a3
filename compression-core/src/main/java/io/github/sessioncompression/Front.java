package io.github.sessioncompression;

import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * A system message in front of a context, as it is sent.
 *
 * @param sequence the sequence number of the one that it shows; 0 if it is the awareness block alone
 */
record Front(Message message, long sequence, int tokens) {
    /** One that carries nothing, in a form that every provider accepts. */
    @SuppressWarnings("ReferenceEquality") // What is accepted passes as the same instance.
    static Front of(ContextRules rules, Entry entry) {
        Message message = Contents.accepted(entry.message());
        int tokens = message == entry.message() ? entry.tokens() : rules.count(message);
        return new Front(message, entry.sequence(), tokens);
    }

    /** One to which nothing is done. */
    static Front asItCame(Entry entry) {
        return new Front(entry.message(), entry.sequence(), entry.tokens());
    }

    /**
     * The system messages as they are sent. What the transcript begins with is the system prompt and carries the awareness
     * block; where it begins otherwise the block is a message of its own, so that no later system message changes it. Blank ones
     * are left out.
     *
     * @param promptFirst whether the first of them is the system prompt
     */
    static List<Front> of(ContextRules rules, List<Entry> system, boolean promptFirst, StateDocument state) {
        List<Front> front = new ArrayList<>();
        boolean firstIsPrompt =
                promptFirst && !Contents.isBlank(system.get(0).message().text());
        for (Entry entry : system) {
            if (!Contents.isBlank(entry.message().text())) {
                front.add(of(rules, entry));
            }
        }
        String first = firstIsPrompt ? front.get(0).message().text() : "";
        StateOptions options = rules.policy().state();
        String text = options.injection().systemText(rules.schema(), state, options.appendAwareness(first));
        if (!text.equals(first)) {
            Message carrier = firstIsPrompt ? front.get(0).message().withText(text) : Message.system(text);
            long sequence = firstIsPrompt ? front.remove(0).sequence() : 0;
            front.add(0, new Front(carrier, sequence, rules.count(carrier)));
        }
        return front;
    }
}
