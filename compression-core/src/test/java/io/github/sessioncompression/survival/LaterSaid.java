package io.github.sessioncompression.survival;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A file of {@code taken-back}.
 *
 * @param between what stands between what is said first and what is said later
 * @param pairs what becomes of it, what is said first, and what is said later
 */
record LaterSaid(List<String> between, List<String[]> pairs) {
    private static final SurvivalCheck CHECK = new SurvivalCheck(StateSchema.session(), text -> text.length() / 2);

    static LaterSaid of(String name) throws IOException {
        List<String> lines = ResourceLines.of(LaterSaid.class, "taken-back/" + name + ".txt");
        return new LaterSaid(
                lines.subList(0, 3),
                lines.stream().skip(3).map(line -> line.split(" \\| ", -1)).toList());
    }

    List<Entry> chat(String[] pair) {
        return Entries.of(List.of(
                Message.user(pair[1]),
                Message.assistant(between.get(0)),
                Message.user(between.get(1)),
                Message.assistant(between.get(2)),
                Message.user(pair[2])));
    }

    /** How many of the pairs say that. */
    long count(String becomes) {
        return pairs.stream().filter(pair -> pair[0].equals(becomes)).count();
    }

    /** The pairs of which something else becomes than they say, in one span or over a compression, where anchors of these types count. */
    List<String> wrong(Set<AnchorType> types) {
        List<String> wrong = new ArrayList<>();
        for (String[] pair : pairs) {
            List<Entry> chat = chat(pair);
            if (!sentences(Anchors.in(chat.subList(0, 4)), types).contains(pair[1])) {
                wrong.add("does not stand at first: " + pair[1]);
                continue;
            }
            boolean holds = sentences(Anchors.in(chat), types).contains(pair[1]);
            boolean held = heldOverACompression(pair[1], chat, types);
            if (holds != pair[0].equals("holds") || held != holds) {
                wrong.add(String.join(" | ", pair) + (held == holds ? "" : " (not alike over a compression)"));
            }
        }
        return wrong;
    }

    /** Whether what is said first has to be shown where the state before has it. */
    static boolean heldOverACompression(String said, List<Entry> chat, Set<AnchorType> types) {
        String item = said.replaceAll("[。！.]$", "");
        StateItem.Kind kind = Anchors.in(chat.subList(0, 4)).all().stream()
                .filter(anchor -> anchor.source() == 1 && types.contains(anchor.type()))
                .map(anchor -> anchor.type().kind())
                .findFirst()
                .orElseThrow();
        StateDocument before = new StateDocument(Map.of(
                "logos",
                List.of(new StateItem(item, kind, List.of(1L), StateItem.Origin.USER, StateItem.Writer.RULES))));
        return sentences(CHECK.required(before, chat.subList(2, chat.size()), new Readings()), types)
                .contains(item);
    }

    /** What the anchors of these types say. */
    static List<String> sentences(Anchors anchors, Set<AnchorType> types) {
        return anchors.all().stream()
                .filter(anchor -> types.contains(anchor.type()))
                .map(Anchor::sentence)
                .toList();
    }
}
