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
 * Makes units of what tools returned, labelled with the tool and what it was called for.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>{@link #called} remembers the label of each call: the tool's name and its object, a file without its folders;
 *   <li>{@link #add} reads a result: JSON gives one unit for each object with at least two short values, other text one
 *       for each line of at least {@value #FEWEST_WORDS} words; a line of more than {@value #LONGEST_UNIT} characters
 *       is read by its sentences and clauses;
 *   <li>listings (more than half of the lines numbered or without a space), code, headings, and text that is written
 *       like a turn of the chat make none;
 *   <li>{@link #weigh}, after the measuring: a unit of which neither people nor the model wrote a value keeps {@value
 *       #IGNORED} of its worth.
 * </ol>
 *
 * <p><em>Does nothing when</em> a result is a listing, or has no line worth quoting. <em>Threads</em>: not thread-safe;
 * lives for one run. <em>On failure</em>: a result without its call is labelled by the name in the result, or {@code
 * result}.
 *
 * @see Trail
 * @see ToolData
 */
final class ToolFacts {
    /** Begin of the label of a result in a state: {@code "Tool read_file main.py: …"}. */
    private static final String LABEL = "Tool ";
    /** Lines of a result that are read, a bound on time. */
    private static final int MOST_LINES = 2_000;

    /** Longest unit of a result, in UTF-16 units. */
    private static final int LONGEST_UNIT = 240;
    /** Longest value of JSON that is quoted, in UTF-16 units; longer ones are documents. */
    private static final int LONGEST_VALUE = 80;
    /** Longest name of a tool in a label, in code points. */
    private static final int LONGEST_NAME = 32;
    /** Characters of a tool's name and of what it was called for. */
    private static final int LONGEST_LABEL = 46;

    /** Words with a letter that a quoted line has at least; a script without spaces needs none. */
    private static final int FEWEST_WORDS = 3;

    /** Marks that are taken off the end of a clause. */
    private static final String CLAUSE_MARKS = ",;:，；：";

    /** Factor of the worth of a result that nobody took up. */
    private static final double IGNORED = 0.25;
    /**
     * A line of a listing: numbered ({@code "12: import os"}), without a space ({@code "README.md"}), or of {@code ls
     * -l} ({@code "-rw-r--r-- 1 root"}).
     */
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

    /** True for the speaker of an entry that this class made. */
    static boolean isLabel(String speaker) {
        return speaker.startsWith(LABEL);
    }

    /** Remembers the labels of a message's calls by their ids. */
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

    /** Adds the units of a tool result, with the call's message as the first source if the call is known. */
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

    /** A tool's name with letters, digits, underscores and hyphens alone; {@code result} if nothing is left. */
    private static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        name.codePoints()
                .limit(LONGEST_NAME)
                .filter(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-')
                .forEach(plain::appendCodePoint);
        return plain.isEmpty() ? "result" : plain.toString();
    }

    /** The texts of a result that make units. */
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
