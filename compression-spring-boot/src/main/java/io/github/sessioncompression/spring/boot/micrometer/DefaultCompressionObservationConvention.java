package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.spring.boot.micrometer.CompressionObservationDocumentation.HighCardinalityKeys;
import io.github.sessioncompression.spring.boot.micrometer.CompressionObservationDocumentation.LowCardinalityKeys;
import io.micrometer.common.KeyValues;

/** The convention where the application has none of its own; its key values tell nothing that was said, and no id. */
public class DefaultCompressionObservationConvention implements CompressionObservationConvention {
    /** The observation's name. */
    public static final String NAME = "session.compression";

    /** A convention to use or to build upon. */
    public DefaultCompressionObservationConvention() {}

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public String getContextualName(CompressionObservationContext context) {
        return "compress session";
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(CompressionObservationContext context) {
        return KeyValues.of(
                LowCardinalityKeys.REASON.withValue(
                        EventMeters.written(context.started().reason().name())),
                LowCardinalityKeys.OUTCOME.withValue(outcome(context)),
                LowCardinalityKeys.FAILURE.withValue(context.failed()
                        .map(StageFailed::failure)
                        .map(EventMeters::written)
                        .orElse("none")));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(CompressionObservationContext context) {
        KeyValues before = KeyValues.of(HighCardinalityKeys.TOKENS_BEFORE.withValue(
                String.valueOf(context.started().contextTokens())));
        return context.finished().map(finished -> before.and(after(finished))).orElse(before);
    }

    private static KeyValues after(StageFinished finished) {
        return KeyValues.of(
                HighCardinalityKeys.TOKENS_AFTER.withValue(String.valueOf(finished.tokensAfter())),
                HighCardinalityKeys.MESSAGES.withValue(String.valueOf(finished.affected())));
    }

    private static String outcome(CompressionObservationContext context) {
        if (context.finished().isPresent()) {
            return "compressed";
        }
        if (context.discarded()) {
            return "discarded";
        }
        return context.failed().isPresent() ? "failed" : "running";
    }
}
