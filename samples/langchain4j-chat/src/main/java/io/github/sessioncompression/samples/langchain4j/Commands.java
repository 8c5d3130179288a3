package io.github.sessioncompression.samples.langchain4j;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.command.Notices;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.state.StateDocument;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.UserInterruptException;

/** Commands about the memory itself. Used by one thread. */
record Commands(Console console, CompressingChatMemory memory) {
    private static final int HITS = 5;
    /** The latest of them. */
    private static final int SEGMENTS = 20;

    private static final Set<String> SESSION_COMMANDS = Set.of("/new", "/clear");
    private static final ChatCommands COMMANDS = ChatCommands.of(Notices.of(Locale.ENGLISH));

    /**
     * Reads lines until the user leaves.
     *
     * @param prompt what stands before a line
     * @param said gets every line that is no command
     * @param anew is told that the chat begins anew
     */
    void run(Supplier<String> prompt, Consumer<String> said, Runnable anew) {
        while (true) {
            console.gauge(memory.conversation().status());
            try {
                String line = console.read(prompt.get());
                if (!line.strip().startsWith("/")) {
                    said.accept(line);
                } else if (!obey(line.strip().split("\\s+", 2), anew)) {
                    return;
                }
            } catch (UserInterruptException e) {
                console.faint("Ctrl-C ends an answer; /quit or Ctrl-D leaves.");
            } catch (EndOfFileException e) {
                return;
            }
        }
    }

    private boolean obey(String[] command, Runnable anew) {
        Conversation chat = memory.conversation();
        switch (command[0].toLowerCase(Locale.ROOT)) {
            case "/status" -> status(chat.status());
            case "/state" ->
                chat.status()
                        .state()
                        .ifPresentOrElse(this::state, () -> console.line("There is none yet: nothing was compressed."));
            case "/find" -> find(chat, command.length > 1 ? command[1] : "");
            case "/segments" -> segments(chat);
            case "/expand" -> expand(chat, command.length > 1 ? command[1].split("\\s+", 2) : new String[0]);
            case "/help" ->
                console.line(
                        """
                          /status            where this chat stands
                          /state             what stands for the older part of the chat
                          /compact [focus]   compress everything but the last turn, keeping the focus before all else
                          /abort             stop a compression that is running
                          /prune             replace old tool results by placeholders
                          /find words        search what left the context
                          /segments          what left it, stretch by stretch
                          /expand id [level] one stretch: tags, brief, detailed or full
                          /new               begin a new session; this one is kept
                          /resume [number]   list earlier sessions, or go on with one
                          /quit              leave; Ctrl-D does too
                        Ctrl-C ends an answer that is being written.""");
            case "/quit" -> {
                return false;
            }
            default ->
                COMMANDS.reply(chat, String.join(" ", command))
                        .ifPresentOrElse(
                                reply -> reply.lines().forEach(line -> console.line(Console.line(line, 200))),
                                () -> console.error("unknown command " + command[0] + "; /help lists them"));
        }
        if (SESSION_COMMANDS.contains(command[0])) {
            anew.run();
        }
        return true;
    }

    private void status(Status status) {
        CompressionStats stats = status.stats();
        console.line(String.format(
                Locale.ROOT,
                """
                  messages     %,d, of which %,d are in the state and %,d are sent
                  context      %,d tokens: system prompt %,d, state %,d, messages and tool results %,d
                  limits       compression at %,d, hard limit %,d, window %,d
                  so far       %,d compressions, %,d prunings, %,d tokens saved
                  reported     %,d model calls, %,d tokens in, %,d of them from the provider's cache""",
                status.messages(),
                status.messages() - status.activeMessages(),
                status.activeMessages(),
                status.contextTokens(),
                status.systemTokens(),
                status.stateTokens(),
                status.historyTokens(),
                status.triggerTokens(),
                status.hardLimitTokens(),
                status.contextWindow(),
                stats.compressions(),
                stats.prunings(),
                stats.tokensSaved(),
                stats.chatUsage().calls(),
                stats.chatUsage().inputTokens()
                        + stats.chatUsage().cacheReadTokens()
                        + stats.chatUsage().cacheCreationTokens(),
                stats.chatUsage().cacheReadTokens()));
    }

    private void state(StateDocument state) {
        state.texts().forEach((name, texts) -> {
            console.line("  " + name);
            texts.forEach(text -> console.line("    - " + Console.line(text, 400)));
        });
    }

    private void find(Conversation chat, String query) {
        List<Hit> hits = query.isBlank() ? List.of() : chat.recall().search(query, HITS);
        if (hits.isEmpty()) {
            console.line(query.isBlank() ? "Find what? /find words" : "Nothing that left the context says that.");
        }
        hits.forEach(hit -> console.line("  " + hit.segment() + "  "
                + hit.role().name().toLowerCase(Locale.ROOT) + ": " + Console.line(hit.excerpt(), 200)));
    }

    private void segments(Conversation chat) {
        List<Segment> segments = chat.recall().segments();
        if (segments.isEmpty()) {
            console.line("There are none yet: nothing was compressed.");
        }
        segments.subList(Math.max(0, segments.size() - SEGMENTS), segments.size())
                .forEach(segment -> chat.recall()
                        .expand(segment.id(), Level.TAGS)
                        .ifPresent(told -> console.line("  " + Console.line(told.marker(), 200))));
    }

    private void expand(Conversation chat, String[] wanted) {
        Optional<Level> level = wanted.length > 1 ? Level.named(wanted[1]) : Optional.of(Level.DETAILED);
        Optional<CompressedSegment> told = wanted.length == 0 || level.isEmpty()
                ? Optional.empty()
                : chat.recall().expand(wanted[0], level.get());
        told.ifPresentOrElse(
                segment -> segment.content().lines().forEach(line -> console.line("  " + Console.line(line, 400))),
                () -> console.error("no such stretch or level; /segments lists them, /help the levels"));
    }
}
