package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Sentence.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Makes units of what tools returned: one for each object of JSON, one for each line of other text, of a bounded number and length.
 *
 * <p>A result whose values people or the model went on to name weighs more than one that nobody took up. Not thread-safe.
 */
final class ToolFacts {
    private static final String LABEL = "Tool ";
    private static final int MOST_UNITS = 12;
    private static final int LONGEST_UNIT = 240;
    private static final int LONGEST_VALUE = 80;
    private static final int LONGEST_NAME = 32;
    private static final double TAKEN_UP = 4;
    private static final double IGNORED = 0.25;

    private final Units units;
    private final Map<String, String> names = new HashMap<>();
    private final List<Unit> results = new ArrayList<>();

    ToolFacts(Units units) {
        this.units = units;
    }

    static boolean isLabel(String speaker) {
        return speaker.startsWith(LABEL);
    }

    void called(Message message) {
        for (ToolCall call : message.toolCalls()) {
            names.put(call.id(), call.name());
        }
    }

    void add(Entry entry) {
        Message message = entry.message();
        String name = message.name() == null ? names.getOrDefault(message.toolCallId(), "") : message.name();
        String label = LABEL + plain(name);
        List<String> texts = texts(message.text());
        for (String text : texts.subList(0, Math.min(MOST_UNITS, texts.size()))) {
            EntryLabel under = new EntryLabel(label, EntryLabel.day(message.timestamp()), text);
            List<Long> source = List.of(entry.sequence());
            results.addAll(units.addText(Unit.From.TOOL, under, StateItem.Origin.TOOL, source, true));
        }
    }

    private static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        name.codePoints()
                .limit(LONGEST_NAME)
                .filter(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-')
                .forEach(plain::appendCodePoint);
        return plain.isEmpty() ? "result" : plain.toString();
    }

    private static List<String> texts(String result) {
        List<String> texts = new ArrayList<>();
        for (List<ToolData.Value> part : ToolData.read(result)) {
            StringBuilder text = new StringBuilder();
            for (ToolData.Value value : part) {
                String pair = value.key() + " " + value.text().replace('\n', ' ');
                boolean fits = value.text().length() <= LONGEST_VALUE
                        && !value.text().isEmpty()
                        && text.length() + pair.length() <= LONGEST_UNIT;
                if (fits) {
                    text.append(text.isEmpty() ? "" : ", ").append(pair);
                }
            }
            if (!text.isEmpty()) {
                texts.add(text.toString());
            }
        }
        if (texts.isEmpty()) {
            result.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && line.length() <= LONGEST_UNIT && hasLetters(line))
                    .limit(MOST_UNITS)
                    .forEach(texts::add);
        }
        return texts;
    }

    private static boolean hasLetters(String line) {
        long letters = line.chars().filter(Character::isLetter).count();
        return 2 * letters >= line.length();
    }

    /** Sets what the results are worth by what was said of them. */
    void weigh() {
        Set<String> said = new HashSet<>();
        for (Unit unit : units.all()) {
            if (unit.isSpeech()) {
                for (Word word : unit.words) {
                    if (word.isValue()) {
                        said.add(word.lower().toLowerCase(Locale.ROOT));
                    }
                }
            }
        }
        for (Unit unit : results) {
            boolean takenUp = unit.words.stream().anyMatch(word -> word.isValue() && said.contains(word.lower()));
            double by = takenUp ? TAKEN_UP * IGNORED : IGNORED;
            unit.factor *= by;
            for (int i = 0; i < unit.worth.length; i++) {
                unit.worth[i] *= by;
            }
        }
    }
}
