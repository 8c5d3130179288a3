package io.github.sessioncompression.langchain4j.boot;

import dev.langchain4j.spring.LangChain4jAutoConfig;
import io.github.sessioncompression.langchain4j.boot.service.ServicePackage;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications as tests start them; each test says which models and properties its own has. */
final class Applications {
    private Applications() {}

    /** One with nothing but what this module and the shared one set up. */
    static ApplicationContextRunner bare() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SessionCompressionAutoConfiguration.class, LangChain4jCompressionAutoConfiguration.class));
    }

    /** One with LangChain4j's starter, too, and with an AI service. */
    static ApplicationContextRunner withStarter() {
        return bare().withConfiguration(AutoConfigurations.of(LangChain4jAutoConfig.class))
                .withUserConfiguration(ServicePackage.class);
    }

    /** The same application with a small window, and a compression model that is asked once. */
    static ApplicationContextRunner windowed(ApplicationContextRunner application) {
        return application.withPropertyValues(
                "session-compression.context-window=4000", "session-compression.model.retries=0");
    }
}
