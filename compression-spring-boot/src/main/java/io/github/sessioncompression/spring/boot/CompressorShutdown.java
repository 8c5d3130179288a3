package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.SessionCompressor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Closes the compressor when its application begins to end, while databases and connection factories still work: leases are given back,
 * and another process goes on at once.
 *
 * <p>A connection factory is stopped before any bean is destroyed, so the order of beans alone is not enough.
 */
record CompressorShutdown(ApplicationContext application, ConfigurableListableBeanFactory beans)
        implements ApplicationListener<ContextClosedEvent> {
    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() != application) {
            return;
        }
        for (String name : beans.getBeanNamesForType(SessionCompressor.class, false, false)) {
            if (beans.getSingleton(name) instanceof SessionCompressor compressor) {
                compressor.close();
            }
        }
    }
}
