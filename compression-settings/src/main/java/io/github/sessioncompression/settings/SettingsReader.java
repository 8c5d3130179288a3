package io.github.sessioncompression.settings;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.settings.InvalidSettingsException.Fault;
import io.github.sessioncompression.settings.InvalidSettingsException.Given;
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

/**
 * Reads all settings of an application and reports everything that is wrong with them at once.
 *
 * <p>A framework finds the values, however the keys are spelt; what they may be is left to {@link CompressionPolicy#of}.
 *
 * <p><em>Algorithm</em>: 1. look for keys that are unknown among all that can be listed; 2. read the policy's properties, and let
 * {@link CompressionPolicy} check them together; 3. read the settings beside the policy, each by itself; 4. read the policies of
 * single conversations, each on top of the common one; 5. if anything was wrong, throw all faults at once.
 *
 * <p><em>Threads</em>: one use, by one thread. <em>On failure</em>: an {@link InvalidSettingsException}, never a default in place
 * of what was set.
 */
public final class SettingsReader {
    private static final String CHECK = "Correct the value, or remove the setting to get its default.";
    /** The setting that single conversations cannot have: theirs override what it has set. */
    private static final String PRESET = CompressionPolicy.PREFIX + "preset";

    /** First line of a message of the policy's reader that has several faults. */
    private static final Pattern SEVERAL = Pattern.compile("[0-9]+ faults in the settings:\n- ");
    /** A duration in the policy's own form, or a number without a unit, which it refuses. */
    private static final Pattern POLICY_DURATION = Pattern.compile("[0-9]*(ms|s|m|h)?");

    private final SettingsSource source;
    private final KnownNames policyNames = new KnownNames(CompressionPolicy.knobs());
    private final List<Fault> faults = new ArrayList<>();
    /** Given settings outside the policy, by full key. */
    private final Map<String, Given> others = new TreeMap<>();
    /** Given settings of the policy, by full key. */
    private final Map<String, Given> given = new TreeMap<>();

    /** Begins to read what {@code source} has. */
    public SettingsReader(SettingsSource source) {
        this.source = source;
    }

    /**
     * The settings.
     *
     * @throws InvalidSettingsException if a property is unknown, misspelt or out of range, or if two are at odds
     */
    public Settings read() {
        List<Knob> knobs = new ArrayList<>(CompressionPolicy.knobs());
        SharedSettings.all().forEach(setting -> knobs.add(setting.knob()));
        knobs.add(SharedSettings.CONVERSATIONS);
        faults.addAll(new KnownNames(knobs).unknownIn(source.listed()));
        for (Knob knob : CompressionPolicy.knobs()) {
            bind(knob);
        }
        CompressionPolicy policy = policy(given, "");
        Map<Setting<?>, Object> values = new HashMap<>();
        SharedSettings.all().forEach(setting -> value(setting, values));
        ConversationPatterns conversations = new ConversationPatterns(policy == null ? Map.of() : conversations());
        if (policy == null || !faults.isEmpty()) {
            throw new InvalidSettingsException(faults);
        }
        boolean describesAPolicy = !given.isEmpty() || !conversations.isEmpty();
        Map<String, Given> all = new HashMap<>(given);
        all.putAll(others);
        return new Settings(policy, conversations, values, all, describesAPolicy);
    }

    /** Takes what is set for a knob of the policy: a value, or all of a family. */
    private void bind(Knob knob) {
        if (KnownNames.isFamily(knob)) {
            source.below(KnownNames.name(knob)).values().forEach(this::give);
        } else {
            Given found = found(knob);
            if (found != null) {
                give(found);
            }
        }
    }

    private @Nullable Given found(Knob knob) {
        return KnownNames.isList(knob) ? source.findList(knob.key()) : source.find(knob.key());
    }

    /** Remembers a value of the policy; an empty one is as good as none, so that a placeholder may come out empty. */
    private void give(Given found) {
        if (!found.value().isBlank()) {
            given.put(found.key(), found);
        }
    }

    /** Reads a setting beside the policy, if it is set, or notes its fault. */
    private void value(Setting<?> setting, Map<Setting<?>, Object> values) {
        Knob knob = setting.knob();
        Given written = found(knob);
        String text = written == null ? "" : written.value().strip();
        if (written == null || text.isEmpty()) {
            return;
        }
        Given found = new Given(knob.key(), setting.isSecret() ? "" : text, written.origin());
        others.put(knob.key(), found);
        try {
            values.put(setting, setting.read().apply(text));
        } catch (IllegalArgumentException refused) {
            String was = setting.isSecret() ? "" : ", but was '" + text + "'";
            faults.add(new Fault(knob.key() + " must be " + knob.allowed() + was, CHECK, List.of(found)));
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

    /** Each fault that a policy reports by itself. */
    private static List<String> messages(IllegalArgumentException refused) {
        String all = Objects.requireNonNull(refused.getMessage());
        return List.of(SEVERAL.matcher(all).replaceFirst("").split("\n- ", -1));
    }

    /**
     * A duration as {@link CompressionPolicy#of} reads it, of the forms that frameworks take: {@code 500ms}, {@code 60s}, {@code PT60S}.
     *
     * <p>Without a unit it is left as it is, to be refused: Spring Boot takes it for milliseconds, most people for seconds.
     */
    private static String duration(String text) {
        if (POLICY_DURATION.matcher(text.strip()).matches()) {
            return text;
        }
        try {
            Duration duration = Durations.parse(text.strip());
            long millis = duration.toMillis();
            return millis >= 0 && Duration.ofMillis(millis).equals(duration) ? millis + "ms" : text;
        } catch (IllegalArgumentException | ArithmeticException noDuration) {
            return text;
        }
    }

    /** The policies by pattern: the properties for all, overridden by those of the pattern. */
    private Map<String, CompressionPolicy> conversations() {
        Map<String, CompressionPolicy> policies = new LinkedHashMap<>();
        source.groupsBelow(KnownNames.name(SharedSettings.CONVERSATIONS)).forEach((pattern, overrides) -> {
            Map<String, Given> own = new TreeMap<>();
            overrides.forEach((written, value) -> override(pattern, written, value, own));
            Map<String, Given> merged = new TreeMap<>(given);
            merged.putAll(own);
            CompressionPolicy policy = policy(merged, "For the conversations " + pattern + ": ");
            if (policy != null) {
                policies.put(pattern, policy);
            }
        });
        return policies;
    }

    /**
     * Takes one property of a pattern, or notes its fault.
     *
     * @param written the key behind the pattern, as it is spelt
     * @param own the pattern's properties so far, by full key of the policy; numbered elements of a list are joined
     */
    private void override(String pattern, String written, Given set, Map<String, Given> own) {
        String value = set.value();
        if (value.isBlank() && policyNames.isGroup(KnownNames.named(written))) {
            return;
        }
        Given found = new Given(KnownNames.ofConversations(pattern, written), value, set.origin());
        String list = policyNames.listOf(written);
        String key = list == null ? policyNames.key(written) : list;
        if (key == null || key.equals(PRESET)) {
            faults.add(new Fault(
                    found.key() + " "
                            + Knob.removed(written).orElse("is not a setting that single conversations can have"),
                    KnownNames.CORRECT,
                    List.of(found)));
        } else if (!value.isBlank()) {
            own.merge(
                    key, found, (one, other) -> new Given(one.key(), one.value() + ", " + other.value(), one.origin()));
        }
    }
}
