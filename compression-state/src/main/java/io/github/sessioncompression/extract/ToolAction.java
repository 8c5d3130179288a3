package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Action of one tool call, read from the names of its tool and arguments.
 *
 * <p>No tool is known by name: coding agents share the words of their arguments ({@code file_path}, {@code old_string},
 * {@code command}) rather than the names of their tools.
 *
 * <p><em>Algorithm</em> of {@link #of}:
 * <ol>
 *   <li>read the arguments as values under names ({@link ToolData});
 *   <li>the object is the first path or address, else the first command after {@link #PROMPT}, else the first value
 *       that looks like an identifier, else the short arguments as pairs;
 *   <li>the change is the first line that differs between an old and a new text;
 *   <li>the work is what the application has set, else what the tool's name shows, else {@link Work#MODIFY} if there is
 *       a change;
 *   <li>a plan or a question is read from tools whose names hold such words, or that the application has set so.
 * </ol>
 *
 * <p><em>Does nothing when</em> arguments are no JSON: the object is empty. <em>Threads</em>: immutable. <em>On
 * failure</em>: malformed arguments give what comes before the first error.
 *
 * @param tool the tool's name
 * @param object the file, address, name or command that the call is about, else its short arguments; empty for none
 * @param isCommand true if the object is a command as typed, after {@link #PROMPT}
 * @param isPlace true if the object is a file or address that an argument names as such
 * @param change the first line that an edit changes, {@code “old” → “new”} or {@code added “new”}; empty for no edit
 * @param work the work that the application has set for the tool, else what its name shows, which is never {@link
 *     Work#READ}
 * @param isSet true if the application has set the work
 * @param plan a list of tasks with their status, empty if the list of a tool for plans is; {@code null} for no plan
 * @param question a question to the user; empty for none
 * @see AnsweredCall
 */
record ToolAction(
        String tool,
        String object,
        boolean isCommand,
        boolean isPlace,
        String change,
        Work work,
        boolean isSet,
        @Nullable String plan,
        String question) {
    /** Sign in front of a command in a state, as in a shell. */
    static final String PROMPT = "$ ";

    /** Parts of tools' names by what such tools do with a file; the first work found in a name counts. */
    private static final List<Map.Entry<Work, List<String>>> WORDS = List.of(
            Map.entry(Work.DELETE, List.of("delete", "remove")),
            Map.entry(
                    Work.MODIFY,
                    List.of("edit", "replace", "patch", "update", "insert", "append", "modify", "rename", "move")),
            Map.entry(Work.CREATE, List.of("write", "create", "save")));

    /** Names of arguments, in lower case, whose value is a file, a folder or an address. */
    private static final Set<String> PLACES = Letters.words(
            """
            path file filename file_path filepath uri url dir directory target_file notebook_path""");
    /** Names of arguments whose value is a command or a query. */
    private static final Set<String> COMMANDS = Set.of("command", "cmd", "script", "shell", "sql");
    /**
     * Commands of an editor that takes several, such as Anthropic's text editor tool; the tool's name does not show
     * which.
     */
    private static final Set<String> MODES = Set.of("view", "create", "str_replace", "insert", "undo_edit", "delete");
    /** Names of arguments with the text that an edit replaces. */
    private static final Set<String> OLD =
            Set.of("old_string", "old_str", "oldtext", "old_text", "search", "before", "old");
    /** Names of arguments with the text that replaces it. */
    private static final Set<String> NEW =
            Set.of("new_string", "new_str", "newtext", "new_text", "replace", "replacement", "after", "new");
    /** Names under which an object of a plan has its task. */
    private static final Set<String> TASKS = Set.of("content", "task", "title", "text", "step", "description");
    /** Names under which a plan is one text with a task on each line. */
    private static final Set<String> PLAN = Set.of("plan");
    /** An empty array, {@code []} or {@code [  ]}: the plan was emptied. */
    private static final Pattern EMPTY_LIST = Pattern.compile("\\[\\s{0,9}]");
    /** Names under which an object of a plan has its status. */
    private static final Set<String> STATUS = Set.of("status", "state", "done");
    /** Names of arguments with a question to the user. */
    private static final Set<String> QUESTIONS = Set.of("question", "prompt", "query", "message");
    /** Longest path, command or task, in UTF-16 units. */
    private static final int LONGEST_PLACE = 200;
    /** Longest line of a change, and longest pairs of arguments, in UTF-16 units. */
    private static final int LONGEST_LINE = 80;
    /** Longest plan or question, in UTF-16 units; later tasks are left out. */
    private static final int LONGEST_PLAN = 1_000;
    /** Longest name of a tool, in UTF-16 units. */
    private static final int LONGEST_TOOL = 40;
    /** Digits of a number that is an identifier rather than an amount. */
    private static final int LONG_NUMBER = 5;

    /** The action of a call; {@code set} is the work of its tool that the application has set, {@code null} for none. */
    static ToolAction of(ToolCall call, @Nullable Work set) {
        String tool = Letters.start(call.name().strip(), LONGEST_TOOL);
        String lower = tool.toLowerCase(Locale.ROOT);
        List<List<ToolData.Value>> parts = ToolData.read(call.arguments());
        List<ToolData.Value> values = parts.stream().flatMap(List::stream).toList();
        String place = line(first(values, PLACES), LONGEST_PLACE);
        String command = line(first(values, COMMANDS), LONGEST_PLACE);
        String change = change(first(values, OLD), first(values, NEW));
        // An editor that takes several commands, such as "view" or "str_replace", does what its command says.
        String doing = MODES.contains(command) ? command : lower;
        return new ToolAction(
                tool,
                object(place, command, values),
                place.isEmpty() && !command.isEmpty(),
                !place.isEmpty(),
                change,
                set == null ? named(doing, change) : set,
                set != null,
                plan(lower, call.arguments(), parts, set),
                line(question(lower, values, set), LONGEST_PLAN));
    }

    /** The object of a call, see the class; empty if it has no values. */
    private static String object(String place, String command, List<ToolData.Value> values) {
        if (!place.isEmpty()) {
            return place;
        }
        if (!command.isEmpty()) {
            return PROMPT + command;
        }
        return values.stream()
                .map(ToolData.Value::text)
                .filter(ToolAction::isName)
                .findFirst()
                .orElseGet(() -> pairs(values));
    }

    /** The work that a name shows; {@link Work#MODIFY} for an edit by a tool whose name shows none. */
    private static Work named(String name, String change) {
        return WORDS.stream()
                .filter(words -> words.getValue().stream().anyMatch(name::contains))
                .findFirst()
                .map(Map.Entry::getKey)
                .orElse(change.isEmpty() ? Work.NONE : Work.MODIFY);
    }

    /** The work on the file that the call names, reading included; {@link Work#NONE} for other calls. */
    Work workOnFile() {
        if (isSet) {
            return work.isOnFile() && !object.isEmpty() ? work : Work.NONE;
        }
        if (!isPlace || object.contains("://")) {
            return Work.NONE;
        }
        return work == Work.NONE ? Work.READ : work;
    }

    /** The question that a call puts to the user; empty if its tool asks none. */
    private static String question(String tool, List<ToolData.Value> values, @Nullable Work set) {
        boolean asks = set == null
                ? tool.startsWith("ask") || tool.contains("_ask") || tool.contains("question")
                : set == Work.QUESTION;
        String question = asks ? texts(values, QUESTIONS, " / ") : "";
        return question.isEmpty() && set == Work.QUESTION ? texts(values, null, " / ") : question;
    }

    /** The plan that a call writes down; empty if it empties it, {@code null} if it writes none. */
    private static @Nullable String plan(
            String tool, String arguments, List<List<ToolData.Value>> parts, @Nullable Work set) {
        boolean plans = set == null
                ? tool.contains("todo") || tool.contains("plan") || tool.contains("task_") || tool.contains("tasks")
                : set == Work.PLAN;
        if (!plans) {
            return null;
        }
        String plan = tasks(parts);
        if (plan.isEmpty() && set == Work.PLAN) {
            List<ToolData.Value> values = parts.stream().flatMap(List::stream).toList();
            plan = line(texts(values, null, "; "), LONGEST_PLAN);
        }
        return plan.isEmpty() && !EMPTY_LIST.matcher(arguments).find() ? null : plan;
    }

    /** The first lines of the values under {@code names}, of all for {@code null}. */
    private static String texts(List<ToolData.Value> values, @Nullable Set<String> names, String joint) {
        return values.stream()
                .filter(value -> (names == null || value.isCalled(names))
                        && !value.text().isEmpty())
                .map(value -> line(value.text(), LONGEST_PLACE))
                .collect(Collectors.joining(joint));
    }

    /** The first value under one of the names; empty if there is none. */
    private static String first(List<ToolData.Value> values, Set<String> names) {
        return values.stream()
                .filter(value -> value.isCalled(names) && !value.text().isEmpty())
                .map(ToolData.Value::text)
                .findFirst()
                .orElse("");
    }

    /** The short values of data under their names: {@code city Oslo, days 3}. */
    static String pairs(List<ToolData.Value> values) {
        return String.join(", ", ToolData.pairs(values, text -> text.indexOf('\n') < 0, LONGEST_LINE));
    }

    /** The first line of a value, without spaces around, {@code most} UTF-16 units at most. */
    private static String line(String value, int most) {
        int end = value.indexOf('\n');
        return Letters.start(end < 0 ? value : value.substring(0, end), most).strip();
    }

    /** The first line that differs; a line that only moved down or up was not changed, others were put in or taken out before it. */
    private static String change(String old, String fresh) {
        if (old.isEmpty() && fresh.isEmpty()) {
            return "";
        }
        List<String> before = old.lines().toList();
        List<String> after = fresh.lines().toList();
        int at = 0;
        while (at < before.size() && at < after.size() && before.get(at).equals(after.get(at))) {
            at++;
        }
        String from = at < before.size() ? before.get(at) : "";
        String to = at < after.size() ? after.get(at) : "";
        boolean putIn = after.subList(Math.min(at, after.size()), after.size()).contains(from);
        boolean takenOut = !putIn
                && before.subList(Math.min(at, before.size()), before.size()).contains(to);
        String gone = quoted(from);
        String come = quoted(to);
        return putIn ? "added " + come : takenOut ? "removed " + gone : gone + " → " + come;
    }

    private static String quoted(String text) {
        return "“" + line(text.strip(), LONGEST_LINE) + "”";
    }

    /** The tasks of a plan, each with its status in front: {@code [done] write tests; [open] release}. */
    private static String tasks(List<List<ToolData.Value>> parts) {
        Set<String> tasks = new LinkedHashSet<>();
        for (List<ToolData.Value> part : parts) {
            part.stream()
                    .filter(value -> value.isCalled(PLAN))
                    .flatMap(value -> value.text().lines())
                    .filter(line -> !line.isBlank())
                    .forEach(line -> tasks.add(line(line.strip(), LONGEST_PLACE)));
            String task = line(first(part, TASKS), LONGEST_PLACE);
            String status = part.stream()
                    .filter(value -> value.isCalled(STATUS))
                    .map(ToolData.Value::text)
                    .reduce("", (before, last) -> last);
            if (!task.isEmpty()) {
                tasks.add((status.isEmpty() ? "" : "[" + status + "] ") + task);
            }
        }
        List<String> told = new ArrayList<>();
        int length = 0;
        for (String task : tasks) {
            length += task.length();
            if (length <= LONGEST_PLAN) {
                told.add(task);
            }
        }
        return String.join("; ", told);
    }

    /** True for what is written as no word of a language is: a word of letters and digits, or of parts joined by marks. */
    private static boolean isName(String value) {
        boolean digit = Letters.any(value, Letters::isDigit);
        boolean letter = Letters.any(value, Character::isLetter);
        boolean joined = value.chars().skip(1).anyMatch(c -> c == '_' || c == '/' || Character.isUpperCase(c));
        return value.length() <= LONGEST_PLACE
                && Letters.all(value, c -> Character.isLetterOrDigit(c) || "_./-".indexOf(c) >= 0)
                && (letter ? digit || joined : value.length() >= LONG_NUMBER && Letters.all(value, Letters::isDigit));
    }
}
