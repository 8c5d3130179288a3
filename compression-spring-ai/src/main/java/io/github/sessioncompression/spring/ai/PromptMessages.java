package io.github.sessioncompression.spring.ai;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** What is done to the messages of a request. The lists given are left alone. */
final class PromptMessages {
    private PromptMessages() {}

    /** The messages with the first system prompt changed; with one in front of them all if there is none. */
    static List<Message> withSystemPrompt(List<Message> messages, UnaryOperator<String> change) {
        List<Message> changed = new ArrayList<>(messages);
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i) instanceof SystemMessage system) {
                String before = Objects.requireNonNullElse(system.getText(), "");
                String after = change.apply(before);
                if (after.equals(before)) {
                    return messages;
                }
                changed.set(i, system.mutate().text(after).build());
                return changed;
            }
        }
        String alone = change.apply("");
        if (alone.isEmpty()) {
            return messages;
        }
        changed.add(0, new SystemMessage(alone));
        return changed;
    }

    /** The text of the first system message; empty if there is none. */
    static String firstSystemText(List<Message> messages) {
        for (Message message : messages) {
            if (message instanceof SystemMessage) {
                return text(message);
            }
        }
        return "";
    }

    /**
     * The messages without the part of the current turn that stands there twice.
     *
     * <p>Where a memory advisor is inside a tool loop that keeps the history itself, each round holds the turn so far as the memory
     * has it, and directly after it as the loop has it. Providers refuse that, for its call ids occur twice.
     */
    static List<Message> withoutRepeatedTurn(List<Message> messages) {
        int turn = lastUser(messages, messages.size());
        int before = lastUser(messages, turn);
        if (before < 0 || turn == messages.size() - 1 || messages.size() - turn < turn - before) {
            return messages;
        }
        for (int i = before; i < turn; i++) {
            if (!saysTheSame(messages.get(i), messages.get(turn + i - before))) {
                return messages;
            }
        }
        List<Message> once = new ArrayList<>(messages.subList(0, before));
        once.addAll(messages.subList(turn, messages.size()));
        return once;
    }

    private static int lastUser(List<Message> messages, int end) {
        for (int i = end - 1; i >= 0; i--) {
            if (messages.get(i) instanceof UserMessage) {
                return i;
            }
        }
        return -1;
    }

    /** By what a provider sees: metadata differs between the copies of a streamed message, and stores lose it. */
    private static boolean saysTheSame(Message one, Message other) {
        if (one == other) {
            return true;
        }
        if (one.getMessageType() != other.getMessageType()) {
            return false;
        }
        if (one instanceof ToolResponseMessage results && other instanceof ToolResponseMessage others) {
            return ids(results).equals(ids(others));
        }
        if (one instanceof AssistantMessage assistant && other instanceof AssistantMessage another) {
            return text(one).equals(text(other)) && assistant.getToolCalls().equals(another.getToolCalls());
        }
        return text(one).equals(text(other));
    }

    private static List<String> ids(ToolResponseMessage results) {
        return results.getResponses().stream()
                .map(ToolResponseMessage.ToolResponse::id)
                .toList();
    }

    private static String text(Message message) {
        return Objects.requireNonNullElse(message.getText(), "");
    }
}
