package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.langchain4j.StructuredChatModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A chat in the terminal on LangChain4j that is compressed when it gets long.
 *
 * <p>{@link #assistant} and {@link #memory} are what there is to copy; the rest is a terminal. Exit codes: 0 done, 1 a fault of the
 * program, 2 bad options, or no key.
 */
@Command(
        name = "chat",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 100,
        description = "A chat in the terminal that is compressed when it gets long: type and see the gauge move.",
        footer = {
            "",
            "The first of these that is set chooses the provider:",
            "  OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, OLLAMA_BASE_URL",
            "OPENAI_BASE_URL and so on name another server.",
            "",
            "The chat is kept in a file and goes on at the next start; /new begins another."
        })
public final class Chat implements Callable<Integer> {
    /** The window for the bundled chat, in tokens: small enough to see several compressions. */
    private static final int REPLAY_WINDOW = 16_000;

    @Option(names = "--model", paramLabel = "NAME", description = "Default: a small one of the provider's.")
    private @Nullable String model;

    @Option(
            names = "--context-window",
            paramLabel = "TOKENS",
            description = "The model's, or less to see compression sooner. Default: what is known of the model.")
    private @Nullable Integer contextWindow;

    @Option(names = "--offline-states", description = "Write the states without a model, at no cost.")
    private boolean offlineStates;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description =
                    "Where the chat is kept. Default: .session-compression/langchain4j-chat.mv.db in the home folder.")
    private @Nullable Path file;

    @Option(names = "--in-memory", description = "Keep the chat in this process only.")
    private boolean inMemory;

    @Option(names = "--replay", description = "Replay a recorded chat through the same memory: no key, no network.")
    private boolean replay;

    private final Map<String, String> environment;
    private final Callable<Terminal> terminals;
    private final Clock clock;

    Chat(Map<String, String> environment, Callable<Terminal> terminals, Clock clock) {
        this.environment = environment;
        this.terminals = terminals;
        this.clock = clock;
    }

    /** The AI service. */
    interface Assistant {
        /** Answers one message, streamed. */
        TokenStream answer(String text);
    }

    /** The memory of the one chat that there is. */
    private static CompressingChatMemory memory(SessionCompressor compressor) {
        return CompressingChatMemory.builder().compressor(compressor).build();
    }

    /** The one line that changes is the memory. */
    private static AiServices<Assistant> assistant(CompressingChatMemory memory) {
        return AiServices.builder(Assistant.class)
                .chatMemory(memory) // was: MessageWindowChatMemory.withMaxMessages(20)
                .registerListener(memory.usageListener()) // optional: the provider counts better than any library
                .hallucinatedToolNameStrategy(
                        call -> ToolExecutionResultMessage.from(call, "There is no tool of that name."));
    }

    /** The compressor: the chat model's window is all it has to know. */
    private SessionCompressor compressor(
            Console console, CompressionPolicy policy, @Nullable Models models, SessionStore store) {
        SessionCompressor.Builder compressor =
                SessionCompressor.builder().policy(policy).store(store).listener(console::notice);
        if (models != null && !offlineStates) {
            compressor.model(StructuredChatModel.of(models.compressing()));
        }
        return compressor.build();
    }

    /** Runs the program and ends the process. */
    public static void main(String... args) {
        Callable<Terminal> system =
                () -> TerminalBuilder.builder().system(true).dumb(true).build();
        System.exit(commandLine(System.getenv(), system, Clock.systemUTC()).execute(args));
    }

    /** The program with that environment, terminal and time. */
    static CommandLine commandLine(Map<String, String> environment, Callable<Terminal> terminals, Clock clock) {
        return new CommandLine(new Chat(environment, terminals, clock))
                .setParameterExceptionHandler((e, args) -> say(e.getCommandLine(), e.getMessage()))
                .setExecutionExceptionHandler((e, commandLine, parsed) -> {
                    // What options and settings can be wrong about; the message says what and why.
                    boolean setup = e instanceof IllegalArgumentException || e instanceof IllegalStateException;
                    int code = say(commandLine, setup ? e.getMessage() : "failed unexpectedly: " + e);
                    return setup ? code : CommandLine.ExitCode.SOFTWARE;
                });
    }

    private static int say(CommandLine commandLine, @Nullable String message) {
        commandLine.getErr().println("chat: " + Console.line(String.valueOf(message), 300));
        commandLine.getErr().flush();
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public Integer call() throws Exception {
        if (replay) {
            int window = contextWindow == null ? REPLAY_WINDOW : contextWindow;
            Recording recording = Recording.bundled();
            try (Console console = new Console(terminals.call());
                    SessionCompressor compressor =
                            compressor(console, CompressionPolicy.forWindow(window), null, SessionStore.inMemory())) {
                CompressingChatMemory memory = memory(compressor);
                Assistant assistant = assistant(memory)
                        .streamingChatModel(recording)
                        .systemMessage(recording.system())
                        .tools(recording.tools())
                        .build();
                console.line(
                        "A recorded chat about support and coding, offline. Enter plays the next turn, 10 ten of them,"
                                + " all the rest; /help lists the commands.");
                new Commands(console, memory)
                        .run(
                                recording::prompt,
                                line -> recording.play(
                                        line, console, question -> ask(assistant, memory, console, question)),
                                recording::rewind);
            }
            return CommandLine.ExitCode.OK;
        }
        Models models = Models.of(environment, model, contextWindow)
                .orElseThrow(() -> new IllegalStateException(
                        "no model to talk to: set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or"
                                + " OLLAMA_BASE_URL, or start with --replay"));
        try (KeptChats kept = inMemory ? KeptChats.inMemory() : KeptChats.in(file);
                Console console = new Console(terminals.call());
                SessionCompressor compressor = compressor(console, models.policy(), models, kept.store())) {
            CompressingChatMemory memory = memory(compressor);
            Assistant assistant = assistant(memory)
                    .streamingChatModel(memory.guard(models.streaming()))
                    .systemMessage(
                            "You are a helpful assistant in a terminal: answer in plain text, without Markdown. Use your"
                                    + " tools for the time.")
                    .tools(new Tools(clock))
                    .build();
            console.line(models + "; " + kept + "; /help lists the commands.");
            long before = memory.conversation().status().messages();
            if (before > 0) {
                console.line("It goes on after " + before + " messages; /new begins another.");
            }
            new Commands(console, memory)
                    .run(() -> "you> ", line -> ask(assistant, memory, console, line.strip()), () -> {});
        }
        return CommandLine.ExitCode.OK;
    }

    /** Asks and shows the answer as it comes; false if there is none. */
    private static boolean ask(Assistant assistant, CompressingChatMemory memory, Console console, String question) {
        if (question.isEmpty()) {
            return true;
        }
        StringBuilder said = new StringBuilder();
        CompletableFuture<Void> end = new CompletableFuture<>();
        console.beginAnswer();
        boolean answered = console.interruptibly(stop -> {
            try {
                assistant
                        .answer(question)
                        .onPartialResponseWithContext((piece, context) -> {
                            if (stop.getAsBoolean()) {
                                end.cancel(false);
                                context.streamingHandle().cancel();
                            } else {
                                said.append(piece.text());
                                console.answer(piece.text());
                            }
                        })
                        .beforeToolExecution(call -> console.faint("  > "
                                + call.request().name() + " " + call.request().arguments()))
                        .onToolExecuted(call -> console.faint("  < " + call.result()))
                        .onCompleteResponse(response -> end.complete(null))
                        .onError(end::completeExceptionally)
                        .start();
                end.join();
                return true;
            } catch (CancellationException e) {
                console.faint("(interrupted)");
            } catch (CompletionException e) {
                console.error("no answer: " + why(e.getCause()));
            } catch (RuntimeException e) {
                console.error("no answer: " + why(e));
            }
            return false;
        });
        if (!answered) {
            // What the user has seen is remembered, so that the chat goes on validly.
            memory.conversation().framework().interrupted(said.toString());
        }
        console.endAnswer();
        return answered;
    }

    /** The outermost message that a failure has. */
    private static String why(@Nullable Throwable failure) {
        Throwable thrown = failure;
        while (thrown != null && thrown.getMessage() == null) {
            thrown = thrown.getCause();
        }
        return thrown == null ? "the connection failed" : String.valueOf(thrown.getMessage());
    }
}
