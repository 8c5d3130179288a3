package io.github.sessioncompression.samples.springai;

import java.util.List;
import java.util.Map;

/**
 * Status of a chat as the page shows it. Tokens are the library's count, corrected by what the provider reports.
 *
 * @param model the model's name; empty for the demo
 * @param whatToSet settings that lead to a model, empty if there is one
 * @param coveredMessages number of messages in the state
 * @param broughtBackUsed number of messages that came back and of which the answer had something
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
        long broughtBackUsed,
        Map<String, List<String>> state,
        List<String> notices,
        String outcome) {}
