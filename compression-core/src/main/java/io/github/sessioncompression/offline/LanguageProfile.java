package io.github.sessioncompression.offline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the words of one language do in a sentence: who speaks, what joins clauses, what is courtesy, what carries little.
 *
 * <p>Read from a small resource file of our own per language; a language without one has an empty profile and is then
 * split by punctuation only and rendered word for word. Immutable, so safe for use by many threads.
 */
final class LanguageProfile {
    /** What a word does; a resource file's keys are these names in lower case. */
    private enum Kind {
        FIRST,
        SUBJECT,
        SECOND,
        THIRD,
        FUNCTION,
        NEGATION,
        DROPPED,
        CONJUNCTION,
        JOINER,
        PREPOSITION,
        GLUE,
        LIGHT,
        DETERMINER,
        COURTESY,
        TIME,
        RELATIVE,
        RELATIVE_LEAD,
        UPSET
    }

    private static final Set<Kind> GRAMMAR = EnumSet.of(
            Kind.FIRST,
            Kind.SECOND,
            Kind.THIRD,
            Kind.FUNCTION,
            Kind.NEGATION,
            Kind.DROPPED,
            Kind.CONJUNCTION,
            Kind.JOINER,
            Kind.PREPOSITION,
            Kind.GLUE);
    /** A word of these promises another: a note must not end with it. */
    private static final Set<Kind> LEADING_ON = EnumSet.of(
            Kind.FUNCTION, Kind.NEGATION, Kind.DROPPED, Kind.CONJUNCTION, Kind.JOINER, Kind.PREPOSITION, Kind.GLUE);

    private static final String NARRATIVE = "{0}: mainly about {1}.";
    private static final String LATEST = "Most recently {0}";
    private static final String OPEN = "Open question of {0}";

    private final String code;
    private final Map<String, EnumSet<Kind>> words = new HashMap<>();
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
        profile.words.forEach((word, kinds) -> {
            if (kinds.contains(Kind.TIME) || kinds.contains(Kind.LIGHT)) {
                profile.stop.remove(word);
            } else if (kinds.stream().anyMatch(GRAMMAR::contains)) {
                profile.stop.add(word);
            }
        });
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
            Kind kind = Kind.valueOf(key.toUpperCase(Locale.ROOT).replace('-', '_'));
            for (String word : value.split(" ", -1)) {
                words.computeIfAbsent(word, first -> EnumSet.noneOf(Kind.class)).add(kind);
            }
        }
    }

    String code() {
        return code;
    }

    private boolean is(Kind kind, String word) {
        EnumSet<Kind> kinds = words.get(word);
        return kinds != null && kinds.contains(kind);
    }

    /** The words that say which language a text is in: grammar, not content. */
    Set<String> functionWords() {
        return stop;
    }

    boolean isStop(String word) {
        return stop.contains(word);
    }

    boolean isFirstPerson(String word) {
        return is(Kind.FIRST, word);
    }

    boolean isSubject(String word) {
        return is(Kind.SUBJECT, word);
    }

    boolean isSecondPerson(String word) {
        return is(Kind.SECOND, word);
    }

    boolean isThirdPerson(String word) {
        return is(Kind.THIRD, word);
    }

    boolean isNegation(String word) {
        return is(Kind.NEGATION, word) || word.endsWith("n't");
    }

    boolean isDropped(String word) {
        return is(Kind.DROPPED, word);
    }

    boolean isConjunction(String word) {
        return is(Kind.CONJUNCTION, word);
    }

    boolean isJoiner(String word) {
        return is(Kind.JOINER, word);
    }

    boolean isPreposition(String word) {
        return is(Kind.PREPOSITION, word);
    }

    boolean isGlue(String word) {
        return is(Kind.GLUE, word);
    }

    boolean isLight(String word) {
        return is(Kind.LIGHT, word) || is(Kind.COURTESY, word);
    }

    /** Whether a noun is near behind the word. */
    boolean isDeterminer(String word) {
        return is(Kind.DETERMINER, word);
    }

    /** Whether determiners tell nouns in this language. */
    boolean hasDeterminers() {
        return words.values().stream().anyMatch(kinds -> kinds.contains(Kind.DETERMINER));
    }

    boolean isCourtesy(String word) {
        return is(Kind.COURTESY, word);
    }

    boolean isTime(String word) {
        return is(Kind.TIME, word);
    }

    boolean isRelativeTime(String word) {
        return is(Kind.RELATIVE, word);
    }

    boolean leadsRelativeTime(String word) {
        return is(Kind.RELATIVE_LEAD, word);
    }

    boolean isUpset(String word) {
        return is(Kind.UPSET, word);
    }

    /** Whether a note must not end with the word. */
    boolean leadsOn(String word) {
        EnumSet<Kind> kinds = words.get(word);
        return kinds != null && kinds.stream().anyMatch(LEADING_ON::contains);
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
