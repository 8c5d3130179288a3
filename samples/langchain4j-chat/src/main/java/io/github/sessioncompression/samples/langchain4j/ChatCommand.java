package io.github.sessioncompression.samples.langchain4j;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options. Not safe for use by many threads. */
@Command(
        name = "chat",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 100,
        description = {
            "",
            "A chat in the terminal on LangChain4j whose memory is compressed when it gets long: type and see the gauge move."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nEnvironment:%n",
        footer = {
            "  OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY   the key; the first that is set chooses the provider",
            "  OPENAI_BASE_URL, OLLAMA_BASE_URL, ...               another server",
            "  OPENAI_MODEL, ANTHROPIC_MODEL, ...                  another model",
            "",
            "Examples:",
            "  chat --context-window 8000",
            "      a small window, so that compression is soon to be seen",
            "  chat --provider ollama --model qwen3 --context-window 16000",
            "  chat --replay",
            "      the bundled chat through the same memory: no key, no network",
            "",
            "Exit codes: 0 done, 1 a fault of the program, 2 bad options, or no key"
        })
final class ChatCommand implements Callable<Integer> {
    private final Starter starter;

    @Option(names = "--provider", paramLabel = "NAME", description = "openai, anthropic, gemini or ollama.")
    private @Nullable String provider;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The model. Default: a small one of the provider's; for Ollama say which one you have.")
    private @Nullable String model;

    @Option(names = "--base-url", paramLabel = "URL", description = "Where the provider, or a server like it, is.")
    private @Nullable String baseUrl;

    @Option(
            names = "--context-window",
            paramLabel = "TOKENS",
            description =
                    "The model's context window, or less to see compression sooner. Default: what is known of the "
                            + "model; 8192 with Ollama; 16000 for the bundled chat.")
    private @Nullable String contextWindow;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "A properties file with provider, model, base-url, api-key and session-compression.* settings.")
    private @Nullable String config;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            arity = "1..*",
            description = "Any setting session-compression.*; the prefix may be left out.")
    private List<String> set = new ArrayList<>();

    @Option(
            names = "--offline-states",
            description = "Write the states without a model: the offline compiler costs nothing.")
    private boolean offlineStates;

    @Option(names = "--replay", description = "Replay the bundled chat, offline.")
    private boolean replay;

    ChatCommand(Starter starter) {
        this.starter = starter;
    }

    /** Goes on from here with what the options say. */
    interface Starter {
        /** Runs the chat; returns the exit code. */
        int start(SetupReader.Options options, boolean replay) throws Exception;
    }

    @Override
    public Integer call() throws Exception {
        return starter.start(
                new SetupReader.Options(provider, model, baseUrl, contextWindow, config, set, offlineStates), replay);
    }
}
