package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.SessionCompressor;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Gives each {@link SessionCompressor} bean its {@link TotalMeters} when it is made.
 *
 * <p>Asking for the bean instead would make it in applications that do not use it. Safe for use by many threads.
 */
final class MeteredCompressors implements BeanPostProcessor {
    private final ObjectProvider<MeterRegistry> registries;
    /** Registries hold what they read from weakly. */
    private final List<TotalMeters> held = new CopyOnWriteArrayList<>();

    MeteredCompressors(ObjectProvider<MeterRegistry> registries) {
        this.registries = registries;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof SessionCompressor compressor) {
            TotalMeters meters = new TotalMeters(compressor);
            SessionCompressionMetricsAutoConfiguration.chosen(registries).forEach(meters::bindTo);
            held.add(meters);
        }
        return bean;
    }
}
