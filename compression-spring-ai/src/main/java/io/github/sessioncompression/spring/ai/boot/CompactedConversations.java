package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.state.StateEnvelope;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.observation.ChatModelObservationContext;

/**
 * Marks observations of model calls whose request carries a state, by OpenTelemetry's {@value #COMPACTED}.
 *
 * <p>The mark is {@code true} or absent, and of high cardinality, so that it is on spans and no tag of a meter.
 */
final class CompactedConversations implements ObservationFilter {
    static final String COMPACTED = "gen_ai.conversation.compacted";

    private static final String TAG = "<session_state ";

    @Override
    public Observation.Context map(Observation.Context context) {
        return context instanceof ChatModelObservationContext call
                        && call.getRequest().getInstructions().stream().anyMatch(CompactedConversations::carriesState)
                ? context.addHighCardinalityKeyValue(KeyValue.of(COMPACTED, "true"))
                : context;
    }

    private static boolean carriesState(Message message) {
        String text = message.getText();
        if (text == null) {
            return false;
        }
        // In a system prompt other text may precede it.
        int at = message.getMessageType() == MessageType.SYSTEM ? text.lastIndexOf(TAG) : 0;
        return at >= 0 && StateEnvelope.holds(text.substring(at));
    }
}
