package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Counts what the library does in whatever meter registry the application has. */
@AutoConfiguration(after = SessionCompressionAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
final class SessionCompressionMetricsAutoConfiguration {
    SessionCompressionMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    EventMeters sessionCompressionEventMeters(ObjectProvider<MeterRegistry> registries) {
        return new EventMeters(chosen(registries));
    }

    @Bean
    static MeteredCompressors sessionCompressionMeteredCompressors(ObjectProvider<MeterRegistry> registries) {
        return new MeteredCompressors(registries);
    }

    /** The one that stands for all of them, else each. */
    static List<MeterRegistry> chosen(ObjectProvider<MeterRegistry> registries) {
        MeterRegistry unique = registries.getIfUnique();
        return unique == null ? registries.orderedStream().toList() : List.of(unique);
    }
}
