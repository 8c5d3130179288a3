package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import java.util.List;

/** System messages as the application wrote them: without what views put at their end, the awareness block and the state. */
final class SystemTexts {
    private final ContextRules rules;
    private final List<ShownBefore.Remembered> before;

    SystemTexts(ContextRules rules, List<ShownBefore.Remembered> before) {
        this.rules = rules;
        this.before = before;
    }

    /** The system messages as they were written; those that a view made up are missing. */
    List<Message> plain(List<Message> system) {
        return system.stream()
                .map(this::plain)
                .filter(message -> !message.text().isEmpty())
                .toList();
    }

    /** Whether an application may have written this; else a view has put something at its end. */
    boolean isPlain(Message message) {
        return plain(message).text().equals(message.text());
    }

    private Message plain(Message message) {
        String text = message.text();
        for (ShownBefore.Remembered each : before) {
            String state = each.context().stateInSystem();
            if (!state.isEmpty() && text.endsWith(state)) {
                text = text.substring(0, text.length() - state.length()).stripTrailing();
                break;
            }
        }
        text = rules.policy().state().removeAwareness(text);
        return text.equals(message.text()) ? message : message.withText(text);
    }
}
