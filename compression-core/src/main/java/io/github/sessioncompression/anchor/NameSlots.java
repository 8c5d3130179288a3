package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Word;
import java.util.BitSet;
import java.util.List;

/**
 * Where in a sentence of a language with spaces a word with a capital is a value, although no "is" stands before it: what one thing is traded for
 * another by name, "from MySQL to PostgreSQL", who has a task that one has, "Ingrid owns the billing service", and what stands last behind a
 * preposition or behind a verb of which there is one at a time, "all times in UTC", "I live in Leeds". Stateless.
 */
public final class NameSlots {
    /** Words of grammar that may stand between a name and what shows it. */
    private static final int BETWEEN = 2;
    /** Words behind what is left in which it is said to be: "Jenkins has been replaced". */
    private static final int BEHIND = 4;

    private static final String LEAVING = "leaving";
    private static final String LEFT = "left";

    private final AnchorLanguage language;
    private final LanguageProfile profile;
    private final List<Word> words;
    private final boolean trades;

    private NameSlots(AnchorLanguage language, LanguageProfile profile, List<Word> words, boolean trades) {
        this.language = language;
        this.profile = profile;
        this.words = words;
        this.trades = trades;
    }

    /** The places of such words. */
    public static BitSet of(Statement statement, List<Word> words, LanguageProfile profile) {
        NameSlots slots = new NameSlots(statement.language(), profile, words, statement.gives(AnchorLanguage.TRADE));
        BitSet names = new BitSet();
        boolean held = false;
        for (int i = 0; i < words.size(); i++) {
            if (slots.isName(i)) {
                boolean holder = slots.isHolder(i);
                held |= holder;
                // Who has a task is the value, and not what the task is.
                names.set(i, holder || slots.isTraded(i) || (!held && slots.isLast(i)));
            }
        }
        return names;
    }

    /** Adds the name that stands last behind "is" and a preposition, if one does: "our hosting is with Hetzner". */
    public static boolean addPlace(BitSet names, Statement statement, List<Word> words, LanguageProfile profile) {
        NameSlots slots = new NameSlots(statement.language(), profile, words, false);
        int last = words.size() - 1;
        boolean place = last > 1
                && slots.isName(last)
                && profile.use(words.get(last - 1)).isPreposition()
                && words.get(last - 1).after() == 0
                && statement.language().has("copula", words.get(last - 2).lower());
        names.set(last, place);
        return place;
    }

    private boolean isName(int at) {
        Word word = words.get(at);
        String surface = word.surface();
        return surface.length() > 1
                && Letters.any(surface, Character::isUpperCase)
                && Letters.all(surface, Character::isLetter)
                && (isAbbreviation(at)
                        || !(profile.use(word).isStop() || profile.use(word).isLight()))
                && !profile.use(word).isTime()
                && !language.has("weekday", word.lower())
                && !language.has("changing", word.lower())
                && (language.month(word.lower()) == 0 || isHolder(at));
    }

    /** Whether it is in capitals among words that are not: "CET", which is no French "cet". */
    private boolean isAbbreviation(int at) {
        boolean shouted = at > 0
                && words.get(at - 1).surface().length() > 1
                && Letters.all(words.get(at - 1).surface(), Character::isUpperCase);
        return !shouted && at > 0 && Letters.all(words.get(at).surface(), Character::isUpperCase);
    }

    private boolean isTraded(int at) {
        return trades && (isLeft(words, at, language, profile) || isBehind("arriving", at) || isBehind(LEFT, at));
    }

    /** Whether a word is one that holds no longer: "from MySQL", "Jenkins has been replaced". */
    public static boolean isLeft(List<Word> words, int at, AnchorLanguage language, LanguageProfile profile) {
        NameSlots slots = new NameSlots(language, profile, words, true);
        if (slots.isBehind(LEAVING, at)) {
            return true;
        }
        for (int i = at + 1;
                i < Math.min(words.size(), at + 1 + BEHIND) && words.get(i - 1).after() == 0;
                i++) {
            String lower = words.get(i).lower();
            if (language.has(LEFT, lower)) {
                return true;
            }
            boolean spare = isSpare(lower, language)
                    || profile.use(lower).isStop()
                    || profile.use(lower).isLight()
                    || profile.use(lower).isModal();
            if (!spare) {
                return false;
            }
        }
        return false;
    }

    private boolean isBehind(String key, int at) {
        for (int i = at - 1; i >= Math.max(0, at - 1 - BETWEEN); i--) {
            String lower = words.get(i).lower();
            boolean comma = words.get(i).after() != 0;
            if (comma) {
                return false;
            }
            if (language.has(key, lower)) {
                // "Sostituito da" leads to what arrives, "da" alone to what is left.
                return !key.equals(LEAVING)
                        || i == 0
                        || !language.has(LEFT, words.get(i - 1).lower());
            }
            if (!profile.use(lower).isStop() && !profile.use(lower).isPreposition() && !isSpare(lower)) {
                return false;
            }
        }
        return false;
    }

    /** Whether it is who has a task of which there is one: in front of the verb. */
    private boolean isHolder(int at) {
        for (int i = 0; i < at; i++) {
            if (!isSpare(words.get(i).lower()) && !profile.use(words.get(i)).isDeterminer()) {
                return false;
            }
        }
        int verb = at + 1;
        while (verb < words.size() && isSpare(words.get(verb).lower())) {
            verb++;
        }
        return verb < words.size()
                && words.get(at).after() == 0
                && language.has("in-charge", words.get(verb).lower());
    }

    /** Whether it stands last, behind a preposition or such a verb. */
    private boolean isLast(int at) {
        int behind = 0;
        for (int i = at + 1; i < words.size(); i++) {
            String lower = words.get(i).lower();
            boolean particle =
                    profile.use(lower).isPreposition() && words.get(i - 1).after() == 0 && behind++ == 0;
            if (!particle && !isSpare(lower)) {
                return false;
            }
        }
        int before = at - 1;
        boolean direct = true;
        boolean now = before >= 0 && language.has("now", words.get(before).lower()) && language.has("copula", "—");
        while (before >= 0
                && (isSpare(words.get(before).lower())
                        || profile.use(words.get(before)).isDeterminer()
                        || language.has("unsettled", words.get(before).lower()))) {
            direct &= isSpare(words.get(before).lower());
            before--;
        }
        boolean is = words.subList(0, at).stream().anyMatch(word -> language.has("copula", word.lower()));
        if (is
                || before < 0
                || words.get(at).opensSentence()
                || words.get(before).after() != 0) {
            return false;
        }
        String lower = words.get(before).lower();
        boolean in = profile.use(lower).isPreposition() || language.has("place", lower);
        // Where nothing stands for "is", what stands behind a preposition may be where something is.
        in &= direct || isOnlyValue(at);
        in &= !language.has("copula", "—") || isOfOne(words.subList(0, at), language);
        return now || in || language.has("one-at-a-time", lower) || language.has("in-charge", lower);
    }

    /** Whether a sentence with a verb of which there is one at a time gives no other value: "ik rijd in een Volvo". */
    private boolean isOnlyValue(int at) {
        return isOfOne(words.subList(0, at), language)
                && words.stream().noneMatch(word -> word.isAtom() || language.has("weekday", word.lower()));
    }

    private boolean isSpare(String lower) {
        return isSpare(lower, language);
    }

    private static boolean isSpare(String lower, AnchorLanguage language) {
        return language.has("now", lower) || language.has("changing", lower);
    }

    /** Whether one has a word of which there is one holder or one at a time. */
    public static boolean isOfOne(List<Word> words, AnchorLanguage language) {
        return words.stream()
                .anyMatch(
                        word -> language.has("in-charge", word.lower()) || language.has("one-at-a-time", word.lower()));
    }
}
