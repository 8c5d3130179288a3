package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.SessionCompressor;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
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
    /** Meters by registry: a registry holds what it reads from weakly, and warns of a meter that is registered twice. */
    private final Map<MeterRegistry, TotalMeters> meters = new ConcurrentHashMap<>();

    MeteredCompressors(ObjectProvider<MeterRegistry> registries) {
        this.registries = registries;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof SessionCompressor compressor) {
            compressors.add(compressor);
            for (MeterRegistry registry : SessionCompressionMetricsAutoConfiguration.chosen(registries)) {
                TotalMeters made = new TotalMeters(registry, compressors);
                if (meters.putIfAbsent(registry, made) == null) {
                    made.bind();
                }
            }
        }
        return bean;
    }
}
