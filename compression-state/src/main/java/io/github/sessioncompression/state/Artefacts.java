package io.github.sessioncompression.state;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The work that a chat's compressed part has left behind, as data: files, tools, commands, decisions, and what is open. Immutable.
 *
 * <p>Kept over all compressions, with any writer of the state. Lists are in the order of the latest use; of more entries than a list may have the
 * oldest go. Texts are cut at {@value #MAX_TEXT} characters; secrets are hidden as in states.
 *
 * @param files the files that tool calls named, at most {@value #MAX_ENTRIES}
 * @param tools the tools that were called, at most {@value #MAX_ENTRIES}
 * @param commands the commands that were run, as typed, at most {@value #MAX_ENTRIES}
 * @param decisions sentences that made a choice, at most {@value #MAX_ENTRIES}
 * @param questions the questions of the last message that was compressed, which nobody has answered there
 */
public record Artefacts(
        List<FileUse> files,
        List<ToolUse> tools,
        List<CommandUse> commands,
        List<Quote> decisions,
        List<Quote> questions) {
    /** The most entries of a list; the oldest go. */
    public static final int MAX_ENTRIES = 100;

    /** The longest path, command, result or quote, in UTF-16 units. */
    public static final int MAX_TEXT = 200;

    /** No work. */
    public static final Artefacts NONE = new Artefacts(List.of(), List.of(), List.of(), List.of(), List.of());

    /** Work that a tool does. */
    public enum Work {
        /** Reads, lists or searches the file that its arguments name. */
        READ,
        /** Writes that file for the first time. */
        CREATE,
        /** Changes it, or writes it again. */
        MODIFY,
        /** Deletes it. */
        DELETE,
        /** Writes down a plan or list of tasks, of which every state shows the latest. */
        PLAN,
        /** Asks the user, whose answer every state shows. */
        QUESTION,
        /** None of these. */
        NONE;

        /** True for work on a file. */
        public boolean isOnFile() {
            return compareTo(DELETE) <= 0;
        }
    }

    /** A list entry with the messages that it was made of. */
    private interface Sourced {
        List<Long> sources();
    }

    /**
     * A file and what was done with it.
     *
     * @param path the path as the tool was given it
     * @param read how often it was read
     * @param created how often it was created
     * @param modified how often it was changed
     * @param deleted how often it was deleted
     * @param lastResult the beginning of the last result; empty while there is none
     * @param sources the sequence numbers of calls and results, as {@link StateItem#sources} has them
     */
    public record FileUse(
            String path, int read, int created, int modified, int deleted, String lastResult, List<Long> sources)
            implements Sourced {}

    /**
     * A tool and its calls.
     *
     * @param calls how often it was called
     * @param failures how many of the results reported a failure
     * @param sources the sequence numbers of calls and results
     */
    public record ToolUse(String name, int calls, int failures, List<Long> sources) implements Sourced {}

    /**
     * A command and its runs.
     *
     * @param command as typed, its first line
     * @param count how often it was run
     * @param lastOutcome the last line of the last result; empty while there is none
     * @param sources the sequence numbers of calls and results
     */
    public record CommandUse(String command, int count, String lastOutcome, List<Long> sources) implements Sourced {}

    /**
     * A sentence in its own words.
     *
     * @param sources the sequence number of its message
     */
    public record Quote(String text, List<Long> sources) implements Sourced {}

    /** Copies the lists, each without its oldest entries if it has too many. */
    public Artefacts {
        files = latest(files);
        tools = latest(tools);
        commands = latest(commands);
        decisions = latest(decisions);
        questions = latest(questions);
    }

    /** A copy of the last {@link #MAX_ENTRIES} entries. */
    private static <T> List<T> latest(List<T> entries) {
        return List.copyOf(entries.subList(Math.max(0, entries.size() - MAX_ENTRIES), entries.size()));
    }

    /** True if there is nothing in any list. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** These artefacts without the entries that were made of a message, as far as their sources are known. */
    public Artefacts without(long sequence) {
        Predicate<Sourced> stays = entry -> !entry.sources().contains(sequence);
        return new Artefacts(
                kept(files, stays),
                kept(tools, stays),
                kept(commands, stays),
                kept(decisions, stays),
                kept(questions, stays));
    }

    private static <T extends Sourced> List<T> kept(List<T> entries, Predicate<Sourced> stays) {
        return entries.stream().filter(stays).toList();
    }

    /** These artefacts for renumbered messages; {@code numbers} gives the sources of an entry, which goes if there are none. */
    public Artefacts renumbered(Function<List<Long>, List<Long>> numbers) {
        return new Artefacts(
                each(
                        files,
                        use -> new FileUse(
                                use.path,
                                use.read,
                                use.created,
                                use.modified,
                                use.deleted,
                                use.lastResult,
                                numbers.apply(use.sources))),
                each(tools, use -> new ToolUse(use.name, use.calls, use.failures, numbers.apply(use.sources))),
                each(
                        commands,
                        use -> new CommandUse(use.command, use.count, use.lastOutcome, numbers.apply(use.sources))),
                each(decisions, quote -> new Quote(quote.text, numbers.apply(quote.sources))),
                each(questions, quote -> new Quote(quote.text, numbers.apply(quote.sources))));
    }

    /** The changed entries, without those that have no source left. */
    private static <T extends Sourced> List<T> each(List<T> entries, UnaryOperator<T> change) {
        return kept(
                entries.stream().map(change).toList(), entry -> !entry.sources().isEmpty());
    }
}
