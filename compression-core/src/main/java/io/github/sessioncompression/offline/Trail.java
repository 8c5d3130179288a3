package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
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
 * <p>It is told as {@code src/Fee.java: read_file 3 edit_file error}: the tool called last stands last, and only its own result says that it
 * failed. Objects of many and of late calls come first in what is kept, and the earlier first in what is told. One pass over the calls. Not
 * thread-safe; lives for one compilation.
 */
final class Trail {
    /** Labels their notes, so that the next compression knows them again. */
    static final String LABEL = StateReading.TOOL + "calls";

    static final String IS = ": ";
    static final String FAILED = "error";
    private static final int SHORTEST_HALF_LIFE = 20;
    /** What the previous state told, in front of what was called since. */
    private static final double EARLIER = 0.25;

    /** A note of a higher count could not be read again. */
    private static final int MOST = 999_999;
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
        /** The place of what was called last for it. */
        private int last;

        private boolean failed;
        private final Provenance first;
        private List<Long> sources = new ArrayList<>(2);

        private Done(Provenance first) {
            this.first = first;
        }

        private void from(List<Long> more) {
            sources.addAll(more);
            if (sources.size() > 2 * StateItem.MAX_SOURCES) {
                sources = new ArrayList<>(StateItem.capped(sources));
            }
        }

        private Provenance provenance() {
            return new Provenance(StateItem.capped(sources), first.origin(), first.writer(), null, 0);
        }

        private void count(String tool, int count) {
            tools.merge(tool, count, (before, more) -> Math.min(MOST, before + more));
        }

        /** Counts it behind all others. */
        private void called(String tool) {
            int before = tools.getOrDefault(tool, 0);
            tools.remove(tool);
            tools.put(tool, Math.min(MOST, before + 1));
        }

        private String told() {
            String told = tools.entrySet().stream()
                    .map(tool -> tool.getValue() == 1 ? tool.getKey() : tool.getKey() + ' ' + tool.getValue())
                    .collect(Collectors.joining(" "));
            return failed ? told + ' ' + FAILED : told;
        }
    }

    /** A call, its objects, and its place among all calls. */
    private record Called(List<String> objects, int place) {}

    private final Map<String, Done> objects = new LinkedHashMap<>();
    /** The calls without a result so far, by id; those of one id in their order. */
    private final Map<String, Deque<Called>> open = new HashMap<>();

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
            // An id that comes again is of the new call.
            message.toolCalls().forEach(call -> open.remove(call.id()));
            for (ToolCall call : message.toolCalls()) {
                called(call, worth, Provenance.of(span.get(i)));
            }
            if (message.role() == Role.TOOL) {
                answered(message, span.get(i).sequence());
            }
        }
    }

    private void called(ToolCall call, double worth, Provenance here) {
        boolean named = !call.name().isBlank() && call.name().strip().indexOf(' ') < 0;
        List<String> about = named ? CallObjects.of(call.arguments()) : List.of();
        latest++;
        open.computeIfAbsent(call.id(), key -> new ArrayDeque<>(1)).add(new Called(about, latest));
        if (!named) {
            return;
        }
        String tool = ToolLabel.of(call.name());
        calls++;
        Done all = done("", here);
        all.count(tool, 1);
        all.from(here.sources());
        for (String object : about) {
            Done done = done(object, here);
            done.called(tool);
            done.worth += worth;
            done.last = latest;
            done.failed = false;
            done.from(here.sources());
        }
    }

    /** A result says how its own call ended, however late it comes; that of an earlier call says nothing of the last one. */
    private void answered(Message result, long sequence) {
        Deque<Called> called = open.get(result.toolCallId());
        Called call = called == null ? null : called.poll();
        if (call != null) {
            for (String object : call.objects()) {
                Done done = objects.get(object);
                if (done != null && done.last == call.place()) {
                    done.failed = result.error();
                    done.from(done.failed ? List.of(sequence) : List.of());
                }
            }
        }
    }

    private Done done(String object, Provenance here) {
        return objects.computeIfAbsent(object, key -> new Done(here));
    }

    /** Takes over a note of the previous state; where it told of all calls together, that comes first. */
    void readEarlier(String note, Provenance provenance) {
        int is = note.lastIndexOf(IS);
        Map<String, Integer> tools = new LinkedHashMap<>();
        String tool = "";
        for (String word : note.substring(is < 0 ? 0 : is + IS.length()).split(" ", -1)) {
            boolean count = !tool.isEmpty() && isCount(word);
            tool = count ? tool : word;
            tools.merge(tool, count ? Integer.parseInt(word) - 1 : 1, (one, other) -> Math.min(MOST, one + other));
        }
        boolean failed = tools.remove(FAILED) != null;
        toldOfAll |= is < 0;
        if (is < 0 || !toldOfAll) {
            add(done("", provenance), tools, provenance);
            calls += tools.values().stream().mapToInt(Integer::intValue).sum();
        }
        if (is >= 0) {
            Done done = done(note.substring(0, is), provenance);
            add(done, tools, provenance);
            done.worth += EARLIER;
            done.failed = failed;
            done.last = ++latest;
        }
    }

    private static void add(Done done, Map<String, Integer> tools, Provenance provenance) {
        tools.forEach(done::count);
        done.from(provenance.sources());
    }

    private static boolean isCount(String word) {
        return word.length() <= 6 && !word.isEmpty() && Letters.all(word, Letters::isDigit);
    }

    /** The notes, those worth most first; that of all calls in front of them. */
    List<Note> best() {
        List<Note> notes = new ArrayList<>();
        Done all = objects.get("");
        if (all != null && calls >= ENOUGH_CALLS) {
            notes.add(new Note("", all.told(), all.provenance()));
        }
        objects.entrySet().stream()
                .filter(entry -> !entry.getKey().isEmpty())
                .sorted(Comparator.comparingDouble((Map.Entry<String, Done> entry) -> -entry.getValue().worth)
                        .thenComparing(Map.Entry::getKey))
                .forEach(entry -> notes.add(new Note(
                        entry.getKey(),
                        entry.getKey() + IS + entry.getValue().told(),
                        entry.getValue().provenance())));
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
