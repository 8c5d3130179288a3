package io.github.sessioncompression.langchain4j.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * True if {@code state.history-tools} is switched on by any property, for all conversations or for some.
 *
 * <p>AI services are wired by bean definitions, before any policy is made; if nothing is switched on, they must be wired as if this
 * library knew no tools.
 */
final class OnHistoryTools implements Condition {
    private static final ConfigurationPropertyName ALL =
            ConfigurationPropertyName.of(CompressionPolicy.PREFIX + "state.history-tools");
    private static final ConfigurationPropertyName ONE =
            ConfigurationPropertyName.of(CompressionPolicy.PREFIX + "conversations");
    private static final String KEY = ALL.getLastElement(Form.UNIFORM);

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(context.getEnvironment())
                                .spliterator(),
                        false)
                .anyMatch(OnHistoryTools::switchesOn);
    }

    private static boolean switchesOn(ConfigurationPropertySource source) {
        return isOn(source, ALL)
                || (source instanceof IterableConfigurationPropertySource names
                        && names.stream()
                                .filter(name -> ONE.isAncestorOf(name)
                                        && name.getLastElement(Form.UNIFORM).equals(KEY))
                                .anyMatch(name -> isOn(source, name)));
    }

    private static boolean isOn(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        String value = property == null ? "" : String.valueOf(property.getValue());
        return !value.isBlank() && !value.equals("false");
    }
}
