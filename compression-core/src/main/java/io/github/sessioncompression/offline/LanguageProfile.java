package io.github.sessioncompression.offline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the words of one language do in a sentence: who speaks, what joins clauses, what is courtesy, what carries little.
 *
 * <p>Read from a small resource file of our own per language; a language without one has an empty profile and is then
 * split by punctuation only and rendered word for word. Immutable, so safe for use by many threads.
 */
final class LanguageProfile {
    private static final String NARRATIVE = "{0}: mainly about {1}.";
    private static final String LATEST = "Most recently {0}";
    private static final String OPEN = "Open question of {0}";

    private final String code;
    private final Map<String, Set<String>> words = new HashMap<>();
    private final Map<String, PhraseSet> phrases = new HashMap<>();
    private final Map<String, String> rewritten = new HashMap<>();
    private final Map<String, String> templates = new HashMap<>();
    private final Set<String> stop = new HashSet<>();

    private LanguageProfile(String code, Set<String> moreFunctionWords) {
        this.code = code;
        stop.addAll(moreFunctionWords);
    }

    /** The profile of {@code code}; empty but for {@code functionWords} if there is no resource file for it. */
    static LanguageProfile load(String code, Set<String> functionWords) {
        LanguageProfile profile = new LanguageProfile(code, functionWords);
        try (InputStream in = LanguageProfile.class.getResourceAsStream(code + ".txt")) {
            if (in != null) {
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    profile.read(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String key : List.of(
                "first", "second", "third", "function", "negation", "conjunction", "joiner", "preposition", "glue")) {
            profile.stop.addAll(profile.set(key));
        }
        profile.stop.addAll(profile.set("dropped"));
        profile.stop.removeAll(profile.set("time"));
        profile.stop.removeAll(profile.set("light"));
        return profile;
    }

    private void read(String line) {
        int equals = line.indexOf('=');
        if (line.startsWith("#") || equals < 0) {
            return;
        }
        String key = line.substring(0, equals).trim();
        String value = line.substring(equals + 1).trim();
        if (key.equals("narrative") || key.equals("latest") || key.equals("open")) {
            templates.put(key, value);
        } else if (key.equals("rewritten")) {
            for (String pair : value.split(" ", -1)) {
                int colon = pair.indexOf(':');
                rewritten.put(pair.substring(0, colon), pair.substring(colon + 1));
            }
        } else if (value.indexOf('|') >= 0) {
            phrases.put(key, PhraseSet.parse(value));
        } else {
            Set<String> set = new HashSet<>();
            for (String word : value.split(" ", -1)) {
                set.add(word);
            }
            words.put(key, set);
        }
    }

    String code() {
        return code;
    }

    private Set<String> set(String key) {
        return words.getOrDefault(key, Set.of());
    }

    /** The words that say which language a text is in: grammar, not content. */
    Set<String> functionWords() {
        return stop;
    }

    boolean isStop(String word) {
        return stop.contains(word);
    }

    boolean isFirstPerson(String word) {
        return set("first").contains(word);
    }

    boolean isSubject(String word) {
        return set("subject").contains(word);
    }

    boolean isSecondPerson(String word) {
        return set("second").contains(word);
    }

    boolean isThirdPerson(String word) {
        return set("third").contains(word);
    }

    boolean isNegation(String word) {
        return set("negation").contains(word) || word.endsWith("n't");
    }

    boolean isDropped(String word) {
        return set("dropped").contains(word);
    }

    boolean isConjunction(String word) {
        return set("conjunction").contains(word);
    }

    boolean isJoiner(String word) {
        return set("joiner").contains(word);
    }

    boolean isPreposition(String word) {
        return set("preposition").contains(word);
    }

    boolean isGlue(String word) {
        return set("glue").contains(word);
    }

    boolean isLight(String word) {
        return set("light").contains(word) || set("courtesy").contains(word);
    }

    boolean isCourtesy(String word) {
        return set("courtesy").contains(word);
    }

    boolean isTime(String word) {
        return set("time").contains(word);
    }

    boolean isRelativeTime(String word) {
        return set("relative").contains(word);
    }

    boolean leadsRelativeTime(String word) {
        return set("relative-lead").contains(word);
    }

    boolean isUpset(String word) {
        return set("upset").contains(word);
    }

    /** How a note-taker writes {@code word} at the head of a clause, else {@code fallback}. */
    String atHead(String word, String fallback) {
        return rewritten.getOrDefault(word, fallback);
    }

    /** The phrases of a cue such as {@code opener} or {@code decision}. */
    PhraseSet cue(String name) {
        return phrases.getOrDefault(name, PhraseSet.NONE);
    }

    String narrativeTemplate() {
        return templates.getOrDefault("narrative", NARRATIVE);
    }

    String latestTemplate() {
        return templates.getOrDefault("latest", LATEST);
    }

    String openTemplate() {
        return templates.getOrDefault("open", OPEN);
    }

    /** The fixed words in every template of this language, by which a narrative of our own is known again. */
    List<String> templateMarks() {
        List<String> marks = new ArrayList<>();
        String narrative = narrativeTemplate();
        marks.add(narrative
                .substring(narrative.indexOf("{0}") + 3, narrative.indexOf("{1}"))
                .trim());
        for (String template : List.of(latestTemplate(), openTemplate())) {
            marks.add(template.substring(0, template.indexOf("{0}")).trim());
        }
        return marks;
    }
}
