package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.anchor.FoundRange;
import io.github.sessioncompression.anchor.FoundSaid;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Knows a model's sentence again that does what an order in a tool's result or in a pasted page asks for, or makes a rule of what only these say.
 *
 * <p>Such a sentence has words of the order or the rule that no person used. Linear in the texts. Not thread-safe; lives for one compilation.
 */
final class Steering {
    /** Of an order's own words so many in one sentence are no accident. */
    private static final int ENOUGH = 2;
    /** Letters by which forms of a word are taken for one. */
    private static final int STEM = 5;

    private static final int LONGEST_READ = 200_000;

    private final Languages languages = Languages.shared();
    private final Set<String> ordered = new HashSet<>();
    private final Set<String> ruled = new HashSet<>();
    private final Set<String> said = new HashSet<>();
    private final FoundSaid repeated = new FoundSaid();
    /** The stems of words, by their languages. */
    private final Map<String, Map<String, String>> stems = new HashMap<>();

    void read(Entry entry, LanguageProfile usual) {
        Message message = entry.message();
        String text = message.text();
        if (message.role() == Role.TOOL) {
            readFound(text, usual);
            return;
        }
        List<FoundRange> ranges = FoundText.in(text, message.role() == Role.ASSISTANT);
        boolean assistants = message.role() == Role.ASSISTANT;
        if (ranges.isEmpty()) {
            say(text, usual, assistants);
        } else {
            say(FoundText.without(text, ranges, true), usual, assistants);
            readFound(FoundText.without(text, ranges, false), usual);
        }
    }

    /** Reads what is known to be said, such as a state's item. */
    void say(String text, LanguageProfile usual) {
        say(text, usual, false);
    }

    /** What an assistant only repeats of found text nobody says. */
    private void say(String text, LanguageProfile usual, boolean assistants) {
        LanguageProfile profile = languages.detect(text, usual);
        for (SentenceWords sentence : SentenceWords.split(text, profile)) {
            if (!assistants || repeated.isEmpty() || !repeated.holds(Statement.of(text, sentence, profile))) {
                said.addAll(stems(sentence, profile));
            }
        }
    }

    private void readFound(String all, LanguageProfile usual) {
        String text = all.length() <= LONGEST_READ ? all : all.substring(0, LONGEST_READ);
        LanguageProfile profile = languages.detect(text, usual);
        for (SentenceWords sentence : SentenceWords.split(text, profile)) {
            Statement statement = Statement.of(text, sentence, profile);
            repeated.hear(statement.text());
            if (statement.orders()) {
                ordered.addAll(stems(sentence, profile));
            } else if (isRule(text, sentence, profile)) {
                ruled.addAll(stems(sentence, profile));
            }
        }
    }

    /** Whether a sentence of a model's state does what such an order asks for, or makes a rule of what only found text says. */
    boolean steers(String text, SentenceWords sentence, LanguageProfile profile) {
        if (ordered.isEmpty() && ruled.isEmpty()) {
            return false;
        }
        Set<String> own = stems(sentence, profile);
        return isMadeOf(own, ordered) || (isRule(text, sentence, profile) && isMadeOf(own, ruled));
    }

    private boolean isMadeOf(Set<String> own, Set<String> found) {
        Set<String> foreign = new HashSet<>(own);
        foreign.retainAll(found);
        foreign.removeAll(said);
        return foreign.size() >= ENOUGH || (!own.isEmpty() && foreign.size() == own.size());
    }

    private static boolean isRule(String text, SentenceWords sentence, LanguageProfile profile) {
        return Statement.of(text, sentence, profile).types(true, false).contains(AnchorType.CONSTRAINT);
    }

    private Set<String> stems(SentenceWords sentence, LanguageProfile profile) {
        Map<String, String> known = stems.computeIfAbsent(profile.code(), first -> new HashMap<>());
        Set<String> stems = new HashSet<>();
        for (Word word : sentence.words()) {
            String lower = word.lower();
            if (profile.isUnspaced()) {
                for (int i = 0; i + 1 < lower.length(); i++) {
                    stems.add(lower.substring(i, i + 2));
                }
            } else {
                String stem = known.computeIfAbsent(lower, unknown -> stem(unknown, profile));
                if (!stem.isEmpty()) {
                    stems.add(stem);
                }
            }
        }
        return stems;
    }

    /** How a word begins; empty for one of grammar. */
    private static String stem(String word, LanguageProfile profile) {
        if (!profile.use(word).isContent()) {
            return "";
        }
        String plain = AtomKeys.folded(word);
        return plain.substring(0, Math.min(STEM, plain.length()));
    }
}
