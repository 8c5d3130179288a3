package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.MatterWords;
import io.github.sessioncompression.anchor.SaidClauses;
import io.github.sessioncompression.anchor.SaidPart;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the sentences of a model that say the opposite of what was said: the same words, with a "not" that nobody said or without one that was.
 *
 * <p>Clause is held against clause. One is the opposite only if its words of content are the very same, and if nobody else and nothing later
 * says them otherwise: a question, a condition or a longer sentence with the same words leaves it open. What is not yet so may be so by
 * now. In other languages than the ten that have phrases for this nothing is the opposite of anything. Linear. Not thread-safe; lives for one
 * compilation.
 */
final class Opposites {
    /** Stands among the words of a clause for the assistant who speaks of itself. */
    private static final String ASSISTANT = "assistant";

    private final LatestByWords<Said> latest = new LatestByWords<>();
    /** The words of content of the clause said last, by whomever: "is your dad ill?", "no, but he must not fly". */
    private Set<String> before = Set.of();

    /**
     * A clause that somebody said.
     *
     * @param alone whether it is nothing but a name or an order, which says "not" to whatever is wanted of it
     * @param meant whom or what it may mean by "she" or "it"; nothing if it has no such word
     */
    private record Said(
            Set<String> matter,
            SaidPart.Polarity polarity,
            boolean alone,
            Set<String> meant,
            String speaker,
            int order) {}

    /**
     * A part of a sentence, whoever says it.
     *
     * @param refers whether a word in it stands for whom or what was named before
     * @param self whether it speaks of its speaker
     * @param other whether it speaks of the listener alone
     */
    private record Part(SaidPart part, Set<String> matter, boolean refers, boolean self, boolean other) {}

    private final Hearing hearing;
    private final Map<SaidClauses, List<Part>> parts = new HashMap<>();

    private Opposites(Hearing hearing) {
        this.hearing = hearing;
    }

    /** Knows what was said. */
    static Opposites of(Hearing hearing) {
        Opposites opposites = new Opposites(hearing);
        hearing.tell(opposites::hear);
        return opposites;
    }

    /** Knows the clauses of a sentence. */
    private void hear(Hearing.Heard heard) {
        Statement statement = heard.statement();
        SentenceWords sentence = heard.words();
        LanguageProfile profile = heard.profile();
        String speaker = heard.speaker();
        boolean assistant = heard.assistant();
        Set<String> names = names(sentence, profile);
        boolean open = isOpen(statement);
        for (Part read : parts.computeIfAbsent(heard.clauses(), clauses -> parts(clauses, statement, profile))) {
            SaidPart part = read.part();
            Set<String> matter = new HashSet<>(read.matter());
            if (assistant ? read.self() : read.other()) {
                matter.add(ASSISTANT);
            }
            if (read.self() && !assistant) {
                addName(matter, speaker, statement.language());
            }
            if (!matter.isEmpty()) {
                boolean name = names.size() == matter.size()
                        && matter.equals(MatterWords.of(List.copyOf(names), statement.language(), "bare"));
                boolean order = part.orders() && matter.size() > 1;
                Set<String> meant = read.refers() ? before : Set.of();
                SaidPart.Polarity polarity = open ? SaidPart.Polarity.OPEN : part.polarity();
                latest.add(matter, new Said(matter, polarity, name || order, meant, speaker, heard.turn()));
                before = matter;
            }
        }
    }

    private List<Part> parts(SaidClauses clauses, Statement statement, LanguageProfile profile) {
        List<Part> all = new ArrayList<>();
        for (SaidPart part : clauses.parts()) {
            boolean self =
                    part.words().stream().anyMatch(word -> profile.use(word).isFirstPerson());
            all.add(new Part(
                    part,
                    part.matter(statement.language(), "bare", hearing.stems(profile)),
                    part.words().stream().anyMatch(word -> profile.use(word).isThirdPerson()),
                    self,
                    !self
                            && part.words().stream()
                                    .anyMatch(word -> profile.use(word).isSecondPerson())));
        }
        return all;
    }

    /** Who has a name and speaks of herself is who is spoken of. */
    private static void addName(Set<String> matter, String speaker, AnchorLanguage language) {
        int name = speaker.indexOf(' ') + 1;
        if (name > 0 && name < speaker.length()) {
            matter.addAll(MatterWords.of(List.of(speaker.substring(name).toLowerCase(Locale.ROOT)), language, "bare"));
        }
    }

    /** Whether a sentence of a model says the opposite of what was said. */
    boolean areToldBy(String told, LanguageProfile profile) {
        return hearing.told()
                .any(
                        told,
                        profile,
                        (statement, sentence) -> !statement.gives("not-denied")
                                && hearing.clauses(statement, sentence, profile).parts().stream()
                                        .anyMatch(part -> part.polarity() != SaidPart.Polarity.OPEN
                                                && isOpposite(part, statement.language(), hearing.stems(profile))));
    }

    private boolean isOpposite(SaidPart part, AnchorLanguage language, Stems stems) {
        Set<String> matter = part.matter(language, "bare", stems);
        Set<String> chosen = part.matter(language, "choice", stems);
        if (isOpposite(matter, matter, part.polarity(), said -> true)
                || (!chosen.equals(matter) && isOpposite(chosen, matter, part.polarity(), Said::alone))) {
            return true;
        }
        for (String word : matter) {
            Set<String> rest = new HashSet<>(matter);
            rest.remove(word);
            if (isOpposite(rest, matter, part.polarity(), said -> said.meant().contains(word))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the last that said the same words says them with the other polarity, and nothing speaks for this one. */
    private boolean isOpposite(
            Set<String> matter, Set<String> whole, SaidPart.Polarity polarity, Predicate<Said> only) {
        Said against = null;
        for (Said said : latest.with(matter)) {
            boolean opposite = said.polarity() != polarity && said.polarity() != SaidPart.Polarity.OPEN;
            against = opposite && only.test(said) ? said : against;
        }
        return against != null && !isSpokenFor(whole, polarity, against);
    }

    private boolean isSpokenFor(Set<String> matter, SaidPart.Polarity polarity, Said against) {
        return latest.withRarest(matter).stream()
                .filter(said -> said.matter().containsAll(matter))
                .anyMatch(said -> said.polarity() == SaidPart.Polarity.OPEN
                        ? said.order() > against.order()
                        : said.polarity() == polarity && holdsAgainst(said, against));
    }

    private static boolean holdsAgainst(Said said, Said against) {
        boolean other =
                !said.speaker().equals(against.speaker()) && !said.speaker().equals(Hearing.EARLIER);
        return other || said.order() >= against.order();
    }

    private static boolean isOpen(Statement statement) {
        return statement.question() || statement.gives("unsure") || statement.gives("not-denied");
    }

    private static Set<String> names(SentenceWords sentence, LanguageProfile profile) {
        Set<String> names = new HashSet<>();
        if (AnchorLanguage.of(profile.code()).namesHaveCapitals()) {
            for (Word word : sentence.words()) {
                if (word.isProper() && !profile.use(word).isStop()) {
                    names.add(word.lower());
                }
            }
        }
        return names;
    }
}
