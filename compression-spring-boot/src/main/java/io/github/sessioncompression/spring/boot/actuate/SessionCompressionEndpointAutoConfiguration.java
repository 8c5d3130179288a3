package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.spring.boot.BootSettings;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.spring.boot.Settings;
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
    SessionCompressionEndpoint sessionCompressionEndpoint(SessionCompressor compressor, Settings settings) {
        return new SessionCompressionEndpoint(compressor, settings.get(BootSettings.SHOW_CONTENTS));
    }
}
