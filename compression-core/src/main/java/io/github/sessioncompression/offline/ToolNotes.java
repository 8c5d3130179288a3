package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Mines tool traffic for the values that the conversation goes on to use.
 *
 * <p>A value of a result or of arguments is kept if somebody says it or a later call passes it on; under each object the latest value of
 * a key wins. The notes read "tool book_flight: order id A17, price 305", each tied to the first value, which says what the
 * others are about.
 */
final class ToolNotes {
    private static final int LONGEST_VALUE = 80;
    private static final int SHORTEST_VALUE = 2;
    private static final int LONGEST_KEY = 40;
    private static final int MAX_VALUES = 60;
    private static final Set<String> TRIVIAL = Set.of("true", "false", "null", "yes", "no");

    /** The last message that names a word, by word. */
    private final Map<String, Integer> lastNamed = new HashMap<>();
    /** The words that anybody but a tool says. */
    private final Set<String> spoken = new HashSet<>();
    /** Which message gives a key its latest value, by object and key. */
    private final Map<String, Integer> latest = new HashMap<>();

    private final Map<String, String> toolOfCall = new HashMap<>();

    ToolNotes(List<Entry> entries) {
        // Where no tool is called nothing will be asked of what anybody named.
        boolean called = entries.stream().map(Entry::message).anyMatch(ToolNotes::isOfTool);
        for (int i = 0; called && i < entries.size(); i++) {
            Message message = entries.get(i).message();
            if (message.role() != Role.TOOL) {
                name(message.text(), i, true);
            }
            for (ToolCall call : message.toolCalls()) {
                name(call.arguments(), i, false);
                toolOfCall.put(call.id(), call.name());
                note(call.arguments(), i);
            }
            if (message.role() == Role.TOOL) {
                note(message.text(), i);
            }
        }
    }

    private static boolean isOfTool(Message message) {
        return message.role() == Role.TOOL || !message.toolCalls().isEmpty();
    }

    private void name(String text, int at, boolean said) {
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean inside = i < text.length() && isValueChar(text.charAt(i));
            if (inside && start < 0) {
                start = i;
            } else if (!inside && start >= 0) {
                if (i - start <= LONGEST_VALUE) {
                    String word = normal(text.substring(start, i));
                    lastNamed.put(word, at);
                    if (said) {
                        spoken.add(word);
                    }
                }
                start = -1;
            }
        }
    }

    private static boolean isValueChar(char c) {
        return Character.isLetterOrDigit(c) || "_-.@,/#+".indexOf(c) >= 0 || Character.isSurrogate(c);
    }

    /** Without case, thousands separators, a closing full stop or a decimal part of nought. */
    private static String normal(String word) {
        String normal = word.toLowerCase(Locale.ROOT);
        int end = normal.length();
        while (end > 0 && ".,-/".indexOf(normal.charAt(end - 1)) >= 0) {
            end--;
        }
        normal = normal.substring(0, end);
        if (!normal.isEmpty() && Character.isDigit(normal.charAt(0))) {
            normal = normal.replace(",", "");
            if (normal.endsWith(".0") || normal.endsWith(".00")) {
                normal = normal.substring(0, normal.indexOf(".0"));
            }
        }
        return normal;
    }

    private void note(String text, int at) {
        for (ToolData.Part part : ToolData.read(text)) {
            for (String key : part.keys()) {
                latest.put(keyOf(part, key), at);
            }
        }
    }

    /** The tool's name of a result. */
    String toolName(Message result) {
        String name = result.name();
        return name != null && !name.isEmpty() ? name : toolOfCall.getOrDefault(result.toolCallId(), "result");
    }

    /** The notes of data in the message at {@code at}: for each outermost object the values worth keeping. */
    List<List<String>> read(String text, int at) {
        List<List<String>> notes = new ArrayList<>();
        List<String> current = new ArrayList<>();
        for (ToolData.Part part : ToolData.read(text)) {
            if (part.root()) {
                add(notes, current);
                current = new ArrayList<>();
            }
            List<String> used = used(part, at);
            if (part.root()) {
                current.addAll(used);
            } else if (!used.isEmpty() && current.size() < MAX_VALUES) {
                current.add(String.join(" ", used));
            }
        }
        add(notes, current);
        return notes;
    }

    private static void add(List<List<String>> notes, List<String> note) {
        if (!note.isEmpty()) {
            notes.add(note);
        }
    }

    /** The values that are named later, behind the object's first value, which says what they are about. */
    private List<String> used(ToolData.Part part, int at) {
        List<String> used = new ArrayList<>();
        for (int i = 0; i < part.keys().size() && used.size() < MAX_VALUES; i++) {
            String key = part.keys().get(i);
            String value = part.values().get(i).strip();
            int last = latest.getOrDefault(keyOf(part, key), at);
            if (last <= at && key.length() <= LONGEST_KEY && isNamed(value, at)) {
                if (i > 0
                        && used.isEmpty()
                        && isValue(part.values().get(0))
                        && part.keys().get(0).length() <= LONGEST_KEY) {
                    used.add(plain(part.keys().get(0)) + " "
                            + part.values().get(0).strip());
                }
                int end = used.size() - 1;
                boolean goesOn = i > 0 && end >= 0 && key.equals(part.keys().get(i - 1));
                if (goesOn && used.get(end).length() + value.length() < LONGEST_VALUE) {
                    used.set(end, used.get(end) + " " + value);
                } else {
                    used.add(plain(key) + " " + value);
                }
            }
        }
        return used;
    }

    /** An object's key, the object being known by its first value. */
    private static String keyOf(ToolData.Part part, String key) {
        String object = part.values().get(0);
        return object.substring(0, Math.min(object.length(), LONGEST_VALUE)) + '\n' + key;
    }

    private static String plain(String key) {
        return key.replace('_', ' ');
    }

    /** Whether anybody says the whole value, or a call after {@code at} passes it on. */
    boolean isNamed(String value, int at) {
        if (!isValue(value)) {
            return false;
        }
        for (String word : value.split(" ", -1)) {
            String normal = normal(word);
            if (!normal.isEmpty() && !spoken.contains(normal) && lastNamed.getOrDefault(normal, -1) <= at) {
                return false;
            }
        }
        return true;
    }

    private static boolean isValue(String value) {
        return value.length() >= SHORTEST_VALUE && value.length() <= LONGEST_VALUE && !TRIVIAL.contains(value);
    }
}
