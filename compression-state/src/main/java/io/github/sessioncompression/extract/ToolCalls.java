package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.Artefacts.CommandUse;
import io.github.sessioncompression.state.Artefacts.FileUse;
import io.github.sessioncompression.state.Artefacts.Quote;
import io.github.sessioncompression.state.Artefacts.ToolUse;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of messages that are compressed, read once: what they laid down, and the artefacts that they left
 * behind.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>pair each call with its result ({@link AnsweredCall});
 *   <li>{@link #withLaidDown}: the latest accepted plan and the answers of question tools join what the next check of
 *       the state asks for;
 *   <li>{@link #artefacts}: each call adds to the use of its tool, and of its file or command, which moves to the end
 *       as the latest; decisions and open questions are those that the state must not lack.
 * </ol>
 *
 * <p><em>Does nothing when</em> there are no calls: the previous state and the artefacts of before are returned as they
 * were, with the state's decisions and questions. <em>Threads</em>: not thread-safe; lives for one compression. <em>On
 * failure</em>: throws nothing.
 *
 * @see Trail
 * @see io.github.sessioncompression.state.Artefacts
 */
public final class ToolCalls {
    private final List<AnsweredCall> calls;
    private final Map<String, FileUse> files = new LinkedHashMap<>();
    private final Map<String, ToolUse> tools = new LinkedHashMap<>();
    private final Map<String, CommandUse> commands = new LinkedHashMap<>();
    private final Map<String, Quote> decisions = new LinkedHashMap<>();

    /**
     * The calls of a span.
     *
     * @param works the work of tools by name, if their names do not show it
     */
    public ToolCalls(List<Entry> span, Map<String, Work> works) {
        calls = AnsweredCall.of(span, works);
    }

    /**
     * A previous state that must not lack the latest plan and the answers of question tools, either: they are with what its next check
     * asks for, and a plan replaces the one before.
     */
    public @Nullable StateDocument withLaidDown(@Nullable StateDocument previous) {
        Trail trail = Trail.laidDown(calls);
        List<StateItem> laid = trail.laidDown();
        if (laid.isEmpty() && !trail.endsPlan()) {
            return previous;
        }
        StateDocument before = previous == null ? StateDocument.EMPTY : previous;
        Predicate<StateItem> stays = item -> !trail.endsPlan() || !Trail.isPlan(item);
        List<StateItem> kept = new ArrayList<>(
                before.items(StateDocument.KEPT).stream().filter(stays).toList());
        kept.addAll(laid);
        return before.with(
                        StateDocument.LEDGER,
                        before.items(StateDocument.LEDGER).stream()
                                .filter(stays)
                                .toList())
                .with(StateDocument.KEPT, kept);
    }

    /**
     * The artefacts of before and of the calls; asked for once.
     *
     * @param state the state that covers them, with what it must not lack
     */
    public Artefacts artefacts(Artefacts before, StateDocument state) {
        before.files().forEach(use -> files.put(use.path(), use));
        before.tools().forEach(use -> tools.put(use.name(), use));
        before.commands().forEach(use -> commands.put(use.command(), use));
        before.decisions().forEach(quote -> decisions.put(quote.text(), quote));
        calls.forEach(this::add);
        quotes(state, StateItem.Kind.DECISION).forEach(quote -> decisions.putIfAbsent(quote.text(), quote));
        return new Artefacts(
                new ArrayList<>(files.values()),
                new ArrayList<>(tools.values()),
                new ArrayList<>(commands.values()),
                new ArrayList<>(decisions.values()),
                quotes(state, StateItem.Kind.QUESTION));
    }

    /** The sentences of a kind among those that a state must not lack, each verbatim. */
    private static List<Quote> quotes(StateDocument state, StateItem.Kind kind) {
        return state.items(StateDocument.KEPT).stream()
                .filter(item -> item.kind() == kind)
                .map(item -> new Quote(cut(EntryLabel.read(item.text()).words()), item.sources()))
                .toList();
    }

    private void add(AnsweredCall call) {
        ToolAction action = call.action();
        String name = action.tool();
        ToolUse tool = taken(tools, name, new ToolUse(name, 0, 0, List.of()));
        int failures = tool.failures() + (call.failed() ? 1 : 0);
        tools.put(name, new ToolUse(name, tool.calls() + 1, failures, sources(tool.sources(), call)));
        if (action.isCommand()) {
            String command = cut(action.object().substring(ToolAction.PROMPT.length()));
            CommandUse use = taken(commands, command, new CommandUse(command, 0, "", List.of()));
            List<Long> sources = sources(use.sources(), call);
            commands.put(command, new CommandUse(command, use.count() + 1, cut(call.lastLine()), sources));
        } else if (action.workOnFile() != Work.NONE) {
            addFile(call, action.workOnFile());
        }
    }

    /** The use of before, which is not the latest any more; {@code none} if there is none. */
    private static <T> T taken(Map<String, T> uses, String name, T none) {
        T before = uses.remove(name);
        return before == null ? none : before;
    }

    /**
     * Adds a call to the use of its file. A file that is created while it is there counts as changed; a result replaces
     * the one before, a missing one does not.
     */
    private void addFile(AnsweredCall call, Work done) {
        String path = cut(call.action().object());
        FileUse before = taken(files, path, new FileUse(path, 0, 0, 0, 0, "", List.of()));
        boolean isThere = before.read() + before.created() + before.modified() > before.deleted();
        boolean creates = done == Work.CREATE && !isThere;
        boolean modifies = done == Work.MODIFY || (done == Work.CREATE && isThere);
        String firstLine = call.text().lines().findFirst().orElse("");
        files.put(
                path,
                new FileUse(
                        path,
                        before.read() + (done == Work.READ ? 1 : 0),
                        before.created() + (creates ? 1 : 0),
                        before.modified() + (modifies ? 1 : 0),
                        before.deleted() + (done == Work.DELETE ? 1 : 0),
                        call.result() == null ? before.lastResult() : cut(firstLine),
                        sources(before.sources(), call)));
    }

    /** The sources of a use and of one more call, capped as those of an item. */
    private static List<Long> sources(List<Long> before, AnsweredCall call) {
        List<Long> all = new ArrayList<>(before);
        all.addAll(call.sources());
        return StateItem.capped(all);
    }

    /** The text without spaces around, {@link Artefacts#MAX_TEXT} UTF-16 units at most. */
    private static String cut(String text) {
        return Letters.start(text.strip(), Artefacts.MAX_TEXT);
    }
}
