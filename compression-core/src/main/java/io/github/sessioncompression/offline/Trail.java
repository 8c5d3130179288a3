package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a chat's tool calls were about: each object, a file, a record or a command, with the tools that were called for it, how often,
 * and whether the last call failed; and how often each tool was called at all.
 *
 * <p>A call's object is the first file among its arguments, else the first path or address, else the first name, else a command of one
 * short line. It is told as
 * {@code src/Fee.java: read_file 3 edit_file error}. Objects of many and of late calls come first in what is kept, and the earlier first in
 * what is told. One pass over the calls. Not thread-safe; lives for one compilation.
 */
final class Trail {
    /** Labels their notes, so that the next compression knows them again. */
    static final String LABEL = StateReading.TOOL + "calls";

    private static final String IS = ": ";
    private static final String FAILED = "error";
    private static final int LONGEST_COMMAND = 80;
    private static final int SHORTEST_HALF_LIFE = 20;
    /** What the previous state told, in front of what was called since. */
    private static final double EARLIER = 0.25;

    private static final int FILE = 4;
    private static final int PATH = 3;
    private static final int NAME = 2;
    private static final int COMMAND = 1;
    /** From so many calls on it is told how often each tool was called. */
    private static final int ENOUGH_CALLS = 4;

    /**
     * A note of the trail.
     *
     * @param object what it is about; empty for all calls together
     */
    record Note(String object, String text, Provenance provenance) {}

    private static final class Done {
        private final Map<String, Integer> tools = new LinkedHashMap<>();
        private double worth;
        private int last;
        private boolean failed;
        private Provenance provenance;

        private Done(Provenance provenance) {
            this.provenance = provenance;
        }

        private String told() {
            String told = tools.entrySet().stream()
                    .map(tool -> tool.getValue() == 1 ? tool.getKey() : tool.getKey() + ' ' + tool.getValue())
                    .collect(Collectors.joining(" "));
            return failed ? told + ' ' + FAILED : told;
        }
    }

    private final Map<String, Done> objects = new LinkedHashMap<>();
    private final Map<String, String> objectOfCall = new HashMap<>();
    private int calls;
    /** The place of what was called last among all that was. */
    private int latest;

    private boolean toldOfAll;

    /** Reads the span's calls, and which of them failed. */
    void read(List<Entry> span) {
        double halfLife = Math.max(SHORTEST_HALF_LIFE, span.size() / 4.0);
        for (int i = 0; i < span.size(); i++) {
            Message message = span.get(i).message();
            double worth = StrictMath.pow(0.5, (span.size() - 1 - i) / halfLife);
            for (ToolCall call : message.toolCalls()) {
                if (!call.name().isBlank() && call.name().indexOf(' ') < 0) {
                    called(call, worth, Provenance.of(span.get(i)));
                }
            }
            String object = message.role() == Role.TOOL ? objectOfCall.get(message.toolCallId()) : null;
            if (object != null) {
                done(object, Provenance.of(span.get(i))).failed = message.error();
            }
        }
    }

    private void called(ToolCall call, double worth, Provenance here) {
        calls++;
        done("", here).tools.merge(call.name(), 1, Integer::sum);
        String object = object(call.arguments());
        if (!object.isEmpty()) {
            Done done = done(object, here);
            done.tools.merge(call.name(), 1, Integer::sum);
            done.worth += worth;
            done.last = ++latest;
            done.failed = false;
            done.provenance = here;
            objectOfCall.put(call.id(), object);
        }
    }

    private Done done(String object, Provenance here) {
        return objects.computeIfAbsent(object, key -> new Done(here));
    }

    private static String object(String arguments) {
        String best = "";
        int bestRank = 0;
        for (ToolData.Part part : ToolData.read(arguments)) {
            for (String value : part.values()) {
                String said = value.strip();
                int rank = rank(said);
                if (rank > bestRank) {
                    best = said;
                    bestRank = rank;
                }
            }
        }
        return best;
    }

    /** How likely it is what a call is about: a file, another path or address, a name, a command; 0 if it is none of them. */
    private static int rank(String said) {
        if (!Artifacts.isWhole(said) || !Letters.any(said, Character::isLetter)) {
            return isCommand(said) ? COMMAND : 0;
        }
        int slash = said.lastIndexOf('/');
        if (slash < 0) {
            return NAME;
        }
        return said.indexOf('.', slash) > slash + 1 || said.charAt(0) == '/' ? FILE : PATH;
    }

    private static boolean isCommand(String said) {
        return said.indexOf(' ') > 0
                && said.length() <= LONGEST_COMMAND
                && said.charAt(0) < 0x80
                && Character.isLowerCase(said.charAt(0))
                && Letters.all(said, c -> c >= ' ' && c != ';' && c != ',')
                && !said.contains(IS);
    }

    /** Takes over a note of the previous state; where it told of all calls together, that comes first. */
    void readEarlier(String note, Provenance provenance) {
        int is = note.lastIndexOf(IS);
        Map<String, Integer> tools = new LinkedHashMap<>();
        String tool = "";
        for (String word : note.substring(is < 0 ? 0 : is + IS.length()).split(" ", -1)) {
            boolean count = !tool.isEmpty() && isCount(word);
            tool = count ? tool : word;
            tools.merge(tool, count ? Integer.parseInt(word) - 1 : 1, Integer::sum);
        }
        boolean failed = tools.remove(FAILED) != null;
        toldOfAll |= is < 0;
        if (is < 0 || !toldOfAll) {
            add(done("", provenance), tools);
            calls += tools.values().stream().mapToInt(Integer::intValue).sum();
        }
        if (is >= 0) {
            Done done = done(note.substring(0, is), provenance);
            add(done, tools);
            done.worth += EARLIER;
            done.failed = failed;
            done.last = ++latest;
        }
    }

    private static void add(Done done, Map<String, Integer> tools) {
        tools.forEach((tool, count) -> done.tools.merge(tool, count, Integer::sum));
    }

    private static boolean isCount(String word) {
        return word.length() <= 6 && !word.isEmpty() && Letters.all(word, c -> c >= '0' && c <= '9');
    }

    /** The notes, those worth most first; that of all calls in front of them. */
    List<Note> best() {
        List<Note> notes = new ArrayList<>();
        Done all = objects.get("");
        if (all != null && calls >= ENOUGH_CALLS) {
            notes.add(new Note("", all.told(), all.provenance));
        }
        objects.entrySet().stream()
                .filter(entry -> !entry.getKey().isEmpty())
                .sorted(Comparator.comparingDouble((Map.Entry<String, Done> entry) -> -entry.getValue().worth)
                        .thenComparing(Map.Entry::getKey))
                .forEach(entry -> notes.add(new Note(
                        entry.getKey(), entry.getKey() + IS + entry.getValue().told(), entry.getValue().provenance)));
        return notes;
    }

    /** Notes in the order of the last calls for what they are about. */
    List<Note> inOrder(Set<Note> notes) {
        return notes.stream()
                .sorted(Comparator.comparingInt(
                        note -> note.object().isEmpty() ? -1 : done(note.object(), note.provenance()).last))
                .toList();
    }
}
