package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.spring.boot.InvalidSettingsException.Given;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** Takes apart what a policy says about its faults. */
final class Messages {
    private static final Pattern SEVERAL = Pattern.compile("[0-9]+ faults in the settings:\n- ");

    private Messages() {}

    /** Each fault by itself. */
    static List<String> of(IllegalArgumentException refused) {
        String all = Objects.requireNonNull(refused.getMessage());
        return List.of(SEVERAL.matcher(all).replaceFirst("").split("\n- ", -1));
    }

    /** The settings that a fault is about, because it names their keys. */
    static List<Given> mentioned(String message, Map<String, Given> given) {
        return given.entrySet().stream()
                .filter(entry -> names(message, entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static boolean names(String message, String key) {
        for (int at = message.indexOf(key); at >= 0; at = message.indexOf(key, at + 1)) {
            int end = at + key.length();
            if (end == message.length() || " =,:".indexOf(message.charAt(end)) >= 0) {
                return true;
            }
        }
        return false;
    }
}
