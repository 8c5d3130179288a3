package io.github.sessioncompression.samples.langchain4j;

/** What to set so that there is a model to talk to. */
final class MissingKey {
    private MissingKey() {}

    /** Nothing says which provider to use. */
    static String ofAny() {
        StringBuilder text = new StringBuilder("There is no model to talk to yet. Set one of these and start again:\n");
        for (Provider provider : Provider.values()) {
            String set = provider.needsKey()
                    ? "export " + provider.keyVariable() + "=..."
                    : "export " + provider.baseUrlVariable() + "=" + provider.defaultBaseUrl();
            text.append(String.format("  %-48s %s%n", set, provider.title() + ", " + provider.defaultModel()));
        }
        return text.append("A server that speaks OpenAI's language needs no key: --provider openai --base-url URL "
                        + "--model NAME --context-window TOKENS")
                .toString();
    }

    /** That provider was asked for. */
    static String of(Provider provider) {
        return "The key for " + provider.title() + " is missing. Set it and start again:\n  export "
                + provider.keyVariable() + "=...\nor put a line api-key=... into a file and name it with --config.";
    }
}
