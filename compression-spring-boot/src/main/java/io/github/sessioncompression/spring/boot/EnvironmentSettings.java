package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.settings.InvalidSettingsException.Given;
import io.github.sessioncompression.settings.SettingsSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What a Spring environment has, as Spring Boot binds it. */
final class EnvironmentSettings implements SettingsSource {
    private static final Bindable<String> TEXT = Bindable.of(String.class);
    private static final Bindable<List<String>> LIST = Bindable.listOf(String.class);
    private static final Bindable<Map<String, String>> FAMILY = Bindable.mapOf(String.class, String.class);
    private static final Bindable<Map<String, Map<String, String>>> FAMILIES = Bindable.of(
            ResolvableType.forClassWithGenerics(Map.class, ResolvableType.forClass(String.class), FAMILY.getType()));

    private final ConfigurableEnvironment environment;
    private final Binder binder;

    EnvironmentSettings(ConfigurableEnvironment environment) {
        this.environment = environment;
        this.binder = Binder.get(environment);
    }

    @Override
    public @Nullable Given find(String key) {
        return found(key, TEXT, text -> text);
    }

    @Override
    public @Nullable Given findList(String key) {
        return found(key, LIST, values -> String.join(", ", values));
    }

    private <T> @Nullable Given found(String key, Bindable<T> type, Function<T, String> written) {
        Origins origins = new Origins();
        return binder.bind(ConfigurationPropertyName.of(key), type, origins)
                .map(value -> new Given(key, written.apply(value), origins.any()))
                .orElse(null);
    }

    @Override
    public Map<String, Given> below(String key) {
        Map<String, Given> found = new LinkedHashMap<>();
        Origins origins = new Origins();
        binder.bind(ConfigurationPropertyName.of(key), FAMILY, origins)
                .ifBound(values -> values.forEach((element, value) ->
                        found.put(element, new Given(key + "." + element, value, origins.of(key + "." + element)))));
        return found;
    }

    @Override
    public Map<String, Map<String, Given>> groupsBelow(String key) {
        Map<String, Map<String, Given>> found = new LinkedHashMap<>();
        Origins origins = new Origins();
        binder.bind(ConfigurationPropertyName.of(key), FAMILIES, origins)
                .ifBound(groups -> groups.forEach((group, values) -> {
                    Map<String, Given> own = found.computeIfAbsent(group, name -> new LinkedHashMap<>());
                    values.forEach((rest, value) -> {
                        String shown = key + "[" + group + "]." + rest;
                        own.put(rest, new Given(shown, value, origins.of(shown)));
                    });
                }));
        return found;
    }

    @Override
    public List<Given> listed() {
        List<Given> all = new ArrayList<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> listed
                    && !(source instanceof SystemEnvironmentPropertySource)) {
                for (String key : listed.getPropertyNames()) {
                    Origin origin = OriginLookup.getOrigin(source, key);
                    all.add(new Given(
                            key, String.valueOf(listed.getProperty(key)), origin == null ? null : origin.toString()));
                }
            }
        }
        return all;
    }

    /** Remembers where values were found, and takes a group that is empty for one that is not there. */
    private static final class Origins extends AbstractBindHandler {
        private final Map<ConfigurationPropertyName, Origin> found = new HashMap<>();

        @Override
        public Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            ConfigurationProperty property = context.getConfigurationProperty();
            if (property != null && property.getOrigin() != null) {
                found.put(property.getName(), property.getOrigin());
            }
            return result;
        }

        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
                throws Exception {
            ConfigurationProperty property = context.getConfigurationProperty();
            if (property != null
                    && property.getName().equals(name)
                    && String.valueOf(property.getValue()).isBlank()) {
                return null;
            }
            throw error;
        }

        @Nullable
        String any() {
            return found.values().stream().findFirst().map(Origin::toString).orElse(null);
        }

        @Nullable
        String of(String key) {
            Origin origin = found.get(ConfigurationPropertyName.adapt(key, '.'));
            return origin == null ? null : origin.toString();
        }
    }
}
