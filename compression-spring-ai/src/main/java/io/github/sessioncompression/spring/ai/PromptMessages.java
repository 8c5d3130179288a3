package io.github.sessioncompression.spring.ai;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;

/** Changes the messages of a request. The lists given are left alone. */
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
        return messages.stream()
                .filter(SystemMessage.class::isInstance)
                .findFirst()
                .map(Message::getText)
                .orElse("");
    }

    /** True if both lists hold the same objects; equal messages may differ in what equality leaves out. */
    @SuppressWarnings("ReferenceEquality")
    static boolean areSame(List<Message> some, List<Message> others) {
        boolean same = some.size() == others.size();
        for (int i = 0; same && i < some.size(); i++) {
            same = some.get(i) == others.get(i);
        }
        return same;
    }
}
