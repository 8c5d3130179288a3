package io.github.sessioncompression.samples.langchain4j;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.state.StateDocument;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.UserInterruptException;

/** What can be asked of the memory itself, as commands. Used by one thread. */
final class Commands {
    private final Console console;
    private final CompressingChatMemory memory;

    Commands(Console console, CompressingChatMemory memory) {
        this.console = console;
        this.memory = memory;
    }

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
            case "/compact" -> {
                String focus = command.length > 1 ? command[1] : "";
                outcome(chat.compress(focus.isEmpty() ? Focus.none() : Focus.on(focus)));
            }
            case "/prune" -> outcome(chat.prune());
            case "/new" -> {
                memory.clear();
                anew.run();
                console.line("A new chat begins; the one before is deleted.");
            }
            case "/help" ->
                console.line(
                        """
                          /status            where this chat stands
                          /state             what stands for the older part of the chat
                          /compact [focus]   compress everything but the last turn, keeping the focus before all else
                          /prune             replace old tool results by placeholders
                          /new               delete this chat and begin another
                          /quit              leave; Ctrl-D does too
                        Ctrl-C ends an answer that is being written.""");
            case "/quit" -> {
                return false;
            }
            default -> console.error("unknown command " + command[0] + "; /help lists them");
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

    /** What a command came to, where no notice says it. */
    private void outcome(Outcome outcome) {
        if (outcome instanceof Outcome.Unchanged unchanged) {
            console.line("Nothing to do: "
                    + unchanged.why().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ".");
        } else if (outcome instanceof Outcome.Failed failed) {
            console.error("The compression failed (" + failed.cause() + "); the chat is as it was.");
        }
    }
}
