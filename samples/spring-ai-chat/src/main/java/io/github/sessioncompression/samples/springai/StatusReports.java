package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.state.StateDocument;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Makes {@link StatusReport}s. Safe for use by many threads. */
@Component
class StatusReports {
    /**
     * Status of a chat as the page shows it. Tokens are the library's count, corrected by what the provider reports.
     *
     * @param model the model's name; empty for the demo
     * @param whatToSet settings that lead to a model, empty if there is one
     * @param coveredMessages number of messages in the state
     * @param state the state's fields; empty before the first compression
     * @param notices events, oldest first
     * @param outcome result of a request that no notice tells of; empty if there is none
     */
    record StatusReport(
            String model,
            List<String> whatToSet,
            String compressedBy,
            int tokens,
            int systemTokens,
            int stateTokens,
            int messageTokens,
            int triggerTokens,
            int windowTokens,
            boolean compressing,
            long messages,
            long coveredMessages,
            long compressions,
            long savedTokens,
            long broughtBack,
            Map<String, List<String>> state,
            List<String> notices,
            String outcome) {}

    private final SessionCompressor compressor;
    private final EventLog events;
    private final Map<String, Beginning> beginnings = new ConcurrentHashMap<>();
    private final String model;
    private final List<String> whatToSet;
    private final String compressedBy;

    StatusReports(SessionCompressor compressor, EventLog events, ChatModel model, Environment environment) {
        this.compressor = compressor;
        this.events = events;
        String missing = environment.getProperty(ModelChoice.WHAT_TO_SET, "");
        this.whatToSet = missing.lines().toList();
        this.model = whatToSet.isEmpty()
                ? Objects.requireNonNullElse(model.getOptions().getModel(), "")
                : "";
        this.compressedBy = environment
                        .getProperty("session-compression.compression-model", "none")
                        .equals("none")
                ? "offline, without a model"
                : "by the model";
    }

    StatusReport of(String conversationId) {
        return of(conversationId, "");
    }

    /** The status after a compression that the user has asked for. */
    StatusReport after(Outcome outcome, String conversationId) {
        if (outcome instanceof Outcome.Unchanged unchanged) {
            return of(
                    conversationId,
                    switch (unchanged.why()) {
                        case NOT_NEEDED, NOTHING_TO_GAIN -> "There is nothing older to compress yet.";
                        case DISABLED -> "Compression is switched off.";
                        case BUSY -> "A compression is running already.";
                        case DISCARDED -> "The chat went on meanwhile, so the result was thrown away.";
                    });
        }
        boolean failed = outcome instanceof Outcome.Failed;
        return of(conversationId, failed ? "The compression failed; the chat is as it was." : "");
    }

    /** Counts of a conversation over all its sessions. */
    private record Counts(long compressions, long saved, long broughtBack) {
        private static final Counts NONE = new Counts(0, 0, 0);

        static Counts of(CompressionStats stats) {
            return new Counts(stats.compressions(), stats.tokensSaved(), stats.broughtBack());
        }

        Counts minus(Counts before) {
            return new Counts(
                    compressions - before.compressions, saved - before.saved, broughtBack - before.broughtBack);
        }
    }

    /** The counts of a conversation when its current session began. */
    private record Beginning(String session, Counts counts) {}

    /** Counts of the current session alone; what was noted of the one before is forgotten. */
    private Counts ofSession(Conversation conversation, Counts now) {
        String session = conversation.sessions().current().id();
        Beginning beginning = beginnings.compute(conversation.id(), (id, known) -> {
            if (known == null) {
                return new Beginning(session, Counts.NONE);
            }
            if (!known.session().equals(session)) {
                events.forget(id);
                return new Beginning(session, now);
            }
            return known;
        });
        return now.minus(beginning.counts());
    }

    /** Forgets what was counted before a session was deleted. */
    void forget(String conversationId) {
        beginnings.remove(conversationId);
        events.forget(conversationId);
    }

    private StatusReport of(String conversationId, String outcome) {
        Conversation conversation = compressor.conversation(conversationId);
        Status status = conversation.status();
        Counts counts = ofSession(conversation, Counts.of(status.stats()));
        return new StatusReport(
                model,
                whatToSet,
                compressedBy,
                status.contextTokens(),
                status.systemTokens(),
                status.stateTokens(),
                status.contextTokens() - status.systemTokens() - status.stateTokens(),
                status.triggerTokens(),
                status.contextWindow(),
                status.compressing(),
                status.messages(),
                status.messages() - status.activeMessages(),
                counts.compressions(),
                counts.saved(),
                counts.broughtBack(),
                status.state().map(StateDocument::texts).orElse(Map.of()),
                events.of(conversationId),
                outcome);
    }
}
