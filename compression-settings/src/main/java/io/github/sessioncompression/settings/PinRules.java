package io.github.sessioncompression.settings;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Rules for pins of an application's properties and beans, for the modules of the frameworks. */
public final class PinRules {
    private final List<Predicate<Message>> rules;

    /** Those of {@code settings} and of {@code beans}. */
    public PinRules(Settings settings, List<? extends Predicate<Message>> beans) {
        rules = new ArrayList<>(beans);
        Set<String> tools = settings.get(SharedSettings.PIN_TOOLS);
        if (!tools.isEmpty()) {
            rules.add(message -> isOf(tools, message));
        }
        Set<String> prefixes = settings.get(SharedSettings.PIN_PREFIXES);
        if (!prefixes.isEmpty()) {
            rules.add(message -> message.role() == Role.USER && begins(message.text(), prefixes));
        }
    }

    /** All rules as one; empty if there is none. */
    public Optional<Predicate<Message>> rule() {
        return rules.stream().reduce(Predicate::or);
    }

    private static boolean isOf(Set<String> tools, Message message) {
        return (message.role() == Role.TOOL && message.name() != null && tools.contains(message.name()))
                || message.toolCalls().stream().anyMatch(call -> tools.contains(call.name()));
    }

    private static boolean begins(String text, Set<String> prefixes) {
        String said = text.stripLeading();
        return prefixes.stream().anyMatch(prefix -> said.regionMatches(true, 0, prefix, 0, prefix.length()));
    }
}
