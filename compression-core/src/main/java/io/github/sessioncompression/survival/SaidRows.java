package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.MatterWords;
import io.github.sessioncompression.anchor.SaidClauses;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The sentences that were said, each as the rows of its words of content, to be looked up by these words. Linear. Not thread-safe; lives for one
 * compilation.
 */
final class SaidRows {
    /** Words of an answer that may say the same of somebody else: "Ana too". */
    static final int SHORT = 2;

    private static final int SHORTEST_NAME = 3;
    /** Messages within which something may be put right in whatever words. */
    private static final int SOON = 2;

    private final LatestByWords<Said> latest = new LatestByWords<>();
    /** Of each message that puts something right the number behind its last sentence that does. */
    private final Map<Integer, Integer> corrections = new HashMap<>();
    /** Short sentences, by the stem of their speaker's name. */
    private final Map<String, List<Brief>> shortOnes = new HashMap<>();
    /** Words that are somebody's or something's name, of which some are words of grammar elsewhere. */
    private final Map<String, LanguageProfile> names = new HashMap<>();
    /** Words that are written without a capital, too, and so may be no name. */
    private final Set<String> small = new HashSet<>();

    /** The stems of the names. */
    private final Set<String> stems = new HashSet<>();

    private boolean hasNamedSpeakers;
    /** How many sentences were heard. */
    private int order;
    /** The place of the last message that asks something. */
    private int asked = Integer.MIN_VALUE / 2;

    /**
     * A sentence that was said.
     *
     * @param segments its stretches, "I" of a speaker with a name by that name
     * @param characters of a script without spaces its characters; else nothing
     * @param words all words of content in it
     * @param likewise whether it says of somebody what was said of another: "Ana does, too"
     * @param order its number among all sentences
     */
    record Said(
            List<Segment> segments,
            List<String> characters,
            Set<String> words,
            LanguageProfile profile,
            boolean asked,
            boolean likewise,
            int turn,
            int order) {
        /** Whether it is short and not before another: "Ana too". */
        boolean isShortBehind(Said other) {
            return turn >= other.turn && words.size() <= SHORT;
        }
    }

    /**
     * A sentence of few words.
     *
     * @param same whether it may say what was said before of somebody else
     */
    private record Brief(int turn, Set<String> words, boolean same) {}

    private final Hearing hearing;
    /** The stretches of what was said, by its clauses, which are the same for the same words. */
    private final Map<SaidClauses, List<Segment>> segments = new HashMap<>();

    private final Map<SaidClauses, List<Segment>> ownSegments = new HashMap<>();

    private SaidRows(Hearing hearing) {
        this.hearing = hearing;
    }

    /** Knows what was said. */
    static SaidRows of(Hearing hearing) {
        SaidRows rows = new SaidRows(hearing);
        hearing.tell(rows::learnNames);
        rows.names.forEach((name, profile) -> {
            if (!rows.small.contains(name)) {
                rows.stems.add(key(name, profile));
            }
        });
        hearing.tell(rows::hear);
        return rows;
    }

    private void learnNames(Hearing.Heard heard) {
        String name = name(heard.speaker());
        if (!name.isEmpty()) {
            names.putIfAbsent(name, heard.profile());
            hasNamedSpeakers = true;
        }
        if (AnchorLanguage.of(heard.profile().code()).namesHaveCapitals()) {
            Word first = heard.words().words().get(0);
            if (mayBeName(first, heard.profile())) {
                names.putIfAbsent(first.lower(), heard.profile());
            }
            for (Word word : heard.words().words()) {
                boolean speaker =
                        heard.profile().use(word).isSubject() || word.lower().indexOf('\'') > 0;
                if (word.surface().equals(word.lower())) {
                    small.add(word.lower());
                } else if (word.isProper() && !word.quoted() && !speaker) {
                    names.putIfAbsent(word.lower(), heard.profile());
                }
            }
        }
    }

    /** Whether a word may be somebody's name that begins a sentence, where any word has a capital. */
    private static boolean mayBeName(Word word, LanguageProfile profile) {
        WordUse use = profile.use(word);
        boolean known = use.isStop()
                || use.isTime()
                || use.isBinding()
                || use.isCourtesy()
                || use.isYes()
                || use.isNegation()
                || use.isConjunction();
        return !known
                && word.lower().length() >= SHORTEST_NAME
                && Character.isUpperCase(word.surface().charAt(0))
                && Letters.all(word.surface().substring(1), Character::isLowerCase);
    }

    private static String key(String name, LanguageProfile profile) {
        String stem = MatterWords.each(List.of(name), AnchorLanguage.of(profile.code()), "bare")
                .get(0);
        return stem.isEmpty() ? name : stem;
    }

    private static String name(String speaker) {
        return speaker.substring(speaker.indexOf(' ') + 1).toLowerCase(Locale.ROOT);
    }

    private void hear(Hearing.Heard heard) {
        Statement statement = heard.statement();
        String name = name(heard.speaker());
        boolean own = !heard.assistant() || !name.isEmpty();
        List<Segment> segments = segments(heard, own).stream()
                .map(segment -> name.isEmpty() ? segment : segment.spokenBy(key(name, heard.profile())))
                .toList();
        Set<String> words = new HashSet<>();
        segments.forEach(segment -> words.addAll(segment.row()));
        Said said = new Said(
                segments,
                characters(statement),
                words,
                heard.profile(),
                statement.question(),
                heard.statement().mentions("likewise"),
                heard.turn(),
                order++);
        latest.addToEach(words, said);
        asked = statement.question() ? heard.turn() : asked;
        if (words.size() <= SHORT) {
            String key = name.isEmpty() ? name : key(name, heard.profile());
            shortOnes
                    .computeIfAbsent(key, first -> new ArrayList<>())
                    .add(new Brief(heard.turn(), words, mayMeanTheSame(heard, words)));
        }
        if (statement.corrects()) {
            corrections.put(heard.turn(), order);
        }
    }

    /** Whether something short may say of somebody else what was said: "me too", "so does Ana", "yes" where that was asked; not "noted". */
    private boolean mayMeanTheSame(Hearing.Heard heard, Set<String> words) {
        LanguageProfile profile = heard.profile();
        boolean answers = heard.turn() - asked <= 1;
        return profile.isUnspaced()
                || words.stream().anyMatch(stems::contains)
                || heard.statement().mentions("likewise")
                || heard.words().words().stream()
                        .map(Word::lower)
                        .anyMatch(word -> profile.use(word).isFirstPerson()
                                || Character.isDigit(word.charAt(0))
                                || (answers && profile.use(word).isYes()));
    }

    /** Those of a sentence before their speaker is named. */
    private List<Segment> segments(Hearing.Heard heard, boolean own) {
        return (own ? ownSegments : segments)
                .computeIfAbsent(
                        heard.clauses(),
                        same -> Segment.of(
                                heard.statement(),
                                heard.words(),
                                heard.profile(),
                                names.keySet(),
                                own,
                                hearing.stems(heard.profile())));
    }

    /** The sentences of what the model tells. */
    ToldSentences told() {
        return hearing.told();
    }

    /** The stretches of what a model tells, in which "the user" is whoever speaks without a name. */
    List<Segment> told(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        return Segment.of(statement, sentence, profile, names.keySet(), true, hearing.stems(profile));
    }

    /** Whether it is somebody's name. */
    boolean isName(String word) {
        return stems.contains(word);
    }

    /** Whether "the user" may be each of several. */
    boolean hasNamedSpeakers() {
        return hasNamedSpeakers;
    }

    /** The sentences with a word. */
    Collection<Said> with(String word) {
        return latest.with(word);
    }

    /** The sentences with all of the words, of which there is at least one. */
    List<Said> withAll(List<String> words) {
        return latest.withRarest(words).stream()
                .filter(said -> said.words().containsAll(words))
                .toList();
    }

    /** Whether something soon behind it puts right whatever it is. */
    boolean mayBePutRight(Said said) {
        for (int turn = said.turn(); turn <= said.turn() + SOON; turn++) {
            if (corrections.getOrDefault(turn, -1) > said.order()) {
                return true;
            }
        }
        return false;
    }

    /** Whether something with a name is said soon behind it that says the same of whom it names. */
    boolean isSaidLikewise(String name, Said behind) {
        return with(name).stream()
                .anyMatch(each -> each.likewise && each.turn >= behind.turn && each.turn <= behind.turn + SOON);
    }

    /** Whether somebody says something short soon behind it: "me too". */
    boolean mayBeSaidShortly(String name, Said behind) {
        return shortOnes.getOrDefault(name, List.of()).stream()
                .filter(each -> each.turn() >= behind.turn() && each.turn() <= behind.turn() + SOON)
                .anyMatch(each -> each.same() || each.words().stream().anyMatch(behind.words()::contains));
    }

    /** The characters of a sentence in a script without spaces, its end left out; else nothing. */
    static List<String> characters(Statement statement) {
        List<String> words = statement.language().isUnspaced() ? statement.words() : List.of();
        int end = words.size();
        while (end > 0 && !Character.isLetterOrDigit(words.get(end - 1).codePointAt(0))) {
            end--;
        }
        return words.subList(0, end);
    }

    /** All stretches as one. */
    static Segment joined(List<Segment> segments) {
        List<String> row = new ArrayList<>();
        List<String> before = new ArrayList<>();
        for (Segment segment : segments) {
            row.addAll(segment.row());
            before.addAll(segment.before());
        }
        return new Segment(row, before, segments.stream().anyMatch(Segment::denied));
    }
}
