package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.settings.ConversationPatterns;
import io.github.sessioncompression.settings.InvalidSettingsException;
import io.github.sessioncompression.settings.InvalidSettingsException.Fault;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SettingsReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.AbstractThrowableAssert;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** An environment with settings in it. */
abstract class SettingsFixture {
    private final StandardEnvironment environment = new StandardEnvironment();
    final Map<String, Object> variables = new LinkedHashMap<>();
    private final Map<String, Object> properties = new LinkedHashMap<>();

    SettingsFixture() {
        MutablePropertySources sources = environment.getPropertySources();
        sources.forEach(source -> sources.remove(source.getName()));
        sources.addLast(new SystemEnvironmentPropertySource("systemEnvironment", variables));
        sources.addLast(new MapPropertySource("properties", properties));
        ConfigurationPropertySources.attach(environment);
    }

    void set(String key, String value) {
        properties.put(key, value);
    }

    Settings read() {
        return new SettingsReader(new EnvironmentSettings(environment)).read();
    }

    AbstractThrowableAssert<?, ? extends Throwable> assertRefused() {
        return assertThatThrownBy(this::read).isInstanceOf(InvalidSettingsException.class);
    }

    List<Fault> faults() {
        try {
            read();
        } catch (InvalidSettingsException e) {
            return e.faults();
        }
        return List.of();
    }

    static CompressionPolicy policy(ConversationPatterns conversations, String id) {
        return Objects.requireNonNull(conversations.apply(id));
    }

    static double triggerRatio(ConversationPatterns conversations, String id) {
        return policy(conversations, id).triggerRatio();
    }
}
