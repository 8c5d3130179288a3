package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sentences of a model that give somebody a value of somebody else: "Mia takes 5 mg", where only Dad was said to.
 *
 * <p>A value is theirs who are named in a sentence with it, or say it of themselves. Where a word in such a sentence may stand for whomever it may be
 * anybody's. Names are told by their capitals, so only in languages that write no other words so. Linear in
 * the texts. Not thread-safe; lives for one compilation.
 */
final class Holders {
    private static final int SHORTEST_NAME = 3;
    private static final Set<String> NOBODY = Set.of();
    /** Holds what may be of whomever. */
    private static final Set<String> ANYBODY = Set.of("");

    private final Languages languages = Languages.shared();
    private final Set<String> names = new HashSet<>();
    /** Whose each value is, by its keys. */
    private final Map<String, Set<String>> holders = new HashMap<>();

    private Holders() {}

    /** Knows what the messages say, and before them the state. */
    static Holders of(List<Entry> span, @Nullable StateDocument previous, LanguageProfile usual, Readings readings) {
        Holders holders = new Holders();
        List<Read> all = new ArrayList<>();
        if (previous != null) {
            for (StateItem item : previous.items()) {
                // A note may have lost whom it is about.
                AtomScanner.scan(item.text(), AnchorLanguage.of(usual.code()))
                        .forEach(atom -> holders.know(atom, AnchorLanguage.of(usual.code()), ANYBODY));
            }
        }
        for (Entry entry : span) {
            Message message = entry.message();
            if (message.role() != Role.SYSTEM && !message.text().isBlank()) {
                boolean person = message.role() != Role.TOOL;
                LanguageProfile profile = holders.languages.detect(message.text(), usual);
                String speaker = message.name() == null ? "" : message.name().toLowerCase(Locale.ROOT);
                TextReading reading =
                        person ? readings.of(message.text(), profile) : readings.ofTool(message.text(), profile);
                holders.learnNames(reading, profile, speaker);
                all.add(new Read(reading, profile, speaker, person));
            }
        }
        all.forEach(holders::read);
        return holders;
    }

    private record Read(TextReading text, LanguageProfile profile, String speaker, boolean person) {}

    private void learnNames(TextReading reading, LanguageProfile profile, String speaker) {
        if (!speaker.isEmpty()) {
            names.add(speaker);
        }
        if (AnchorLanguage.of(profile.code()).namesHaveCapitals()) {
            for (SentenceWords sentence : reading.sentences()) {
                for (Word word : sentence.words()) {
                    String name = name(word);
                    if (isName(word, name, profile)) {
                        names.add(name);
                    }
                }
            }
        }
    }

    private static boolean isName(Word word, String name, LanguageProfile profile) {
        return word.isProper()
                && !word.quoted()
                && name.length() >= SHORTEST_NAME
                && Character.isLowerCase(word.surface().charAt(1))
                && !word.isAtom()
                && !profile.use(name).isStop()
                && !profile.use(name).isTime()
                && !profile.use(name).isBinding();
    }

    /** A word in lower case without the ending of whose something is. */
    private static String name(Word word) {
        String lower = word.lower().replace('’', '\'');
        return lower.endsWith("'s") ? lower.substring(0, lower.length() - 2) : lower;
    }

    private void read(Read read) {
        AnchorLanguage language = AnchorLanguage.of(read.profile().code());
        List<Atom> atoms = read.text().atoms();
        int at = 0;
        for (SentenceWords sentence : read.text().sentences()) {
            List<Word> words = sentence.words();
            int end = words.get(words.size() - 1).end();
            Set<String> who = null;
            while (at < atoms.size() && atoms.get(at).start() < end) {
                who = who == null ? who(words, read) : who;
                know(atoms.get(at), language, who);
                at++;
            }
        }
        while (at < atoms.size()) {
            know(atoms.get(at), language, ANYBODY);
            at++;
        }
    }

    /** Who is named in a sentence, and its speaker where she speaks of herself; anybody if a word in it may mean somebody else. */
    private Set<String> who(List<Word> words, Read read) {
        LanguageProfile profile = read.profile();
        Set<String> who = new HashSet<>();
        for (Word word : words) {
            String lower = word.lower();
            boolean self = profile.use(lower).isFirstPerson();
            if (!read.person()
                    || profile.use(lower).isThirdPerson()
                    || profile.use(lower).isSecondPerson()
                    || (self && read.speaker().isEmpty())) {
                return ANYBODY;
            }
            if (self) {
                who.add(read.speaker());
            }
        }
        who.addAll(named(words));
        return who;
    }

    private Set<String> named(List<Word> words) {
        Set<String> named = new HashSet<>();
        for (Word word : words) {
            String name = name(word);
            if (names.contains(name)) {
                named.add(name);
            }
        }
        return named;
    }

    private void know(Atom atom, AnchorLanguage language, Set<String> who) {
        for (String key : AtomKeys.of(atom.type(), atom.text(), language)) {
            holders.merge(key, who, (before, now) -> {
                Set<String> both = new HashSet<>(before);
                both.addAll(now);
                return Collections.unmodifiableSet(both);
            });
        }
    }

    /** Whether a sentence of a model begins with somebody and gives a value that is others' alone. */
    boolean areMistakenBy(String told, LanguageProfile profile) {
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        if (names.isEmpty() || profile.isUnspaced()) {
            return false;
        }
        for (SentenceWords sentence : SentenceWords.split(told, profile)) {
            List<Word> words = sentence.words();
            String first = words.get(0).lower();
            if (!names.contains(first)) {
                continue;
            }
            Set<String> named = named(words);
            int start = words.get(0).start();
            int end = words.get(words.size() - 1).end();
            for (Atom atom : AtomScanner.scan(told.substring(start, end), language)) {
                if (!atom.weak() && isOfOthers(atom, named, language)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isOfOthers(Atom atom, Set<String> named, AnchorLanguage language) {
        boolean others = false;
        for (String key : AtomKeys.of(atom.type(), atom.text(), language)) {
            Set<String> who = holders.getOrDefault(key, NOBODY);
            if (who.containsAll(ANYBODY) || !Collections.disjoint(who, named)) {
                return false;
            }
            others |= !who.isEmpty();
        }
        return others;
    }
}
