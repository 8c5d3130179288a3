package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.SessionCompressor;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Shows what the {@link SessionCompressor} beans count in one set of {@link TotalMeters}, from when the first of them is made: a registry has each
 * meter once.
 *
 * <p>Asking for the beans instead would make them in applications that do not use them. Safe for use by many threads.
 */
final class MeteredCompressors implements BeanPostProcessor {
    private final ObjectProvider<MeterRegistry> registries;
    private final List<SessionCompressor> compressors = new CopyOnWriteArrayList<>();
    /** Those that have the meters: to ask for them once more would be a warning of the registry's. */
    private final Set<MeterRegistry> bound = ConcurrentHashMap.newKeySet();
    /** Registries hold what they read from weakly. */
    private final TotalMeters meters = new TotalMeters(compressors);

    MeteredCompressors(ObjectProvider<MeterRegistry> registries) {
        this.registries = registries;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof SessionCompressor compressor) {
            compressors.add(compressor);
            SessionCompressionMetricsAutoConfiguration.chosen(registries).stream()
                    .filter(bound::add)
                    .forEach(meters::bindTo);
        }
        return bean;
    }
}
