package io.github.sessioncompression.replay;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options, and the order in which things are done. Not safe for use by many threads. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false,
        usageHelpWidth = 100,
        customSynopsis = {
            "replay [--transcript FILE|-] [--context-window TOKENS] [--state-tokens N] [--final-compress]",
            "              [--framework NAME] [--compressor NAME] [--judge NAME [--questions N]]",
            "              [--model NAME] [--base-url URL]",
            "              [--set KEY=VALUE ...] [--out DIR] [--quiet]"
        },
        description = {
            "",
            "Replays a chat through Session Compression as an application would run it: appends message by message, "
                    + "takes the view before every assistant message, and reports what was kept, dropped and paid."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  replay",
            "      the bundled chat; then open replay-out/report.html",
            "  replay --transcript chat.json --context-window 32000 --out result",
            "  replay --transcript - --final-compress --state-tokens 2000 < chat.jsonl",
            "  replay --framework langchain4j",
            "  OPENAI_API_KEY=... replay --compressor openai --model gpt-4o",
            "  OPENAI_API_KEY=... replay --judge openai --questions 20",
            "  replay --set trigger-ratio=0.6 target-ratio=0.3 --set 'keep-recent=2 turns'",
            "",
            "Files in the output directory:",
            "  context.json   the messages that would be sent at the end, OpenAI chat format",
            "  state.json     the state, {} if there is none",
            "  turns.csv      one line for each model call",
            "  report.html    charts, state and savings on one page",
            "  judge.jsonl    with --judge: questions, answers and grades, one per line",
            "",
            "Exit codes: 0 done, 1 a fault of the program, 2 bad options or input, 3 a state that does not quote the chat,",
            "            4 no question could be graded"
        })
final class ReplayCommand implements Callable<Integer> {
    static final int NOT_VERBATIM = 3;
    private static final int NOT_GRADED = 4;
    private static final int MOST_QUESTIONS = 200;
    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    private final InputStream in;
    private final Map<String, String> environment;
    private final LongSupplier nanos;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--transcript",
            paramLabel = "FILE|-",
            description =
                    "The chat in OpenAI format: an array of messages, {\"messages\": [...]} or JSON Lines; - reads "
                            + "standard input. Default: a bundled chat about support and coding.")
    private @Nullable String transcript;

    @Option(
            names = "--context-window",
            paramLabel = "TOKENS",
            description = "The model's context window. Default: " + Settings.BUNDLED_WINDOW + " for the bundled chat, "
                    + Settings.WINDOW + " for another.")
    private @Nullable String contextWindow;

    @Option(
            names = "--state-tokens",
            paramLabel = "N",
            description = "The most tokens the state may take. Default: what the target leaves, at most 16000.")
    private @Nullable String stateTokens;

    @Option(
            names = "--final-compress",
            description = "At the end compress everything but the last turn, whatever the context's size,"
                    + " and of that all but its question and its last answered tool calls.")
    private boolean finalCompress;

    @Option(
            names = "--compressor",
            paramLabel = "NAME",
            defaultValue = Compressor.OFFLINE_NAME,
            description =
                    "What writes the states: ${DEFAULT-VALUE}, which needs no model and no network, or a model of openai, "
                            + "anthropic, gemini or ollama; the key is in OPENAI_API_KEY, ANTHROPIC_API_KEY or "
                            + "GEMINI_API_KEY. Default: ${DEFAULT-VALUE}")
    private String compressor = Compressor.OFFLINE_NAME;

    @Option(
            names = "--judge",
            paramLabel = "NAME",
            description =
                    "A model of openai, anthropic, gemini or ollama asks what the last state still tells: it draws questions from the messages "
                            + "that the state covers, answers them from the state alone and from as many tokens of the last of those messages, and grades both.")
    private @Nullable String judge;

    @Option(
            names = "--questions",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many questions a judge draws, 1 to " + MOST_QUESTIONS + ". Default: ${DEFAULT-VALUE}")
    private int questions = 20;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The model that writes the states, judges, or both. Default: a small one of the provider's.")
    private @Nullable String model;

    @Option(names = "--base-url", paramLabel = "URL", description = "Where the provider, or a server like it, is.")
    private @Nullable String baseUrl;

    @Option(
            names = "--framework",
            paramLabel = "NAME",
            defaultValue = "none",
            description =
                    "Framework whose chat memory and guarded model the messages go through: langchain4j, spring-ai, or none for the library alone. "
                            + "Default: ${DEFAULT-VALUE}")
    private String framework = "none";

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            arity = "1..*",
            description = "Any setting session-compression.*; the prefix may be left out. May be given several times.")
    private List<String> set = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "replay-out",
            description = "Where the files go; made if missing, other files in it stay. Default: ${DEFAULT-VALUE}")
    private String out = "replay-out";

    @Option(names = "--quiet", description = "Print nothing but errors.")
    private boolean quiet;

    ReplayCommand(InputStream in, Map<String, String> environment, LongSupplier nanos) {
        this.in = in;
        this.environment = environment;
        this.nanos = nanos;
    }

    @Override
    public Integer call() throws Exception {
        if (quiet && System.getProperty(LOG_LEVEL) == null) {
            // Before the first logger is made; whoever asked for a level of their own gets it.
            System.setProperty(LOG_LEVEL, "error");
        }
        Framework through = Framework.named(framework);
        OutputFiles files = OutputFiles.in(out);
        CompressionPolicy policy = Settings.policy(transcript == null, contextWindow, stateTokens, set);
        Judge judging = judge(policy);
        boolean isOnlyJudge = judging != null && compressor.equals(Compressor.OFFLINE_NAME);
        Compressor writer = Compressor.of(
                compressor, isOnlyJudge ? null : model, isOnlyJudge ? null : baseUrl, environment, policy);
        Transcript chat = Transcript.read(transcript, in);
        Replayed replayed = new ReplayLoop(policy, through, writer, nanos).run(chat, finalCompress, (call, view) -> {});
        Map<String, String> texts = OutputFiles.texts(replayed);
        files.write(texts);
        say(SummaryTable.of(replayed, out + ": " + String.join(", ", texts.keySet())));
        int exitCode = exitCode(replayed.verbatim(), spec.commandLine().getErr());
        if (judging == null) {
            return exitCode;
        }
        Judgement judgement = judging.of(replayed);
        files.write(Map.of("judge.jsonl", judgement.json()));
        say(judgement.table());
        return exitCode == CommandLine.ExitCode.OK && judgement.graded().isEmpty() ? NOT_GRADED : exitCode;
    }

    private @Nullable Judge judge(CompressionPolicy policy) throws InputException {
        if (judge == null) {
            return null;
        }
        if (questions < 1 || questions > MOST_QUESTIONS) {
            throw new InputException("--questions must be 1 to " + MOST_QUESTIONS + ", but was " + questions);
        }
        boolean isShared = compressor.equals(Compressor.OFFLINE_NAME) || compressor.equals(judge);
        if (!isShared && (model != null || baseUrl != null)) {
            throw new InputException((model != null ? "--model" : "--base-url")
                    + " is for one provider, but --compressor is " + compressor + " and --judge is " + judge);
        }
        return new Judge(Compressor.asking("--judge", judge, model, baseUrl, environment, policy), questions);
    }

    private void say(String text) {
        if (!quiet) {
            PrintWriter stdout = spec.commandLine().getOut();
            stdout.print(text);
            stdout.flush();
        }
    }

    static int exitCode(@Nullable VerbatimCheck verbatim, PrintWriter err) {
        if (verbatim == null || verbatim.passed()) {
            return CommandLine.ExitCode.OK;
        }
        Replay.say(
                err, "a state does not quote the chat: " + verbatim + "; the first is " + verbatim.firstNotLiteral());
        return NOT_VERBATIM;
    }
}
