package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.PosedTurn;
import io.github.sessioncompression.anchor.QuotedText;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Sentence;
import io.github.sessioncompression.text.SentenceSplitter;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes units of what tools returned: one for each object of JSON with at least two values, one for each line of other text with at least three words; a long line is
 * read by its sentences and clauses.
 *
 * <p>Labelled with the tool and what it was called for. Listings (numbered lines, names alone), code, headings and text that is written like a turn
 * make none. A result whose values people or the model continued to name weighs more than one that nobody took up. Not thread-safe.
 */
final class ToolFacts {
    private static final String LABEL = "Tool ";
    /** Lines of a result that are read, a bound on time. */
    private static final int MOST_LINES = 2_000;

    private static final int LONGEST_UNIT = 240;
    private static final int LONGEST_VALUE = 80;
    private static final int LONGEST_NAME = 32;
    /** Characters of a tool's name and of what it was called for. */
    private static final int LONGEST_LABEL = 46;

    private static final int FEWEST_WORDS = 3;

    private static final String CLAUSE_MARKS = ",;:，；：";

    private static final double IGNORED = 0.25;
    private static final Pattern LISTED = Pattern.compile("[0-9]{1,6}[ \t]*[→:|\t].*|[^ ]*|[-dl][-rwx]{9}.*");
    private static final Pattern SPACE = Pattern.compile(" +");

    /** The label of a result, and the message with the call that the label is of. */
    private record Called(String label, long sequence) {}

    private final Units units;
    private final Map<String, Called> calls = new HashMap<>();
    private final List<Unit> results = new ArrayList<>();

    ToolFacts(Units units) {
        this.units = units;
    }

    static boolean isLabel(String speaker) {
        return speaker.startsWith(LABEL);
    }

    void called(Entry entry) {
        for (ToolCall call : entry.message().toolCalls()) {
            String name = plain(call.name());
            ToolAction action = ToolAction.of(call, null);
            String object = action.isPlace()
                    ? action.object().substring(action.object().lastIndexOf('/') + 1)
                    : action.object();
            int most = LONGEST_LABEL - name.length();
            boolean isPlan = action.plan() != null && !action.plan().isEmpty();
            String shown = isPlan || !Letters.any(object, Character::isLetterOrDigit)
                    ? ""
                    : object.length() <= most ? object : object.substring(0, object.lastIndexOf(' ', most) + 1);
            String label = name + " " + shown.replace(": ", " ").strip();
            calls.put(call.id(), new Called(label, entry.sequence()));
        }
    }

    void add(Entry entry) {
        Message message = entry.message();
        Called call = calls.get(message.toolCallId());
        String label = call == null ? plain(message.name() == null ? "" : message.name()) : call.label;
        List<Long> sources = call == null ? List.of(entry.sequence()) : List.of(call.sequence, entry.sequence());
        for (String text : texts(message.text())) {
            EntryLabel under = new EntryLabel(LABEL + label.strip(), EntryLabel.day(message.timestamp()), text);
            results.addAll(units.addText(Unit.From.TOOL, under, StateItem.Origin.TOOL, sources, true));
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

    private List<String> texts(String result) {
        List<List<ToolData.Value>> data = ToolData.read(result);
        return data.isEmpty()
                ? lines(result)
                : data.stream()
                        .map(ToolFacts::pairs)
                        .filter(pairs -> !pairs.isEmpty())
                        .toList();
    }

    /** The short values of an object under their names; empty for fewer than two. */
    private static String pairs(List<ToolData.Value> part) {
        List<String> pairs = ToolData.pairs(
                part, text -> text.length() <= LONGEST_VALUE && text.lines().noneMatch(PosedTurn::isAt), LONGEST_UNIT);
        return pairs.size() > 1 ? String.join(", ", pairs) : "";
    }

    private List<String> lines(String result) {
        List<String> lines = result.lines().limit(MOST_LINES).map(String::strip).toList();
        long listed =
                lines.stream().filter(line -> LISTED.matcher(line).matches()).count();
        List<String> texts = new ArrayList<>();
        boolean posed = false;
        for (String line : 2 * listed > lines.size() ? List.<String>of() : lines) {
            posed = PosedTurn.isAt(line) || (posed && !line.isEmpty());
            if (!posed) {
                pieces(line).stream().filter(ToolFacts::tellsSomething).forEach(texts::add);
            }
        }
        return texts;
    }

    /** A line; if it is too long, its sentences, each as far as its clauses fit. */
    private List<String> pieces(String line) {
        if (line.length() <= LONGEST_UNIT) {
            return List.of(line);
        }
        List<String> pieces = new ArrayList<>();
        for (Sentence sentence : SentenceSplitter.split(line, Languages.shared().detect(line, units.language()))) {
            int end = sentence.end();
            if (end - sentence.start() > LONGEST_UNIT) {
                end = sentence.words().stream()
                        .filter(word -> word.after() != 0 && word.end() < sentence.start() + LONGEST_UNIT)
                        .mapToInt(Word::end)
                        .max()
                        .orElse(sentence.start());
            }
            while (end > sentence.start() && CLAUSE_MARKS.indexOf(line.charAt(end - 1)) >= 0) {
                end--;
            }
            pieces.add(line.substring(sentence.start(), end));
        }
        return pieces;
    }

    /** True for a line of some words that is no heading and no code. */
    private static boolean tellsSomething(String line) {
        boolean heading = line.startsWith("#")
                || line.endsWith(":")
                || LISTED.matcher(line).matches();
        long letters = line.chars().filter(Character::isLetter).count();
        long words = SPACE.splitAsStream(line)
                .filter(word -> Letters.any(word, Character::isLetter))
                .count();
        boolean unspaced = Letters.any(line, Letters::isUnspaced);
        return !heading
                && !QuotedText.looksLikeData(line)
                && 2 * letters >= line.length()
                && (words >= FEWEST_WORDS || unspaced);
    }

    /** Lowers the worth of results of which neither people nor the assistant wrote a value. */
    void weigh() {
        if (results.isEmpty()) {
            return;
        }
        Set<String> said = units.all().stream()
                .filter(Unit::isSpeech)
                .flatMap(unit -> unit.values().stream())
                .collect(Collectors.toSet());
        for (Unit unit : results) {
            if (Collections.disjoint(said, unit.values())) {
                unit.factor *= IGNORED;
                Arrays.setAll(unit.worth, term -> IGNORED * unit.worth[term]);
            }
        }
    }
}
