package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SharedSettings;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Contributes the actuator endpoint where the application has the actuator and exposes it. */
@AutoConfiguration(after = SessionCompressionAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(endpoint = SessionCompressionEndpoint.class)
@ConditionalOnBean({SessionCompressor.class, Settings.class})
final class SessionCompressionEndpointAutoConfiguration {
    SessionCompressionEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    SessionCompressionEndpoint sessionCompressionEndpoint(ConfigurableListableBeanFactory beans, Settings settings) {
        return new SessionCompressionEndpoint(() -> inUse(beans), settings.get(SharedSettings.SHOW_CONTENTS));
    }

    /** Asking for the bean would make it in applications that do not use it. */
    private static Optional<SessionCompressor> inUse(ConfigurableListableBeanFactory beans) {
        return Arrays.stream(beans.getBeanNamesForType(SessionCompressor.class, true, false))
                .filter(beans::containsSingleton)
                .map(name -> beans.getBean(name, SessionCompressor.class))
                .findFirst();
    }
}
