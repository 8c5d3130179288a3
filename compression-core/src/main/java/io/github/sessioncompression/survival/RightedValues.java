package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.value.OutdatedValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The values that corrections put right, for those who hold a text against them. Not thread-safe; lives for one reading. */
final class RightedValues {
    private final List<Anchor> anchors;
    private final Set<Integer> gone;
    private final List<Righted> all = new ArrayList<>(0);
    private AnchorLanguage language = AnchorLanguage.of("");
    private Set<String> now = Set.of();

    /** None yet; {@code gone} gets the places of those among the anchors. */
    RightedValues(List<Anchor> anchors, Set<Integer> gone) {
        this.anchors = anchors;
        this.gone = gone;
    }

    /**
     * A value that a correction put right.
     *
     * @param sentence the one that gave it
     * @param before its keys
     * @param now the keys of what the correction gives
     */
    private record Righted(String sentence, AnchorLanguage language, Set<String> before, Set<String> now) {}

    /** What is added from now on is put right by a correction that gives those values, some of them as wrong. */
    void by(AnchorLanguage language, List<SaidValue> given, Set<String> wrong) {
        this.language = language;
        now = given.stream()
                .filter(value -> !value.isAnyOf(wrong))
                .flatMap(value -> value.keys().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Takes away a value.
     *
     * @param place its anchor's
     * @param whole whether the correction says all else that its sentence does
     */
    void add(int place, SaidValue value, boolean whole) {
        gone.add(place);
        String sentence = anchors.get(place).sentence();
        if (value.keys().stream().noneMatch(now::contains)) {
            all.add(new Righted(sentence, language, Set.copyOf(value.keys()), now));
        }
        if (whole) {
            takeAwaySentence(place, sentence);
        }
    }

    /** Takes away what else a sentence is; of several values in it each may be of another thing. */
    private void takeAwaySentence(int value, String sentence) {
        int first = value;
        while (first > 0 && anchors.get(first - 1).sentence().equals(sentence)) {
            first--;
        }
        int end = value + 1;
        while (end < anchors.size() && anchors.get(end).sentence().equals(sentence)) {
            end++;
        }
        if (anchors.subList(first, end).stream()
                        .filter(each -> each.type().isAtom())
                        .count()
                == 1) {
            IntStream.range(first, end).forEach(gone::add);
        }
    }

    /** The values with what each was said of. */
    List<OutdatedValue> outdated() {
        return all.stream()
                .map(each -> new OutdatedValue(
                        each.language(), subject(each.sentence(), each.language()), each.before(), each.now(), ""))
                .toList();
    }

    /** The stems of the words of content in a sentence. */
    private static Set<String> subject(String sentence, AnchorLanguage language) {
        LanguageProfile profile = Languages.shared().profile(language.code());
        Stems stems = Stems.of(language.code());
        Set<String> subject = new HashSet<>();
        for (SentenceWords part : SentenceWords.split(sentence, profile)) {
            ContentWords.of(part, List.of(), profile).forEach(word -> subject.add(stems.stem(word)));
        }
        return subject;
    }
}
