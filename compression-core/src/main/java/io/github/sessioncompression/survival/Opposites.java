package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.FoundRange;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.anchor.Labelled;
import io.github.sessioncompression.anchor.MatterWords;
import io.github.sessioncompression.anchor.SaidPart;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sentences of a model that say the opposite of what was said: the same words, with a "not" that nobody said or without one that was.
 *
 * <p>Clause is held against clause. One is the opposite only if its words of content are the very same, and if nobody else and nothing later
 * says them otherwise: a question, a condition or a longer sentence with the same words leaves it open. What is not yet so may be so by
 * now. In other languages than the ten that have phrases for this nothing is the opposite of anything. Linear. Not thread-safe; lives for one
 * compilation.
 */
final class Opposites {
    /** The latest clauses with a word that are known. */
    private static final int MOST = 200;
    /** Stands among the words of a clause for the assistant who speaks of itself. */
    private static final String ASSISTANT = "assistant";

    private static final String EARLIER = "";
    /** Never added to. */
    private static final Deque<Said> NOTHING = new ArrayDeque<>(0);

    private final Languages languages = Languages.shared();
    private final Readings readings;
    private final Map<Set<String>, Deque<Said>> same = new HashMap<>();
    private final Map<String, Deque<Said>> byWord = new HashMap<>();
    private int turn;
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

    private Opposites(Readings readings) {
        this.readings = readings;
    }

    /** Knows what the messages say, and before them the state. */
    static Opposites of(List<Entry> span, @Nullable StateDocument previous, LanguageProfile usual, Readings readings) {
        Opposites opposites = new Opposites(readings);
        if (previous != null) {
            for (StateItem item : previous.items()) {
                if (item.origin() != StateItem.Origin.TOOL && item.origin() != StateItem.Origin.OUTSIDE) {
                    opposites.hear(item.text(), usual, EARLIER, false);
                }
            }
        }
        for (Entry entry : span) {
            Message message = entry.message();
            boolean assistant = message.role() == Role.ASSISTANT;
            if (assistant || message.role() == Role.USER) {
                String name = message.name() == null ? "" : message.name();
                opposites.hear(message.text(), usual, message.role() + " " + name, assistant);
            }
        }
        return opposites;
    }

    private void hear(String text, LanguageProfile usual, String speaker, boolean assistant) {
        turn++;
        LanguageProfile profile = languages.detect(text, usual);
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        if (text.isBlank() || !language.tellsRulesApart()) {
            return;
        }
        List<FoundRange> found = FoundText.in(text, assistant);
        TextReading reading = readings.of(text, profile);
        for (int i = 0; i < reading.sentences().size(); i++) {
            Labelled.Read read = reading.read(i);
            if (!read.words().aside()
                    && !FoundText.holds(found, read.statement().start())) {
                hear(read.statement(), read.words(), profile, speaker, assistant);
            }
        }
    }

    /** Knows the clauses of a sentence. */
    private void hear(
            Statement statement, SentenceWords sentence, LanguageProfile profile, String speaker, boolean assistant) {
        Set<String> names = names(sentence, profile);
        boolean open = isOpen(statement);
        for (SaidPart part : SaidPart.of(statement, sentence, profile)) {
            Set<String> matter = new HashSet<>(part.matter(statement.language(), "bare"));
            boolean refers = part.words().stream().anyMatch(profile::isThirdPerson);
            boolean self = part.words().stream().anyMatch(profile::isFirstPerson);
            boolean other = !self && part.words().stream().anyMatch(profile::isSecondPerson);
            if (assistant ? self : other) {
                matter.add(ASSISTANT);
            }
            if (self && !assistant) {
                addName(matter, speaker, statement.language());
            }
            if (!matter.isEmpty()) {
                boolean name = names.size() == matter.size()
                        && matter.equals(MatterWords.of(List.copyOf(names), statement.language(), "bare"));
                boolean order = part.orders() && matter.size() > 1;
                Set<String> meant = refers ? before : Set.of();
                add(new Said(
                        matter, open ? SaidPart.Polarity.OPEN : part.polarity(), name || order, meant, speaker, turn));
                before = matter;
            }
        }
    }

    /** Who has a name and speaks of herself is who is spoken of. */
    private static void addName(Set<String> matter, String speaker, AnchorLanguage language) {
        int name = speaker.indexOf(' ') + 1;
        if (name > 0 && name < speaker.length()) {
            matter.addAll(MatterWords.of(List.of(speaker.substring(name).toLowerCase(Locale.ROOT)), language, "bare"));
        }
    }

    private void add(Said said) {
        latest(same, said.matter(), said);
        said.matter().forEach(word -> latest(byWord, word, said));
    }

    private static <K> void latest(Map<K, Deque<Said>> all, K key, Said said) {
        Deque<Said> latest = all.computeIfAbsent(key, first -> new ArrayDeque<>(2));
        latest.addLast(said);
        if (latest.size() > MOST) {
            latest.removeFirst();
        }
    }

    /** Whether a sentence of a model says the opposite of what was said. */
    boolean areToldBy(String told, LanguageProfile profile) {
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        if (!language.tellsRulesApart()) {
            return false;
        }
        String text = language.asSaid(told);
        for (SentenceWords sentence : SentenceWords.split(text, profile)) {
            Statement statement = Statement.of(text, sentence, language);
            if (!statement.question() && !statement.gives("not-denied")) {
                for (SaidPart part : SaidPart.of(statement, sentence, profile)) {
                    if (part.polarity() != SaidPart.Polarity.OPEN && isOpposite(part, language)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean isOpposite(SaidPart part, AnchorLanguage language) {
        Set<String> matter = part.matter(language, "bare");
        Set<String> chosen = part.matter(language, "choice");
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
        for (Said said : same.getOrDefault(matter, NOTHING)) {
            boolean opposite = said.polarity() != polarity && said.polarity() != SaidPart.Polarity.OPEN;
            against = opposite && only.test(said) ? said : against;
        }
        return against != null && !isSpokenFor(whole, polarity, against);
    }

    private boolean isSpokenFor(Set<String> matter, SaidPart.Polarity polarity, Said against) {
        return matter.stream()
                .map(word -> byWord.getOrDefault(word, NOTHING))
                .min(Comparator.comparingInt(Collection::size))
                .orElse(NOTHING)
                .stream()
                .filter(said -> said.matter().containsAll(matter))
                .anyMatch(said -> said.polarity() == SaidPart.Polarity.OPEN
                        ? said.order() > against.order()
                        : said.polarity() == polarity && holdsAgainst(said, against));
    }

    private static boolean holdsAgainst(Said said, Said against) {
        boolean other =
                !said.speaker().equals(against.speaker()) && !said.speaker().equals(EARLIER);
        return other || said.order() >= against.order();
    }

    private static boolean isOpen(Statement statement) {
        return statement.question() || statement.gives("unsure") || statement.gives("not-denied");
    }

    private static Set<String> names(SentenceWords sentence, LanguageProfile profile) {
        Set<String> names = new HashSet<>();
        if (AnchorLanguage.of(profile.code()).namesHaveCapitals()) {
            for (Word word : sentence.words()) {
                if (word.isProper() && !profile.isStop(word.lower())) {
                    names.add(word.lower());
                }
            }
        }
        return names;
    }
}
