package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.Outcome;
import java.util.List;
import java.util.Map;

/**
 * What the page shows beside the chat. Tokens are the library's count, corrected by what the provider reports.
 *
 * @param model the model's name; empty for the demo
 * @param whatToSet what to set for a model to talk to, empty if there is one
 * @param compressedBy who writes the states
 * @param tokens the context's size
 * @param systemTokens how many of them are the system prompt's
 * @param stateTokens how many are the state's
 * @param messageTokens how many are the messages'
 * @param triggerTokens above this the context is compressed
 * @param windowTokens the model's window
 * @param compressing whether a compression is running
 * @param messages how many messages there are
 * @param coveredMessages how many of them are in the state
 * @param compressions compressions so far
 * @param savedTokens tokens saved so far
 * @param broughtBack how often something that had left the context came back
 * @param broughtBackUsed how often the answer had something of it
 * @param state the state's fields; empty before the first compression
 * @param notices what happened, oldest first
 * @param outcome what was just done, empty if that is in the notices
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
        long broughtBackUsed,
        Map<String, List<String>> state,
        List<String> notices,
        String outcome) {

    /** This with what was just done, where no notice says it. */
    StatusReport withOutcome(Outcome done) {
        String text = "";
        if (done instanceof Outcome.Unchanged unchanged) {
            text = switch (unchanged.why()) {
                case NOT_NEEDED, NOTHING_TO_GAIN -> "There is nothing older to compress yet.";
                case DISABLED -> "Compression is switched off.";
                case BUSY -> "A compression is running already.";
                case DISCARDED -> "The chat went on meanwhile, so the result was thrown away.";
            };
        } else if (done instanceof Outcome.Failed) {
            text = "The compression failed; the chat is as it was.";
        }
        return new StatusReport(
                model,
                whatToSet,
                compressedBy,
                tokens,
                systemTokens,
                stateTokens,
                messageTokens,
                triggerTokens,
                windowTokens,
                compressing,
                messages,
                coveredMessages,
                compressions,
                savedTokens,
                broughtBack,
                broughtBackUsed,
                state,
                notices,
                text);
    }
}
