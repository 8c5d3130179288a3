package io.github.sessioncompression.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The few words of its own that a state needs in a language: how its summary's sentences begin, and what a manner of writing is
 * called.
 *
 * <p>Those of English where the language has none. Immutable, so safe for use by many threads.
 */
public final class Labels {
    private static final String PREFIX = "say.";
    /** The templates by which sentences of a summary are known again; in each {@code {0}} stands for who. */
    private static final List<String> OPENINGS = List.of("goal", "decided", "latest", "open", "next");

    private static final String USUAL = "en";

    private final Map<String, String> texts;

    private Labels(Map<String, String> texts) {
        this.texts = Map.copyOf(texts);
    }

    private static final class English {
        private static final Map<String, String> TEXTS = read(USUAL);

        private English() {}
    }

    /** Those of a language by its code. */
    static Labels load(String code) {
        Map<String, String> texts = new HashMap<>(English.TEXTS);
        texts.putAll(read(code));
        return new Labels(texts);
    }

    /** Whether a line of a language's file with that key belongs here. */
    static boolean isLabel(String key) {
        return key.startsWith(PREFIX);
    }

    private static Map<String, String> read(String code) {
        Map<String, String> texts = new HashMap<>();
        try (InputStream in = Labels.class.getResourceAsStream(code + ".txt")) {
            if (in != null) {
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    int equals = line.indexOf(" = ");
                    if (isLabel(line) && equals > 0) {
                        texts.put(line.substring(PREFIX.length(), equals), line.substring(equals + 3));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    /**
     * The words for {@code name}.
     *
     * @throws IllegalArgumentException if there is no label of that name
     */
    public String of(String name) {
        String text = texts.get(name);
        if (text == null) {
            throw new IllegalArgumentException("no label is called " + name);
        }
        return text;
    }

    /** How a summary's sentence begins: {@code name} is {@code goal}, {@code decided}, {@code latest}, {@code open} or {@code next}. */
    public String opening(String name, String who) {
        return of(name).replace("{0}", who) + ": ";
    }

    /** How a summary says who talks about what. */
    public String about(String who, String what) {
        return of("narrative").replace("{0}", who).replace("{1}", what);
    }

    /** The words before who in a summary's sentence of that name. */
    public String mark(String name) {
        String template = of(name);
        return template.substring(0, template.indexOf("{0}")).strip();
    }

    /** The fixed words of every sentence of a summary, by which one of ours is known again. */
    public List<String> marks() {
        List<String> marks = new ArrayList<>();
        String narrative = of("narrative");
        marks.add(narrative
                .substring(narrative.indexOf("{0}") + 3, narrative.indexOf("{1}"))
                .strip());
        OPENINGS.forEach(name -> marks.add(mark(name)));
        return marks;
    }
}
