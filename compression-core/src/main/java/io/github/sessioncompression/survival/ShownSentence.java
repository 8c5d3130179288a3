package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Offer;
import io.github.sessioncompression.text.Replies;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How the sentence of an anchor is shown: cut where it is too long, and behind the question that it answers, or what it chooses of what was offered, where
 * it says too little without: "Move it to Friday?: Agreed: B."
 *
 * <p>Not thread-safe; lives for one reading.
 */
final class ShownSentence {
    private static final int LONGEST_SENTENCE = 400;

    private static final String CLOSING = ".!?。！？…:;,：；，、";

    /** The last message of a person, its language and who said it. */
    private @Nullable TextReading last;

    private LanguageProfile language;
    private String other = "";
    private @Nullable Offering offering;
    /** The questions that the last message ends with, and their texts. */
    private final List<List<Word>> questions = new ArrayList<>();

    private final List<String> asked = new ArrayList<>();
    /** The message with the list of which something was chosen last, and how many messages are behind it. */
    private @Nullable Offering listed;

    private int since;
    /** Whether nothing but acknowledgements was said in the message that is read, and nothing was chosen. */
    private boolean open;

    private boolean chose;
    /** What was chosen of a list by the sentence read last; {@code null} if nothing was. */
    private Offer.@Nullable Chosen ofList;
    /** The anchors of what was chosen last of a list. */
    private List<Integer> taken = List.of();
    /** Whether what was chosen takes the place of what had been chosen before. */
    private boolean anew;

    private long lastSource;
    private long inFront;

    ShownSentence(LanguageProfile language) {
        this.language = language;
    }

    /** The text of a sentence that is not too long. */
    static String cut(String text) {
        return text.length() <= LONGEST_SENTENCE ? text : text.substring(0, LONGEST_SENTENCE);
    }

    /** The words around a value of a sentence that is too long to be shown. */
    static String around(String text, Atom atom) {
        int from = Math.max(0, atom.start() - LONGEST_SENTENCE / 4);
        int to = Math.min(text.length(), atom.end() + LONGEST_SENTENCE / 4);
        while (from > 0 && from < atom.start() && !Character.isWhitespace(text.charAt(from - 1))) {
            from++;
        }
        while (to < text.length() && to > atom.end() && !Character.isWhitespace(text.charAt(to))) {
            to--;
        }
        return text.substring(from, to).strip();
    }

    /**
     * What stands in front of a sentence of a person's message: what it chooses or the question that it answers. Empty if it does neither or is understood
     * without.
     *
     * @param own whether the person says it, and does not pass it on
     */
    String inFront(TextReading reading, int at, boolean own, String speaker, LanguageProfile profile) {
        chose = false;
        ofList = null;
        anew = false;
        open = at == 0
                || (open && at < Offer.FIRST && isIdle(reading.sentences().get(at - 1), profile));
        SentenceWords sentence = reading.read(at).words();
        if (sentence.end() == '?' || sentence.aside()) {
            return "";
        }
        String chosen = own && open ? chosen(reading.sense(at), speaker, profile) : "";
        open &= chosen.isEmpty();
        if (!chosen.isEmpty()) {
            return chosen;
        }
        inFront = lastSource;
        return at == 0 && !questions.isEmpty() && !other.equals(speaker) ? answered(sentence.words(), profile) : "";
    }

    private String answered(List<Word> answer, LanguageProfile profile) {
        List<Integer> answered = Replies.answered(questions, answer, profile);
        List<Word> words =
                answered.stream().flatMap(at -> questions.get(at).stream()).toList();
        return Replies.leaveOut(answer, words, profile)
                ? front(answered.stream()
                        .map(at -> asked.get(at).replace('?', ' ').strip())
                        .collect(Collectors.joining(", ")))
                : "";
    }

    /** The number of the message that what stands in front of the sentence is from. */
    long sourceInFront() {
        return inFront;
    }

    private String chosen(Senses.Sense sense, String speaker, LanguageProfile profile) {
        Offering now = offering();
        boolean corrects = profile.corrects(sense.words().words());
        String chosen = now == null ? "" : chosen(now, sense, corrects, speaker, profile, false);
        Offering list = listed;
        if (!chosen.isEmpty() || list == null || !corrects || since > Offer.NEAR) {
            return chosen;
        }
        chosen = chosen(list, sense, true, speaker, profile, true);
        anew = !chosen.isEmpty();
        return chosen;
    }

    private String chosen(
            Offering from,
            Senses.Sense sense,
            boolean corrects,
            String speaker,
            LanguageProfile profile,
            boolean listOnly) {
        List<Word> words = sense.words().words();
        boolean known = corrects
                || sense.changes()
                || (sense.values() != null && sense.values().change() != null)
                || sense.wrong() != null
                || sense.types().contains(AnchorType.CORRECTION);
        Offer.Chosen chosen =
                from.speaker().equals(speaker) ? null : from.offer().chosenBy(words, profile, known);
        if (chosen == null || (listOnly && !chosen.item())) {
            return "";
        }
        boolean more = chosen.parts().stream()
                .flatMap(part -> from.words(part).stream())
                .anyMatch(word -> !holds(words, word));
        if (!more) {
            return "";
        }
        chose = chosen.only();
        inFront = from.source();
        ofList = chosen.item() ? chosen : null;
        if (chosen.item() && !from.equals(listed)) {
            listed = from;
            since = 0;
        }
        return front(chosen.parts().stream().map(part -> from.text(part)).collect(Collectors.joining(", ")));
    }

    /**
     * What a message that is not among those read chooses of, as the question that it was; nothing if it chooses of no list.
     *
     * @param next the message
     */
    List<Anchor> offeredTo(TextReading next, String speaker, LanguageProfile profile) {
        for (int at = 0; at < Math.min(Offer.FIRST, next.sentences().size()); at++) {
            inFront(next, at, !next.sentences().get(at).aside(), speaker, profile);
            Offer.Chosen chosen = ofList;
            Offering from = listed;
            if (chosen != null && from != null) {
                String text = cut(from.list(chosen)) + "?";
                return List.of(new Anchor(AnchorType.QUESTION, text, text, from.source(), from.origin(), 0));
            }
        }
        return List.of();
    }

    private static boolean holds(List<Word> words, Word word) {
        return words.stream().anyMatch(each -> each.lower().equals(word.lower()));
    }

    private @Nullable Offering offering() {
        TextReading before = last;
        if (offering == null && before != null) {
            List<Offer.Said> said = IntStream.range(0, before.sentences().size())
                    .mapToObj(i -> before.read(i).words())
                    .map(sentence -> new Offer.Said(sentence.words(), 0, sentence.end() == '?'))
                    .toList();
            offering = new Offering(before, new Offer(before.text(), language, said), other, lastSource);
        }
        return offering;
    }

    /** As a state has what an answer stands behind, so that it is read as one when it is read again. */
    private static String front(String said) {
        String plain = cut(said.replaceAll("\\s+", " ").replace("; ", ", "));
        int end = plain.length();
        while (end > 0 && (CLOSING.indexOf(plain.charAt(end - 1)) >= 0 || plain.charAt(end - 1) == ' ')) {
            end--;
        }
        return plain.substring(0, end) + "?: ";
    }

    private static boolean isIdle(SentenceWords sentence, LanguageProfile profile) {
        List<Word> words = sentence.words();
        return sentence.end() != '?'
                && (profile.isUnspaced()
                        ? profile.hasCue("acknowledgement", words, 0, words.size()) && words.size() == 1
                        : IntStream.range(0, words.size()).allMatch(at -> isIdle(words, at, profile)));
    }

    private static boolean isIdle(List<Word> words, int at, LanguageProfile profile) {
        String lower = words.get(at).lower();
        return !words.get(at).isAtom()
                && (profile.use(lower).isStop()
                        || profile.use(lower).isCourtesy()
                        || profile.use(lower).isYes()
                        || profile.cueLength("acknowledgement", words, at, at + 1) > 0);
    }

    /** Whether the sentence that was asked for last chooses of a list and says nothing else. */
    boolean chose() {
        return chose;
    }

    /**
     * Takes note of the anchors that the sentence gave.
     *
     * @return those of the choice whose place it takes: "no, option 1 instead"
     */
    List<Integer> given(int first, int end) {
        if (!chose) {
            return List.of();
        }
        List<Integer> before = anew ? taken : List.of();
        taken = IntStream.range(first, end).boxed().toList();
        return before;
    }

    /** What a sentence is, a choice of a user's among it. */
    List<AnchorType> types(Statement statement, boolean own, boolean failed, StateItem.Origin origin) {
        List<AnchorType> types = statement.types(own, failed);
        boolean decides = chose
                && origin == StateItem.Origin.USER
                && !statement.defers()
                && types.stream().noneMatch(AnchorType::isRule);
        if (!decides) {
            return types;
        }
        List<AnchorType> all = new ArrayList<>(types);
        all.add(AnchorType.DECISION);
        return all;
    }

    /** Ends a person's message. */
    void end(TextReading reading, String speaker, LanguageProfile profile, long source) {
        questions.clear();
        asked.clear();
        List<SentenceWords> sentences = reading.sentences();
        for (int i = sentences.size() - 1; i >= 0 && asked.size() < Replies.MOST_QUESTIONS; i--) {
            List<Word> words = sentences.get(i).words();
            boolean asks = sentences.get(i).end() == '?'
                    && words.size() <= Replies.LONGEST_QUESTION
                    && !words.get(words.size() - 1).quoted();
            if (!asks) {
                break;
            }
            questions.add(0, words);
            asked.add(0, reading.read(i).statement().text());
        }
        last = reading;
        language = profile;
        other = speaker;
        lastSource = source;
        offering = null;
        since++;
    }
}
