package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.text.Word;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says which field of a schema a sentence belongs in, by the phrases that mark each kind of content. */
final class FieldSorting {
    private static final List<Content> BY_CUE = List.of(
            Content.TONE,
            Content.CONCEPTS,
            Content.DECISIONS,
            Content.HYPOTHESES,
            Content.NEXT,
            Content.DOING,
            Content.FILES,
            Content.DONE);
    private static final Map<Content, String> CUES = Map.of(
            Content.TONE, "style",
            Content.CONCEPTS, "known",
            Content.DECISIONS, "decision",
            Content.HYPOTHESES, "hypothesis",
            Content.DONE, "done",
            Content.NEXT, "next",
            Content.DOING, "doing");

    /** What a sentence is to a reader first of all. */
    private static final List<AnchorType> BY_TYPE =
            List.of(AnchorType.CONSTRAINT, AnchorType.COMMITMENT, AnchorType.PREFERENCE);

    private final Map<Content, String> fields = new EnumMap<>(Content.class);
    private final String usual;

    FieldSorting(StateSchema schema) {
        for (StateField field : schema.fields()) {
            fields.putIfAbsent(field.content(), field.name());
        }
        String first = schema.fields().stream()
                .filter(field -> field.content() != Content.NARRATIVE)
                .map(StateField::name)
                .findFirst()
                .orElseGet(() -> schema.fields().get(0).name());
        // Where there is no place for facts, what is under way claims less than what is done.
        usual = fields.getOrDefault(Content.FACTS, fields.getOrDefault(Content.DOING, first));
    }

    /** The field's name. */
    String fieldOf(Sentence sentence) {
        String kept = sentence.utterance.field();
        if (kept != null) {
            return kept;
        }
        if (sentence.utterance.origin() == Utterance.Origin.TOOL) {
            return usual;
        }
        for (Content content : BY_CUE) {
            String field = fields.get(content);
            if (field != null && belongs(sentence, content)) {
                return field;
            }
        }
        return usual;
    }

    /**
     * What a sentence is if it says more of itself than that it is a fact or something to be done; {@code null} if it does
     * not. What the previous state knew still holds.
     */
    static StateItem.@Nullable Kind kindOf(Sentence sentence) {
        if (sentence.question) {
            return sentence.open ? StateItem.Kind.QUESTION : null;
        }
        StateItem.Kind known = sentence.provenance.kind();
        if (known != null || sentence.utterance.origin() == Utterance.Origin.TOOL) {
            return known;
        }
        if (sentence.corrects || sentence.meaning.types().contains(AnchorType.CORRECTION)) {
            return StateItem.Kind.CORRECTION;
        }
        if (sentence.meaning.types().contains(AnchorType.DECISION)) {
            return StateItem.Kind.DECISION;
        }
        return BY_TYPE.stream()
                .filter(sentence.meaning.types()::contains)
                .map(AnchorType::kind)
                .findFirst()
                .orElse(null);
    }

    private static boolean hasCue(Sentence sentence, String cue) {
        return sentence.profile.hasCue(cue, sentence.words, 0, sentence.words.size());
    }

    /** Whether there is more in the sentence than the phrase. */
    private static boolean says(Sentence sentence) {
        return sentence.clauses.stream().mapToInt(clause -> clause.content).sum() > 2;
    }

    private static boolean belongs(Sentence sentence, Content content) {
        if (content == Content.FILES) {
            return sentence.words.stream().anyMatch(FieldSorting::isPlace);
        }
        if ((content == Content.DECISIONS || content == Content.DONE) && isOpen(sentence, content)) {
            return false;
        }
        boolean bare = (content == Content.TONE || content == Content.CONCEPTS)
                && (!says(sentence) || hasCue(sentence, "boilerplate") || hasCue(sentence, "no-style"));
        return !bare
                && sentence.profile.hasCue(CUES.getOrDefault(content, ""), sentence.words, 0, sentence.words.size());
    }

    /** Whether it asks or denies that something is decided or done; what was decided against is decided. */
    private static boolean isOpen(Sentence sentence, Content content) {
        boolean decided =
                content == Content.DECISIONS && sentence.meaning.types().contains(AnchorType.DECISION);
        return sentence.question
                || (!decided
                        && sentence.words.stream()
                                .anyMatch(word -> sentence.profile.use(word).isNegation()));
    }

    /** Whether a word is a path, a file's name or a link. */
    private static boolean isPlace(Word word) {
        String text = word.surface();
        int slash = text.indexOf('/');
        if (slash == 0 || (slash > 0 && text.indexOf('/', slash + 1) > 0)) {
            return true;
        }
        int dot = text.lastIndexOf('.');
        return dot > 0
                && dot < text.length() - 1
                && text.length() - dot <= 6
                && text.substring(dot + 1).chars().allMatch(Character::isLetter);
    }
}
