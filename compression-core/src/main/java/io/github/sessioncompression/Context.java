package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The messages of a view, from the last rewrite on.
 *
 * <p>It only grows, so every view taken from it is an exact extension of the view before: prefix stability by
 * construction. A compression, a pruning or a truncation makes a new one. Not safe for use by many threads.
 */
final class Context {
    private final MessageLog log = new MessageLog();
    private final Repair repair;
    private final Engine engine;
    private final int headMessages;
    private int[] tokensUpTo = new int[17];
    private int systemTokens;
    private int stateTokens;
    private int toolTokens;

    /**
     * A context that begins with the system messages and the state.
     *
     * @param system the system messages before everything else; may be empty
     * @param state what is shown of the state; may be empty
     */
    Context(Engine engine, List<Entry> system, StateDocument state) {
        this.engine = engine;
        for (Message message : systemMessages(engine, system, state)) {
            systemTokens += add(message, engine.tokens().count(message));
        }
        List<Message> stateMessages = engine.policy().state().injection().messages(engine.schema(), state);
        for (Message message : stateMessages) {
            stateTokens += add(message, engine.tokens().count(message));
        }
        this.repair = new Repair(!stateMessages.isEmpty());
        this.headMessages = log.size();
    }

    /**
     * The system messages as they are sent. What the transcript begins with is the system prompt and carries the awareness
     * block; where it begins otherwise the block is a message of its own, so that no later system message changes it.
     */
    private static List<Message> systemMessages(Engine engine, List<Entry> system, StateDocument state) {
        List<Message> messages = new ArrayList<>();
        for (Entry entry : system) {
            messages.add(entry.message());
        }
        boolean promptFirst = !system.isEmpty() && system.get(0).sequence() == 1;
        String first = promptFirst ? messages.get(0).text() : "";
        StateOptions options = engine.policy().state();
        String text = options.injection().systemText(engine.schema(), state, options.appendAwareness(first));
        if (!text.equals(first)) {
            if (promptFirst) {
                messages.set(0, messages.get(0).withText(text));
            } else {
                messages.add(0, Message.system(text));
            }
        }
        return messages;
    }

    /** Adds an entry as the view shows it, with whatever keeps the sequence valid. */
    void append(Entry shown) {
        List<Message> accepted = repair.accept(shown.message());
        for (int i = 0; i < accepted.size(); i++) {
            Message message = accepted.get(i);
            boolean synthetic = i < accepted.size() - 1;
            int tokens = add(message, synthetic ? engine.tokens().count(message) : shown.tokens());
            if (message.role() == Role.TOOL) {
                toolTokens += tokens;
            } else if (message.role() == Role.SYSTEM) {
                systemTokens += tokens;
            }
        }
    }

    private int add(Message message, int tokens) {
        log.add(message);
        int size = log.size();
        if (size == tokensUpTo.length) {
            tokensUpTo = Arrays.copyOf(tokensUpTo, size * 2);
        }
        tokensUpTo[size] = Math.addExact(tokensUpTo[size - 1], tokens);
        return tokens;
    }

    List<Message> snapshot() {
        return log.snapshot();
    }

    /** Tokens of the first {@code messages} messages. */
    int tokensUpTo(int messages) {
        return tokensUpTo[messages];
    }

    int tokens() {
        return tokensUpTo[log.size()];
    }

    int systemTokens() {
        return systemTokens;
    }

    int stateTokens() {
        return stateTokens;
    }

    int toolTokens() {
        return toolTokens;
    }

    /** How many messages come after the system prompt and the state. */
    int historyMessages() {
        return log.size() - headMessages;
    }
}
