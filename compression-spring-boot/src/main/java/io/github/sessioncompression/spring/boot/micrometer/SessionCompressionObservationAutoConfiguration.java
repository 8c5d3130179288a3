package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.spring.boot.SessionCompressorCustomizer;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Observes each compression in the application's observation registry, if it has one. */
@AutoConfiguration(after = SessionCompressionAutoConfiguration.class)
@ConditionalOnClass(ObservationRegistry.class)
final class SessionCompressionObservationAutoConfiguration {
    SessionCompressionObservationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    CompressionObservations sessionCompressionObservations(ObjectProvider<ObservationRegistry> registry) {
        return new CompressionObservations(registry.getIfUnique(() -> ObservationRegistry.NOOP));
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SessionCompressorCustomizer sessionCompressionTaskDecorator(CompressionObservations observations) {
        return builder -> builder.taskDecorator(observations::within);
    }
}
