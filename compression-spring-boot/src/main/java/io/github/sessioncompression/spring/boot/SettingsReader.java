package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Knob;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Fault;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Given;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.origin.Origin;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Reads all settings from an environment and reports everything that is wrong with them at once.
 *
 * <p>Spring Boot finds the values, however the keys are spelt; what they may be is left to {@link CompressionPolicy#of}.
 */
final class SettingsReader {
    private static final String CHECK = "Correct the value, or remove the setting to get its default.";
    private static final Pattern SEVERAL = Pattern.compile("[0-9]+ faults in the settings:\n- ");
    private static final Pattern POLICY_DURATION = Pattern.compile("[0-9]*(ms|s|m|h)?");
    private static final Bindable<List<String>> LIST = Bindable.listOf(String.class);
    private static final Bindable<Map<String, String>> FAMILY = Bindable.mapOf(String.class, String.class);
    private static final Bindable<Map<String, Map<String, String>>> FAMILIES = Bindable.of(
            ResolvableType.forClassWithGenerics(Map.class, ResolvableType.forClass(String.class), FAMILY.getType()));

    private final ConfigurableEnvironment environment;
    private final Binder binder;
    private final KnownNames policyNames = new KnownNames(CompressionPolicy.knobs());
    private final List<Fault> faults = new ArrayList<>();
    /** Given settings outside the policy, by full key. */
    private final Map<String, Given> others = new TreeMap<>();
    /** Given settings of the policy, by full key. */
    private final Map<String, Given> given = new TreeMap<>();

    SettingsReader(ConfigurableEnvironment environment) {
        this.environment = environment;
        this.binder = Binder.get(environment);
    }

    /**
     * The settings.
     *
     * @throws InvalidSettingsException if a property is unknown, misspelt or out of range, or if two are at odds
     */
    Settings read() {
        List<Knob> knobs = new ArrayList<>(CompressionPolicy.knobs());
        BootSettings.all().forEach(setting -> knobs.add(setting.knob()));
        knobs.add(BootSettings.CONVERSATIONS);
        faults.addAll(new KnownNames(knobs).unknownIn(environment));
        for (Knob knob : CompressionPolicy.knobs()) {
            bind(knob);
        }
        CompressionPolicy policy = policy(given, "");
        Map<Setting<?>, Object> values = new HashMap<>();
        BootSettings.all().forEach(setting -> value(setting, values));
        ConversationPatterns conversations = new ConversationPatterns(policy == null ? Map.of() : conversations());
        if (policy == null || !faults.isEmpty()) {
            throw new InvalidSettingsException(faults);
        }
        boolean describesAPolicy = !given.isEmpty() || !conversations.isEmpty();
        Map<String, Given> all = new HashMap<>(given);
        all.putAll(others);
        return new Settings(policy, conversations, values, all, describesAPolicy);
    }

    private void bind(Knob knob) {
        ConfigurationPropertyName name = KnownNames.name(knob);
        Origins origins = new Origins();
        if (KnownNames.isFamily(knob)) {
            binder.bind(name, FAMILY, origins)
                    .ifBound(values -> values.forEach((element, value) -> {
                        String key = KnownNames.familyPrefix(knob) + element;
                        give(key, value, origins.of(key));
                    }));
        } else {
            give(knob.key(), text(knob, origins), origins.any());
        }
    }

    /** The text of a setting, the elements of a list joined; empty if none is set. */
    private String text(Knob knob, Origins origins) {
        ConfigurationPropertyName name = KnownNames.name(knob);
        return KnownNames.isList(knob)
                ? binder.bind(name, LIST, origins)
                        .map(values -> String.join(", ", values))
                        .orElse("")
                : binder.bind(name, Bindable.of(String.class), origins).orElse("");
    }

    /** Remembers a value of the policy; an empty one is as good as none, so that a placeholder may come out empty. */
    private void give(String key, String value, @Nullable Origin origin) {
        if (!value.isBlank()) {
            given.put(key, new Given(key, value, origin));
        }
    }

    private void value(Setting<?> setting, Map<Setting<?>, Object> values) {
        Knob knob = setting.knob();
        Origins origins = new Origins();
        String text = text(knob, origins).strip();
        if (text.isEmpty()) {
            return;
        }
        Given found = new Given(knob.key(), text, origins.any());
        others.put(knob.key(), found);
        try {
            values.put(setting, setting.read().apply(text));
        } catch (IllegalArgumentException refused) {
            faults.add(new Fault(
                    knob.key() + " must be " + knob.allowed() + ", but was '" + text + "'", CHECK, List.of(found)));
        }
    }

    /** The policy that the given settings describe; {@code null} and faults if they describe none. */
    private @Nullable CompressionPolicy policy(Map<String, Given> settingsByKey, String about) {
        Properties properties = new Properties();
        settingsByKey.forEach((key, setting) ->
                properties.setProperty(key, policyNames.isDuration(key) ? duration(setting.value()) : setting.value()));
        try {
            return CompressionPolicy.of(properties);
        } catch (IllegalArgumentException refused) {
            for (String message : messages(refused)) {
                faults.add(new Fault(about + message, CHECK, Settings.mentioned(message, settingsByKey)));
            }
            return null;
        }
    }

    /** Each fault that a policy tells of by itself. */
    private static List<String> messages(IllegalArgumentException refused) {
        String all = Objects.requireNonNull(refused.getMessage());
        return List.of(SEVERAL.matcher(all).replaceFirst("").split("\n- ", -1));
    }

    /**
     * A duration as {@link CompressionPolicy#of} reads it, of the forms that Spring Boot takes: {@code 500ms}, {@code 60s}, {@code PT60S}.
     *
     * <p>Without a unit it is left as it is, to be refused: Spring Boot takes it for milliseconds, most people for seconds.
     */
    private static String duration(String text) {
        if (POLICY_DURATION.matcher(text.strip()).matches()) {
            return text;
        }
        try {
            Duration duration = DurationStyle.detectAndParse(text.strip());
            long millis = duration.toMillis();
            return millis >= 0 && Duration.ofMillis(millis).equals(duration) ? millis + "ms" : text;
        } catch (IllegalArgumentException | ArithmeticException noDuration) {
            return text;
        }
    }

    private Map<String, CompressionPolicy> conversations() {
        Map<String, CompressionPolicy> policies = new LinkedHashMap<>();
        ConfigurationPropertyName root = KnownNames.name(BootSettings.CONVERSATIONS);
        Origins origins = new Origins();
        binder.bind(root, FAMILIES, origins)
                .ifBound(patterns -> patterns.forEach((pattern, overrides) -> {
                    Map<String, Given> own = new TreeMap<>();
                    overrides.forEach((written, value) -> override(pattern, written, value, own, origins));
                    Map<String, Given> merged = new TreeMap<>(given);
                    merged.putAll(own);
                    CompressionPolicy policy = policy(merged, "For the conversations " + pattern + ": ");
                    if (policy != null) {
                        policies.put(pattern, policy);
                    }
                }));
        return policies;
    }

    private void override(String pattern, String written, String value, Map<String, Given> own, Origins origins) {
        if (value.isBlank() && policyNames.isGroup(KnownNames.named(written))) {
            return;
        }
        String shown = KnownNames.ofConversations(pattern, written);
        Given found = new Given(shown, value, origins.of(shown));
        String list = policyNames.listOf(written);
        String key = list == null ? policyNames.key(written) : list;
        if (key == null || BootSettings.FOR_ALL.contains(key)) {
            faults.add(new Fault(
                    shown + " is not a setting that single conversations can have",
                    KnownNames.CORRECT,
                    List.of(found)));
        } else if (!value.isBlank()) {
            own.merge(
                    key, found, (one, other) -> new Given(one.key(), one.value() + ", " + other.value(), one.origin()));
        }
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
        Origin any() {
            return found.values().stream().findFirst().orElse(null);
        }

        @Nullable
        Origin of(String key) {
            return found.get(ConfigurationPropertyName.adapt(key, '.'));
        }
    }
}
