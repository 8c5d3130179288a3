package io.github.sessioncompression.samples.langchain4j;

import static io.github.sessioncompression.samples.langchain4j.Text.count;
import static io.github.sessioncompression.samples.langchain4j.Text.number;

import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Outcome.Unchanged;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.event.CompressionStats.ModelUsage;
import io.github.sessioncompression.state.StateDocument;
import java.util.List;
import java.util.Optional;

/** Status, state and outcomes in words. */
final class StatusText {
    private static final int MAX_CHARACTERS = 400;

    private StatusText() {}

    /** Where a chat stands, one line each. */
    static List<String> of(Status status) {
        CompressionStats stats = status.stats();
        long covered = status.messages() - status.activeMessages();
        return List.of(
                row("chat", status.conversationId() + (status.enabled() ? "" : ", compression is off")),
                row(
                        "messages",
                        number(status.messages()) + ", of which " + number(covered) + " are in the state and "
                                + number(status.activeMessages()) + " are sent"),
                row(
                        "context",
                        number(status.contextTokens()) + " tokens: system prompt " + number(status.systemTokens())
                                + ", state " + number(status.stateTokens()) + ", messages "
                                + number(status.historyTokens() - status.toolTokens()) + ", tool results "
                                + number(status.toolTokens())),
                row(
                        "limits",
                        "compression at " + number(status.triggerTokens()) + ", hard limit "
                                + number(status.hardLimitTokens()) + ", window " + number(status.contextWindow())),
                row(
                        "so far",
                        count(stats.compressions(), "compression") + ", " + count(stats.prunings(), "pruning") + ", "
                                + number(stats.tokensSaved()) + " tokens saved"),
                row("reported", usage(stats.chatUsage())),
                row("compressing", usage(stats.modelUsage())));
    }

    private static String usage(ModelUsage usage) {
        long in = usage.inputTokens() + usage.cacheReadTokens() + usage.cacheCreationTokens();
        return count(usage.calls(), "model call") + ", " + number(in) + " tokens in ("
                + number(usage.cacheReadTokens()) + " from the provider's cache), " + number(usage.outputTokens())
                + " out";
    }

    private static String row(String name, String text) {
        return String.format("  %-12s %s", name, text);
    }

    /** The state, one line for each thing it says. */
    static String of(StateDocument state) {
        StringBuilder text = new StringBuilder();
        state.texts().forEach((name, said) -> {
            text.append("  ").append(name).append('\n');
            said.forEach(item -> text.append("    - ")
                    .append(Text.line(item, MAX_CHARACTERS))
                    .append('\n'));
        });
        return text.toString().stripTrailing();
    }

    /** What a command came to, where no notice says it. */
    static Optional<String> of(Outcome outcome) {
        if (outcome instanceof Unchanged unchanged) {
            return Optional.of(
                    switch (unchanged.why()) {
                        case NOT_NEEDED -> "Nothing to do: the context is small enough.";
                        case NOTHING_TO_GAIN -> "Nothing to do: there is nothing older that could be made smaller.";
                        case DISABLED -> "Compression is switched off.";
                        case BUSY -> "A compression of this chat is running already.";
                        case DISCARDED -> "The chat went on meanwhile, so the result was thrown away.";
                    });
        } else if (outcome instanceof Outcome.Failed failed) {
            return Optional.of("The compression failed (" + failed.cause() + "); the chat is as it was.");
        }
        return Optional.empty();
    }
}
