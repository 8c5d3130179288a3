package io.github.sessioncompression.samples.langchain4j;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.Notices;
import io.github.sessioncompression.event.Stage;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/** Reads lines from the terminal until the user leaves: questions and commands. Used by one thread. */
final class Dialogue {
    private static final int MAX_CHARACTERS = 100;
    private static final Notices NOTICES = Notices.of(Locale.ENGLISH);

    private final Terminal terminal;
    private final LineReader reader;
    private final Screen screen;
    private final Chat chat;
    private final Player player;
    private final Function<Throwable, String> failures;

    /** What a line that is no command means. */
    interface Player {
        /** The prompt. */
        String prompt();

        /** Plays that line. */
        void play(Dialogue dialogue, String line);

        /** Begins from the start. */
        void startAnew();
    }

    Dialogue(
            Terminal terminal,
            LineReader reader,
            Screen screen,
            Chat chat,
            Player player,
            Function<Throwable, String> failures) {
        this.terminal = terminal;
        this.reader = reader;
        this.screen = screen;
        this.chat = chat;
        this.player = player;
        this.failures = failures;
    }

    /** Tells on {@code screen} what is worth a line. */
    static void tell(Screen screen, CompressionEvent event) {
        boolean nothingNew = (event instanceof StageStarted started && started.stage() != Stage.COMPRESS)
                || (event instanceof StageFinished finished && finished.affected() == 0);
        if (!nothingNew) {
            screen.notice(NOTICES.text(event));
        }
    }

    /** Goes on until the user leaves. */
    void run() {
        while (true) {
            screen.line(Gauge.of(chat.conversation().status(), screen.showsBlocks()));
            try {
                String line = reader.readLine(player.prompt());
                if (Command.is(line)) {
                    if (!obey(Command.of(line))) {
                        return;
                    }
                } else {
                    player.play(this, line);
                }
            } catch (UserInterruptException e) {
                screen.faint("Ctrl-C ends an answer; /quit or Ctrl-D leaves.");
            } catch (EndOfFileException e) {
                return;
            }
        }
    }

    /** Asks the model and shows its answer; false if the turn was interrupted or failed. */
    boolean ask(String question) {
        screen.beginAnswer();
        Turn turn = chat.ask(question, new Turn.Listener() {
            @Override
            public void text(String piece) {
                screen.answer(piece);
            }

            @Override
            public void toolCalled(String name, String arguments) {
                screen.faint("  > " + Text.line(name + " " + arguments, MAX_CHARACTERS));
            }

            @Override
            public void toolAnswered(String name, String result) {
                screen.faint("  < " + Text.line(result, MAX_CHARACTERS));
            }
        });
        Turn.Ending ending = interruptibly(turn.ending(), turn::interrupt, turn::await);
        if (ending instanceof Turn.Ending.Interrupted) {
            screen.faint("(interrupted)");
        } else if (ending instanceof Turn.Ending.Failed failed) {
            screen.error(failures.apply(failed.cause()));
        }
        screen.endAnswer();
        return ending instanceof Turn.Ending.Answered;
    }

    private <T> T interruptibly(CompletableFuture<?> running, Runnable interrupt, Supplier<T> wait) {
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> {
            if (!running.isDone()) {
                interrupt.run();
            }
        });
        try {
            return wait.get();
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
        }
    }

    /** Does what the user says; false to leave. */
    private boolean obey(Command command) {
        Conversation conversation = chat.conversation();
        switch (command.name()) {
            case "status" -> StatusText.of(conversation.status()).forEach(screen::line);
            case "state" ->
                screen.line(conversation
                        .status()
                        .state()
                        .map(StatusText::of)
                        .orElse("There is none yet: nothing was compressed."));
            case "compact", "compress" -> compact(conversation, command.argument());
            case "prune" -> StatusText.of(conversation.prune()).ifPresent(screen::line);
            case "new", "clear" -> {
                chat.startAnew();
                player.startAnew();
                screen.line("A new chat begins; nothing of the one before is sent any more.");
            }
            case "help" -> help();
            case "quit", "exit" -> {
                return false;
            }
            default ->
                screen.error("unknown command /" + Text.line(command.name(), MAX_CHARACTERS) + "; /help lists them");
        }
        return true;
    }

    private void compact(Conversation conversation, String argument) {
        if (argument.length() > Focus.MAX_CHARACTERS) {
            screen.error("the focus must be at most " + Focus.MAX_CHARACTERS + " characters");
            return;
        }
        Focus focus = argument.isEmpty() ? Focus.none() : Focus.on(argument);
        CompletableFuture<Outcome> running = CompletableFuture.supplyAsync(() -> conversation.compress(focus));
        CompletableFuture<Outcome> waiting = running.copy();
        try {
            Outcome outcome = interruptibly(waiting, () -> waiting.cancel(false), waiting::join);
            StatusText.of(outcome).ifPresent(screen::line);
        } catch (java.util.concurrent.CancellationException e) {
            screen.faint("(it goes on in the background)");
        } catch (CompletionException e) {
            screen.error(failures.apply(e.getCause() == null ? e : e.getCause()));
        }
    }

    private void help() {
        for (List<String> command : Command.ALL) {
            String usage = "/" + command.get(0) + " " + command.get(1);
            screen.line(String.format("  %-18s %s", usage, command.get(2)));
        }
        screen.line("Commands cost no model calls, but for /compact where a model writes the state.");
        screen.line("Ctrl-C ends an answer that is being written.");
    }
}
