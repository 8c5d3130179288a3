package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.settings.KnownNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes down the settings of a module, as metadata for editors and as a table for people, from the settings themselves. */
public final class SettingsDocument {
    private static final String METADATA = "src/main/resources/META-INF/spring-configuration-metadata.json";

    private SettingsDocument() {}

    /** Fails unless the metadata file of the module in that folder is what its knobs make it. */
    public static void assertMetadataIsUpToDate(String module, List<Knob> knobs) throws IOException {
        Path file = root().resolve(module).resolve(METADATA);
        assertThat(Files.exists(file) ? Files.readString(file) : "")
                .as("%s is out of date; it must be:%n%s", file, metadata(knobs))
                .isEqualTo(metadata(knobs));
    }

    /** Fails unless docs/configuration.md has this table. */
    public static void assertDocumented(List<Knob> knobs) throws IOException {
        assertThat(Files.readString(root().resolve("docs/configuration.md")) + "\n")
                .as("docs/configuration.md must have this table:%n%s", table(knobs))
                .contains("|---|---|---|---|\n" + table(knobs) + "\n");
    }

    /** Metadata in Spring Boot's format. */
    public static String metadata(List<Knob> knobs) {
        List<Object> properties = new ArrayList<>();
        List<Object> hints = new ArrayList<>();
        for (Knob knob : knobs) {
            properties.add(property(knob));
            if (!knob.values().isEmpty() && knob.type() != Boolean.class) {
                hints.add(hint(knob));
            }
        }
        return "{\n  \"groups\": [],\n  \"properties\": " + lines(properties) + ",\n  \"hints\": " + lines(hints)
                + "\n}\n";
    }

    /** Rows of a table in Markdown, without the prefix of the keys. */
    public static String table(List<Knob> knobs) {
        StringBuilder out = new StringBuilder();
        for (Knob knob : knobs) {
            String key = knob.key().substring(CompressionPolicy.PREFIX.length());
            String defaultValue = knob.defaultValue().isEmpty() ? "" : "`" + knob.defaultValue() + "`";
            out.append("| `%s` | %s | %s | %s |\n".formatted(key, defaultValue, knob.allowed(), knob.description()));
        }
        return out.toString().replace(System.lineSeparator(), "\n");
    }

    private static Map<String, @Nullable Object> property(Knob knob) {
        Map<String, @Nullable Object> property = new LinkedHashMap<>();
        property.put("name", KnownNames.name(knob).toString());
        property.put("type", type(knob));
        property.put("description", knob.description() + " Allowed: " + knob.allowed() + ".");
        if (!knob.defaultValue().isEmpty()) {
            property.put("defaultValue", defaultValue(knob));
        }
        return property;
    }

    private static String type(Knob knob) {
        if (knob.key().endsWith(".<name>")) {
            return "java.util.Map<java.lang.String,"
                    + (knob.type() == Map.class
                            ? "java.util.Map<java.lang.String,java.lang.String>"
                            : "java.lang.String")
                    + ">";
        }
        if (KnownNames.isList(knob)) {
            return "java.util.Set<java.lang.String>";
        }
        boolean plain = knob.type() == Boolean.class || Number.class.isAssignableFrom(knob.type());
        return plain || knob.type() == Duration.class ? knob.type().getName() : "java.lang.String";
    }

    private static Object defaultValue(Knob knob) {
        if (knob.type() == Boolean.class) {
            return Boolean.valueOf(knob.defaultValue());
        }
        if (knob.type() == Integer.class) {
            return Long.valueOf(knob.defaultValue());
        }
        if (knob.type() == Double.class) {
            return Double.valueOf(knob.defaultValue());
        }
        return KnownNames.isList(knob) ? List.of(knob.defaultValue().split(", ")) : knob.defaultValue();
    }

    private static Map<String, @Nullable Object> hint(Knob knob) {
        String name = KnownNames.name(knob) + (KnownNames.isFamily(knob) ? ".values" : "");
        List<Object> values = new ArrayList<>();
        knob.values().forEach(value -> values.add(Map.of("value", value)));
        Map<String, @Nullable Object> hint = new LinkedHashMap<>();
        hint.put("name", name);
        hint.put("values", values);
        if (knob.type() == String.class || Set.class.isAssignableFrom(knob.type())) {
            hint.put("providers", List.of(Map.of("name", "any")));
        }
        return hint;
    }

    /** One line for each, so that a change is easy to read. */
    private static String lines(List<Object> objects) {
        StringBuilder out = new StringBuilder("[");
        for (Object object : objects) {
            out.append(out.length() > 1 ? ",\n    " : "\n    ").append(Json.write(object));
        }
        return out.append(objects.isEmpty() ? "]" : "\n  ]").toString();
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("no mvnw above the working directory");
        }
        return folder;
    }
}
