package io.github.sessioncompression.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody offers in an utterance, of which the other side's next words may choose: the items of a list, "B. Move it", or else a
 * statement or a long question whose value is repeated. "B" and "200" say nothing without it.
 *
 * <p>Not thread-safe.
 */
public final class Offer {
    /** Messages behind one with a list in which a choice of it is made anew. */
    public static final int NEAR = 6;

    /** Sentences at the beginning of a message of which one may choose: "Ok. Thanks. Then B." */
    public static final int FIRST = 3;

    /** Words of a list that is repeated whole. */
    public static final int LONGEST_LIST = 60;

    /** Words of what is repeated with a choice of it. */
    private static final int LONGEST = 30;
    /** Words of a sentence that chooses. */
    private static final int LONGEST_CHOICE = 24;
    /** Items that one choice names. */
    private static final int MOST_CHOSEN = 3;
    /** Words of content, values apart, of a statement that says what a value is of. */
    private static final int SAYS = 2;

    private final String text;
    private final LanguageProfile profile;
    private final List<Said> said;
    private @Nullable List<OfferedItem> items;

    /**
     * A sentence of an utterance.
     *
     * @param words its words
     * @param from the first of them that is in the utterance's text; what stands before is of another one
     * @param question whether it asks
     */
    public record Said(List<Word> words, int from, boolean question) {}

    /**
     * Some words of an utterance.
     *
     * @param sentence the place of their sentence in the utterance
     * @param from the first of them
     * @param to behind the last
     */
    public record Part(int sentence, int from, int to) {}

    /**
     * One thing of a list.
     *
     * @param label its letter or number; that of its place where it has none
     * @param part what it says
     */
    public record Item(String label, Part part) {}

    /**
     * What is chosen.
     *
     * @param parts what it says, one or more
     * @param item whether it is of a list; else it is the whole of a sentence
     * @param only whether it is chosen and nothing else is said, "option 2 please", so that it is no talk of it: "option 2 costs too much"
     * @param others what else stands in the list and is not chosen
     */
    public record Chosen(List<Part> parts, boolean item, boolean only, List<Part> others) {
        /** Copies the lists. */
        public Chosen {
            parts = List.copyOf(parts);
            others = List.copyOf(others);
        }
    }

    /**
     * What an utterance offers.
     *
     * @param text the utterance's text
     * @param profile its language
     * @param said its sentences
     */
    public Offer(String text, LanguageProfile profile, List<Said> said) {
        this.text = text;
        this.profile = profile;
        this.said = List.copyOf(said);
    }

    /**
     * What a sentence of the other side that asks nothing chooses or repeats a value of; {@code null} if it does neither.
     *
     * @param language its language
     * @param corrects whether it is known to put something right or to give a value anew, so that it speaks of what it says itself
     */
    public @Nullable Chosen chosenBy(List<Word> words, LanguageProfile language, boolean corrects) {
        if (words.size() > LONGEST_CHOICE || said.isEmpty()) {
            return null;
        }
        Choice choice = new Choice(words, language, said);
        Chosen item = choice.mayName() ? chosen(choice) : null;
        return item == null ? valued(choice.values(corrects)) : item;
    }

    private @Nullable Chosen chosen(Choice choice) {
        List<OfferedItem> items = items();
        List<OfferedItem> chosen = items.size() < 2 ? List.of() : choice.of(items);
        boolean denied = choice.denies();
        if (chosen.isEmpty() || chosen.size() > MOST_CHOSEN || (denied && chosen.size() > 1)) {
            return null;
        }
        List<Part> parts = new ArrayList<>();
        int all = 0;
        for (OfferedItem item : chosen) {
            Part part = item.part(said.get(item.sentence()).words());
            parts.add(part);
            all += part.to() - part.from();
        }
        if (all > LONGEST) {
            return null;
        }
        List<OfferedItem> others = new ArrayList<>(items);
        others.removeAll(denied ? items : chosen);
        return new Chosen(
                parts,
                true,
                choice.isOnly(),
                others.stream()
                        .map(item -> new Part(item.sentence(), item.from(), item.to()))
                        .toList());
    }

    /**
     * Whether an answer takes one of some things by its place or number, or both or the other, so that what they are stands in front of the question, which does not
     * name them: "The course is held here and there. Which place?", "the first"; "1) white, 2) grey. Which one?", "2".
     */
    public static boolean isOfPlace(
            List<Word> answer, List<Word> before, List<Word> question, LanguageProfile profile) {
        boolean said = Replies.asksToChoose(question, profile)
                || Fragments.values(question).size() > 1;
        if (said) {
            return false;
        }
        Set<String> given = Fragments.values(before);
        Set<String> own = Fragments.values(answer);
        boolean number = !own.isEmpty() && own.size() == answer.size() && given.size() > 1 && given.containsAll(own);
        List<Word> named = answer.subList(0, Fragments.upToMark(answer, 0));
        return number || new Choice(named, profile, List.of()).isOfPlace();
    }

    /** The list, in its order; empty if there is none. */
    public List<Item> list() {
        List<Item> list = new ArrayList<>();
        for (OfferedItem item : items()) {
            String label = item.label().isEmpty() ? String.valueOf(list.size() + 1) : item.label();
            list.add(new Item(label, item.part(said.get(item.sentence()).words())));
        }
        return list;
    }

    private List<OfferedItem> items() {
        List<OfferedItem> known = items;
        if (known == null) {
            known = OfferedItem.of(text, said);
            items = known;
        }
        return known;
    }

    /** The last sentence that gives all of some values and says what they are of; or a question at the end. */
    private @Nullable Chosen valued(Set<String> values) {
        for (int i = said.size() - 1; i >= 0 && !values.isEmpty(); i--) {
            Said sentence = said.get(i);
            Set<String> left = new HashSet<>(values);
            sentence.words().forEach(word -> left.remove(word.lower()));
            boolean last = i == said.size() - 1 && sentence.question();
            int size = sentence.words().size();
            if ((left.isEmpty() || last) && says(sentence) && size <= LONGEST) {
                return new Chosen(List.of(new Part(i, 0, size)), false, false, List.of());
            }
        }
        return null;
    }

    private boolean says(Said sentence) {
        long content = sentence.words().stream()
                .filter(word -> !word.isAtom()
                        && !profile.use(word).isStop()
                        && !profile.use(word).isLight())
                .count();
        return content >= SAYS || (profile.isUnspaced() && content > 0);
    }
}
