package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.Artefacts.CommandUse;
import io.github.sessioncompression.state.Artefacts.FileAction;
import io.github.sessioncompression.state.Artefacts.FileUse;
import io.github.sessioncompression.state.Artefacts.Quote;
import io.github.sessioncompression.state.Artefacts.ToolUse;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the artefacts of messages that are compressed, in addition to those of earlier ones.
 *
 * <p>One pass over the messages. Not thread-safe; lives for one run.
 */
public final class ArtefactReader {
    /** Parts of tools' names by what such tools do with a file; the first that a name has counts. */
    private static final List<Map.Entry<String, FileAction>> WORDS = List.of(
            Map.entry("delete", FileAction.DELETE),
            Map.entry("remove", FileAction.DELETE),
            Map.entry("edit", FileAction.MODIFY),
            Map.entry("replace", FileAction.MODIFY),
            Map.entry("patch", FileAction.MODIFY),
            Map.entry("update", FileAction.MODIFY),
            Map.entry("insert", FileAction.MODIFY),
            Map.entry("append", FileAction.MODIFY),
            Map.entry("modify", FileAction.MODIFY),
            Map.entry("rename", FileAction.MODIFY),
            Map.entry("move", FileAction.MODIFY),
            Map.entry("write", FileAction.CREATE),
            Map.entry("create", FileAction.CREATE),
            Map.entry("save", FileAction.CREATE));

    private final Map<String, FileAction> actions;
    private final Map<String, FileUse> files = new LinkedHashMap<>();
    private final Map<String, ToolUse> tools = new LinkedHashMap<>();
    private final Map<String, CommandUse> commands = new LinkedHashMap<>();
    private final Map<String, Quote> decisions = new LinkedHashMap<>();

    /**
     * A reader that goes on from earlier artefacts.
     *
     * @param actions what tools of these names do with the file that their arguments name; others are judged by their names
     */
    public ArtefactReader(Artefacts before, Map<String, FileAction> actions) {
        this.actions = actions;
        before.files().forEach(use -> files.put(use.path(), use));
        before.tools().forEach(use -> tools.put(use.name(), use));
        before.commands().forEach(use -> commands.put(use.command(), use));
        before.decisions().forEach(quote -> decisions.put(quote.text(), quote));
    }

    /**
     * The artefacts of before and of {@code span}.
     *
     * @param state the state that covers it, with what it must not lack
     */
    public Artefacts read(List<Entry> span, StateDocument state) {
        AnsweredCall.of(span).forEach(this::add);
        quotes(state, StateItem.Kind.DECISION).forEach(quote -> decisions.putIfAbsent(quote.text(), quote));
        return new Artefacts(
                List.copyOf(files.values()),
                List.copyOf(tools.values()),
                List.copyOf(commands.values()),
                List.copyOf(decisions.values()),
                quotes(state, StateItem.Kind.QUESTION));
    }

    /** The sentences of a kind among those that a state must not lack, each as it was said. */
    private static List<Quote> quotes(StateDocument state, StateItem.Kind kind) {
        return state.items(StateDocument.KEPT).stream()
                .filter(item -> item.kind() == kind)
                .map(item -> new Quote(cut(EntryLabel.read(item.text()).words()), item.sources()))
                .toList();
    }

    private void add(AnsweredCall call) {
        ToolAction action = call.action();
        ToolUse tool = tools.remove(action.tool());
        tools.put(
                action.tool(),
                new ToolUse(
                        action.tool(),
                        tool == null ? 1 : tool.calls() + 1,
                        (tool == null ? 0 : tool.failures()) + (call.failed() ? 1 : 0),
                        sources(tool == null ? List.of() : tool.sources(), call)));
        if (action.isCommand()) {
            String command = cut(action.object().substring(ToolAction.PROMPT.length()));
            CommandUse use = commands.remove(command);
            commands.put(
                    command,
                    new CommandUse(
                            command,
                            use == null ? 1 : use.count() + 1,
                            cut(call.lastLine()),
                            sources(use == null ? List.of() : use.sources(), call)));
        } else if (action(action) != FileAction.NONE) {
            addFile(call, action(action));
        }
    }

    private void addFile(AnsweredCall call, FileAction done) {
        String path = cut(call.action().object());
        FileUse known = files.remove(path);
        FileUse before = known == null ? new FileUse(path, 0, 0, 0, 0, "", List.of()) : known;
        boolean isThere = before.read() + before.created() + before.modified() > before.deleted();
        boolean creates = done == FileAction.CREATE && !isThere;
        boolean modifies = done == FileAction.MODIFY || (done == FileAction.CREATE && isThere);
        String firstLine = call.text().lines().findFirst().orElse("");
        files.put(
                path,
                new FileUse(
                        path,
                        before.read() + (done == FileAction.READ ? 1 : 0),
                        before.created() + (creates ? 1 : 0),
                        before.modified() + (modifies ? 1 : 0),
                        before.deleted() + (done == FileAction.DELETE ? 1 : 0),
                        call.result() == null ? before.lastResult() : cut(firstLine),
                        sources(before.sources(), call)));
    }

    private FileAction action(ToolAction action) {
        FileAction set = actions.get(action.tool());
        if (set != null || !action.isPlace() || action.object().contains("://")) {
            return set == null || action.object().isEmpty() ? FileAction.NONE : set;
        }
        String name = action.mode().isEmpty() ? action.tool().toLowerCase(Locale.ROOT) : action.mode();
        return WORDS.stream()
                .filter(word -> name.contains(word.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(action.change().isEmpty() ? FileAction.READ : FileAction.MODIFY);
    }

    private static List<Long> sources(List<Long> before, AnsweredCall call) {
        List<Long> all = new ArrayList<>(before);
        all.addAll(call.sources());
        return StateItem.capped(all);
    }

    private static String cut(String text) {
        String line = text.strip();
        int end = line.offsetByCodePoints(0, Math.min(Artefacts.MAX_TEXT, line.codePointCount(0, line.length())));
        return line.substring(0, end);
    }
}
