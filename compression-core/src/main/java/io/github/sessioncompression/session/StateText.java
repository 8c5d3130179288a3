package io.github.sessioncompression.session;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A state as lines of plain text: where things stand first, then the rest in its order. */
public final class StateText {
    private static final Set<String> LEFT_OUT = Set.of(
            StateDocument.EARLIER,
            StateDocument.SEGMENTS,
            StateDocument.LEFT_OUT,
            StateDocument.KEPT,
            StateDocument.ABOUT_USER);
    private static final int MAX_TITLE = 80;
    private static final int MAX_QUOTE = 400;
    private static final String ELLIPSIS = "…";

    private StateText() {}

    /** The lines of a state; empty for an empty one. */
    public static String of(StateDocument state) {
        List<StateItem> items = new ArrayList<>();
        state.fields().forEach((name, all) -> {
            if (!LEFT_OUT.contains(name)) {
                items.addAll(all);
            }
        });
        items.sort(Comparator.comparing(item -> item.kind() != StateItem.Kind.NARRATIVE));
        return items.stream().map(item -> oneLine(item.text())).collect(Collectors.joining("\n"));
    }

    /** The lines of a session too short for a state: its messages, each cut. */
    public static String quoting(List<Entry> entries) {
        return said(entries)
                .map(message -> (message.role() == Role.USER ? "User: " : "Assistant: ")
                        + Letters.head(oneLine(message.text()), MAX_QUOTE))
                .collect(Collectors.joining("\n"));
    }

    /** A title of at most 80 characters: the beginning of a state's first line, or of what the user said first. */
    public static String title(StateDocument state, List<Entry> entries) {
        String told = of(state).lines().findFirst().orElse("");
        String asked = said(entries)
                .filter(message -> message.role() == Role.USER)
                .findFirst()
                .map(message -> oneLine(message.text()))
                .orElse("");
        return Letters.head(told.isEmpty() ? asked : told, MAX_TITLE);
    }

    /** As many whole lines from the start as {@code room} tokens hold, with an ellipsis where lines are left out. */
    public static String within(String text, int room, ToIntFunction<String> counter) {
        if (counter.applyAsInt(text) <= room) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int left = room - 1;
        for (String line : text.lines().toList()) {
            int cost = counter.applyAsInt(line) + 1;
            if (cost <= left) {
                kept.append(line).append('\n');
                left -= cost;
            }
        }
        return kept.isEmpty() ? "" : kept + ELLIPSIS;
    }

    private static Stream<Message> said(List<Entry> entries) {
        return entries.stream()
                .map(Entry::message)
                .filter(message -> message.role() == Role.USER || message.role() == Role.ASSISTANT)
                .filter(message -> !message.text().isBlank());
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
