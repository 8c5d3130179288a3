package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Visible;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a query asks for, as one conversation's index understands it: words, speakers, days, and whose words they are.
 *
 * <p>Plain text: there is no search language, so no sign has a meaning of its own.
 */
final class Query {
    /** So much of a query is read, in UTF-16 units: a page. */
    static final int MAX_CHARS = 4_000;

    /** So many different words of it are looked for. */
    static final int MAX_WORDS = 64;

    /** An everyday word tells less than others, however rare it is. */
    private static final double LIGHT_WEIGHT = 0.7;

    /** A word that only begins like the one asked for ("counsellor", "counselling") tells half as much. */
    private static final double RELATED_FACTOR = 0.5;

    private static final int RELATED_PREFIX = 5;
    private static final int MAX_RELATED = 20;

    private final List<SoughtWord> words = new ArrayList<>();
    private final Set<String> terms = new HashSet<>();
    private final Set<Integer> speakers = new HashSet<>();
    private final DayMentions days;
    private final @Nullable Role role;

    private Query(ConversationIndex index, String text) {
        String read = Visible.of(text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text);
        LanguageProfile language = Languages.shared().detect(read, index.usualLanguage());
        List<IndexedWord> all = IndexedWord.all(language, read);
        List<IndexedWord> content = IndexedWord.contentOf(language, all);
        List<IndexedWord> asked = withoutSpeakers(index, content);
        days = DayMentions.in(language, all);
        role = whose(language, all);
        Map<Integer, Set<String>> otherwise = inOtherLanguages(index, language, read);
        List<IndexedWord> looked = new ArrayList<>();
        for (IndexedWord word : asked) {
            if (looked.size() < MAX_WORDS && terms.add(word.term())) {
                looked.add(word);
            }
        }
        for (IndexedWord word : looked) {
            double weight = language.use(word.word()).isLight() ? LIGHT_WEIGHT : 1;
            words.add(sought(index, word.term(), otherwise.getOrDefault(word.start(), Set.of()), weight));
        }
    }

    private static boolean hasRelated(String term) {
        return term.length() > RELATED_PREFIX && Letters.all(term, Character::isLetter);
    }

    static Query of(ConversationIndex index, String text) {
        return new Query(index, text);
    }

    /** A speaker's name says whose words are meant, and not what they are about: it stands in the words of those who talk to him. */
    private List<IndexedWord> withoutSpeakers(ConversationIndex index, List<IndexedWord> content) {
        Map<String, Integer> ids = index.messages().speakerIds();
        List<IndexedWord> others = new ArrayList<>();
        for (IndexedWord word : content) {
            String plain = word.word().endsWith("'s")
                    ? word.word().substring(0, word.word().length() - 2)
                    : word.word();
            Integer id = ids.get(plain);
            if (id == null) {
                others.add(word);
            } else {
                speakers.add(id);
            }
        }
        return others.isEmpty() ? content : others;
    }

    /** "What did I say" means the user's words, "what did you recommend" the assistant's. */
    private static @Nullable Role whose(LanguageProfile language, List<IndexedWord> words) {
        boolean first =
                words.stream().anyMatch(word -> language.use(word.word()).isFirstPerson());
        boolean second =
                words.stream().anyMatch(word -> language.use(word.word()).isSecondPerson());
        if (first == second) {
            return null;
        }
        return first ? Role.USER : Role.ASSISTANT;
    }

    private static Map<Integer, Set<String>> inOtherLanguages(
            ConversationIndex index, LanguageProfile language, String text) {
        Map<Integer, Set<String>> found = new LinkedHashMap<>();
        for (LanguageProfile other : index.languages()) {
            if (!other.equals(language)) {
                for (IndexedWord word : IndexedWord.all(other, text)) {
                    found.computeIfAbsent(word.start(), start -> new LinkedHashSet<>())
                            .add(word.term());
                }
            }
        }
        return found;
    }

    private static SoughtWord sought(ConversationIndex index, String term, Set<String> otherwise, double weight) {
        SoughtWord sought = new SoughtWord(weight);
        Set<String> alike = new LinkedHashSet<>();
        alike.add(term);
        alike.addAll(otherwise);
        for (String same : alike) {
            Postings postings = index.terms().postings(same);
            if (postings != null) {
                sought.add(
                        postings,
                        1,
                        SoughtWord.rarity(postings.messages(), index.messages().size()));
            }
        }
        if (hasRelated(term)) {
            addRelated(index, term, sought);
        }
        return sought;
    }

    private static void addRelated(ConversationIndex index, String term, SoughtWord sought) {
        List<Postings> related = new ArrayList<>();
        int occurrences = 0;
        for (Map.Entry<String, Postings> entry :
                index.terms().startingWith(term.substring(0, RELATED_PREFIX)).entrySet()) {
            if (related.size() == MAX_RELATED) {
                // What so many words begin with says nothing.
                return;
            }
            occurrences += entry.getValue().messages();
            if (!entry.getKey().equals(term)) {
                related.add(entry.getValue());
            }
        }
        double rarity = SoughtWord.rarity(
                Math.min(occurrences, index.messages().size()), index.messages().size());
        for (Postings postings : related) {
            sought.add(postings, RELATED_FACTOR, rarity);
        }
    }

    /** The words that are looked for. */
    List<SoughtWord> words() {
        return words;
    }

    /** What a message of usual length is worth that has each of the words once. */
    double whole(int messages) {
        return words.stream().mapToDouble(word -> word.whole(messages)).sum();
    }

    /** Whether the term is one of those asked for. */
    boolean has(String term) {
        return terms.contains(term);
    }

    /** The numbers of the speakers it names. */
    Set<Integer> speakers() {
        return speakers;
    }

    /** The days it names. */
    DayMentions days() {
        return days;
    }

    /** The role whose words it means; {@code null} if it does not say. */
    @Nullable
    Role role() {
        return role;
    }
}
