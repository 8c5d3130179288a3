package io.github.sessioncompression.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The beginning of what somebody says behind an offer, with the items of it that it names: "Agreed: B.", "2 please", "the second one". Lives for one utterance. */
final class Choice {
    /** Words among which an item is named. */
    private static final int LEAD = 6;
    /** Words of one that names a label in small letters. */
    private static final int SHORTEST = 3;
    /** Characters of one in a script without spaces. */
    private static final int LONGEST_UNSPACED = 12;

    private static final String LAST = "ordinal-last";
    private static final List<String> ORDINALS = List.of("ordinal-1", "ordinal-2", "ordinal-3", LAST);

    private final List<Word> words;
    private final LanguageProfile profile;
    private final List<Offer.Said> offer;
    /** The places of words that name an item, or say what items are called. */
    private final BitSet naming = new BitSet();

    Choice(List<Word> words, LanguageProfile profile, List<Offer.Said> offer) {
        this.words = words;
        this.profile = profile;
        this.offer = offer;
    }

    /** Whether an item may be among its first words, so that it is worth looking for one. */
    boolean mayName() {
        return profile.isUnspaced()
                || IntStream.range(0, Math.min(LEAD, words.size())).anyMatch(this::mayName)
                || ordinal() != null;
    }

    /** Whether a word looks like a label where it stands. */
    private boolean mayName(int at) {
        Word word = words.get(at);
        String surface = word.surface();
        if (surface.length() > (word.isAtom() ? OfferedItem.LONGEST_LABEL : 1)) {
            return false;
        }
        boolean last = at + 1 == words.size() || word.after() != 0;
        boolean grammar = profile.use(word).isStop() || profile.use(word).isLight();
        return word.isAtom() || last || !grammar || isBehindContent(at);
    }

    /** Those of two or more items that it names, up to a mark behind the first. */
    List<OfferedItem> of(List<OfferedItem> items) {
        List<OfferedItem> named = new ArrayList<>();
        for (int i = 0; i < Math.min(LEAD, words.size()); i++) {
            for (OfferedItem item : items) {
                if (!item.label().isEmpty() && names(i, item.label()) && !named.contains(item)) {
                    named.add(item);
                    naming.set(isCalled(i) ? i - 1 : i, i + 1);
                }
            }
            char after = words.get(i).after();
            if (!named.isEmpty() && after != 0 && after != ',') {
                break;
            }
        }
        String ordinal = named.isEmpty() ? ordinal() : null;
        int place = ordinal == null ? -1 : ordinal.equals(LAST) ? items.size() - 1 : ORDINALS.indexOf(ordinal);
        return place < 0 || place >= items.size() ? named : List.of(items.get(place));
    }

    /** Whether a word is a label, and neither a word of grammar nor the number of something. */
    private boolean names(int at, String label) {
        Word word = words.get(at);
        if (profile.isUnspaced()) {
            return isAlone(word.surface(), label);
        }
        if (!word.surface().toUpperCase(Locale.ROOT).equals(label)) {
            return false;
        }
        if (word.isAtom()) {
            return isIdle(at, at) || isCalled(at);
        }
        boolean last = at + 1 == words.size() || word.after() != 0;
        boolean grammar = profile.use(word).isStop() || profile.use(word).isLight();
        if (word.surface().equals(label)) {
            return !grammar || last || isCalled(at);
        }
        return (last || !grammar) && ((words.size() <= SHORTEST && isIdle(at, at)) || isCalled(at));
    }

    /** Whether all words but those that name items carry little. */
    boolean isOnly() {
        if (profile.isUnspaced()) {
            return words.size() == 1;
        }
        return naming.isEmpty() // the place of an item, beside which nothing is said
                || IntStream.range(0, words.size()).allMatch(at -> naming.get(at) || isIdle(at) || isAdded(at));
    }

    /** Whether a word is said for politeness, or is the last behind what is named and a preposition: "B per favore". */
    private boolean isAdded(int at) {
        boolean behind = at > 1
                && at + 1 == words.size()
                && naming.get(at - 2)
                && profile.use(words.get(at - 1)).isPreposition();
        return behind || profile.use(words.get(at)).isCourtesy();
    }

    /** Whether its first words name a place, "the second one", or both, none or the other of them. */
    boolean isOfPlace() {
        int to = Math.min(SHORTEST, words.size());
        return ordinal() != null
                || IntStream.range(0, to).anyMatch(i -> profile.cueLength("ordinal-other", words, i, to) > 0);
    }

    /** The place in the list that a few words name, "the second one", "the last hotel"; {@code null} if they name none. */
    private @Nullable String ordinal() {
        if (words.size() > LEAD) {
            return null;
        }
        for (String cue : ORDINALS) {
            for (int i = 0; i < words.size(); i++) {
                boolean named = profile.isUnspaced()
                        ? words.get(i).surface().length() <= LONGEST_UNSPACED && profile.hasCue(cue, words, i, i + 1)
                        : profile.cueLength(cue, words, i, i + 1) > 0 && isPlace(i);
                if (named) {
                    return cue;
                }
            }
        }
        return null;
    }

    private boolean isPlace(int at) {
        if (at + 1 == words.size()) {
            return isIdle(at, at);
        }
        Word next = words.get(at + 1);
        boolean other =
                words.get(at).after() != 0 || next.isAtom() || profile.use(next).isTime();
        boolean mine = profile.use(next).isFirstPerson();
        return !other && !mine && (isIdle(at, at) || (isSaid(next.lower()) && isIdle(at, at + 1)));
    }

    /** Whether all words but those from one place to another carry little. */
    private boolean isIdle(int from, int to) {
        for (int i = 0; i < words.size(); i++) {
            if ((i < from || i > to) && !isIdle(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isIdle(int at) {
        String lower = words.get(at).lower();
        WordUse use = profile.use(words.get(at));
        return use.isStop()
                || use.isLight()
                || use.isNegation()
                || use.isComparison()
                || use.isYes()
                || use.isJoiner()
                || lower.length() <= OfferedItem.LONGEST_LABEL
                || profile.cueLength("acknowledgement", words, at, at + 1) > 0
                || profile.cueLength("decision", words, at, at + 1) > 0
                || profile.cueLength("correction", words, at, at + 1) > 0;
    }

    /** Whether the word in front says what the choices are called, "option 2": it is among those of the offer, or all that is said besides. */
    private boolean isCalled(int at) {
        return isBehindContent(at)
                && (isIdle(at - 1, at) || isSaid(words.get(at - 1).lower()));
    }

    private boolean isBehindContent(int at) {
        if (at == 0 || words.get(at - 1).after() != 0) {
            return false;
        }
        Word before = words.get(at - 1);
        WordUse use = profile.use(before);
        return !before.isAtom() && !use.isStop() && !use.isLight() && !use.isNegation() && !use.isPreposition();
    }

    private boolean isSaid(String lower) {
        return offer.stream().anyMatch(sentence -> sentence.words().stream()
                .anyMatch(word -> word.lower().equals(lower)));
    }

    /** Whether a label stands in a run of words without a letter or digit of its kind beside it. */
    private static boolean isAlone(String run, String label) {
        int at = run.toUpperCase(Locale.ROOT).indexOf(label);
        int end = at + label.length();
        return at >= 0
                && run.length() <= LONGEST_UNSPACED
                && (at == 0 || !isPlain(run.charAt(at - 1)))
                && (end == run.length() || !isPlain(run.charAt(end)));
    }

    private static boolean isPlain(char c) {
        return c < 128 && Character.isLetterOrDigit(c);
    }

    /** Whether it turns down what it names; "no, option 1" turns down what was chosen before. */
    boolean denies() {
        int from = words.get(0).after() != 0 ? 1 : 0;
        return words.subList(from, words.size()).stream()
                .anyMatch(word -> profile.use(word).isNegation());
    }

    /** The values that are all it says, or all up to its first mark, in lower case; empty if it says more. */
    Set<String> values(boolean corrects) {
        Set<String> values = new HashSet<>();
        List<Word> only = !corrects && Fragments.giveOnlyValues(words, profile) ? words : opening();
        for (Word word : only) {
            if (word.isAtom()
                    || (only.size() == words.size() && profile.use(word).isTime())) {
                values.add(word.lower());
            }
        }
        return values;
    }

    /** The one or two words up to the first mark that give a value: "17.50, I read the wrong line", "12 euros, not more". */
    private List<Word> opening() {
        int to = words.get(0).after() != 0 || words.size() == 1 ? 1 : 2;
        boolean set = to < words.size()
                && words.get(to - 1).after() == ','
                && words.get(0).isAtom();
        return set ? words.subList(0, to) : List.of();
    }
}
