package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import java.util.List;

/** System messages as the application wrote them: without the awareness block and the state that views append. */
final class SystemTexts {
    private final ContextRules rules;
    private final List<ShownViews.Shown> shown;

    SystemTexts(ContextRules rules, List<ShownViews.Shown> shown) {
        this.rules = rules;
        this.shown = shown;
    }

    /** The system messages as they were written; one that a view made up is left out. */
    List<Message> plain(List<Message> system) {
        return system.stream()
                .map(this::plain)
                .filter(message -> !message.text().isEmpty())
                .toList();
    }

    /** True if no view has appended anything. */
    boolean isPlain(Message message) {
        return plain(message).text().equals(message.text());
    }

    private Message plain(Message message) {
        String text = message.text();
        for (ShownViews.Shown each : shown) {
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
