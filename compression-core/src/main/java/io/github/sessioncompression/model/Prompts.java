package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Instructions by which a model writes states, as templates.
 *
 * <p>Three places are filled in, each as often as it occurs: {@code {{fields}}} with the fields of the answer and what belongs in each,
 * {@code {{tokens}}} with the size the state should stay under in tokens, {@code {{words}}} with the same in words.
 * Immutable, so safe for use by many threads.
 *
 * @param initial for a chat that has no state yet
 * @param merge for new messages on top of a previous state
 * @param condense for a state that came out too large
 */
public record Prompts(String initial, String merge, String condense) {
    private static final String CLASSPATH = "classpath:";
    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    /**
     * Checks the templates.
     *
     * @throws IllegalArgumentException if one is blank or names a place other than the three
     */
    public Prompts {
        check("initial", initial);
        check("merge", merge);
        check("condense", condense);
    }

    /** The library's own instructions, in English. */
    public static Prompts bundled() {
        return Bundled.PROMPTS;
    }

    /** The library's own template of that name. */
    static String bundled(String name) {
        return read(CLASSPATH + "io/github/sessioncompression/model/" + name + ".txt", Prompts.class.getClassLoader());
    }

    /**
     * Reads a template from a file, or from the class path where the location starts with {@code classpath:}; in UTF-8.
     *
     * @param classes finds class path resources
     * @throws IllegalArgumentException if there is nothing at {@code location}
     * @throws UncheckedIOException if it cannot be read
     */
    public static String read(String location, ClassLoader classes) {
        try {
            if (!location.startsWith(CLASSPATH)) {
                return Files.readString(Path.of(location));
            }
            try (InputStream in = classes.getResourceAsStream(location.substring(CLASSPATH.length()))) {
                if (in == null) {
                    throw new IllegalArgumentException("no prompt at '" + location + "'");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("no prompt at '" + location + "'", missing);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the prompt at '" + location + "' cannot be read", unreadable);
        }
    }

    /** These prompts with another template for a chat without a state. */
    public Prompts withInitial(String template) {
        return new Prompts(template, merge, condense);
    }

    /** These prompts with another template for merging. */
    public Prompts withMerge(String template) {
        return new Prompts(initial, template, condense);
    }

    /** These prompts with another template for condensing. */
    public Prompts withCondense(String template) {
        return new Prompts(initial, merge, template);
    }

    /**
     * Fills in a template's places in one pass: what is filled in is not a template.
     *
     * @param more lines behind those of the schema's fields
     */
    static String fill(String template, StateSchema schema, String more, int tokens, int words) {
        StringBuilder out = new StringBuilder(template.length() + 1_024);
        int at = 0;
        for (int open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, at)) {
            int close = template.indexOf(CLOSE, open);
            out.append(template, at, open);
            switch (template.substring(open + OPEN.length(), close)) {
                case "fields" -> {
                    appendFields(out, schema);
                    out.append(more);
                }
                case "tokens" -> out.append(tokens);
                default -> out.append(words);
            }
            at = close + CLOSE.length();
        }
        return out.append(template, at, template.length()).toString();
    }

    private static void appendFields(StringBuilder out, StateSchema schema) {
        String separator = "";
        for (StateField field : schema.fields()) {
            out.append(separator).append("- \"").append(field.name()).append("\" (");
            out.append(field.shape() == StateField.Shape.LIST ? "array of strings" : "one string");
            out.append("): ").append(field.instruction());
            separator = "\n";
        }
    }

    private static void check(String name, String template) {
        Objects.requireNonNull(template, name);
        if (template.isBlank()) {
            throw new IllegalArgumentException("prompt '" + name + "' must not be blank");
        }
        int open = template.indexOf(OPEN);
        while (open >= 0) {
            int close = template.indexOf(CLOSE, open);
            String place = template.substring(open + OPEN.length(), close < 0 ? template.length() : close);
            if (close < 0 || !(place.equals("fields") || place.equals("tokens") || place.equals("words"))) {
                throw new IllegalArgumentException("prompt '" + name + "' has '{{' at character " + open
                        + ", but only {{fields}}, {{tokens}} and {{words}} are known");
            }
            open = template.indexOf(OPEN, close);
        }
    }

    /** Reads the prompts on first use, so that a broken jar shows up where prompts are needed. */
    private static final class Bundled {
        static final Prompts PROMPTS = new Prompts(bundled("initial"), bundled("merge"), bundled("condense"));

        private Bundled() {}
    }
}
