package io.github.sessioncompression.spring.boot.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** Names the observation of a compression and its key values; a bean of this type replaces the default one. */
public interface CompressionObservationConvention extends ObservationConvention<CompressionObservationContext> {
    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof CompressionObservationContext;
    }
}
