package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.Hit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** As much of what was found as there is room for, and how long it stays. */
class ExpansionFittingTest {
    private static final Entry QUESTION = Contexts.entry(50, Message.user("What of the pots?"));
    private static final int FRAME = tokens(List.of(Message.assistant(Expansion.ACKNOWLEDGEMENT)));

    private static Hit hit(long sequence, String excerpt) {
        return new Hit(sequence, Role.USER, null, null, "L0:s" + sequence, excerpt, 1);
    }

    private static int tokens(List<Message> messages) {
        return messages.stream().mapToInt(Contexts.RULES::count).sum();
    }

    private static Expansion of(int room, Hit... hits) {
        return Objects.requireNonNull(Expansion.of(QUESTION, List.of(hits), room, Contexts.RULES));
    }

    private static String words(String word, int number) {
        return (word + " ").repeat(number).strip();
    }

    @Test
    void quotesHitsInChronologicalOrder() {
        Expansion expansion = of(10_000, hit(9, "nine"), hit(2, "two"), hit(5, "five"));

        assertThat(expansion.messages().get(0).text()).containsSubsequence("two", "five", "nine");
        assertThat(expansion.quoted()).isEqualTo(Set.of(2L, 5L, 9L));
        assertThat(expansion.texts()).containsExactly("nine", "two", "five");
        assertThat(expansion.tokens()).isEqualTo(tokens(expansion.messages()));
        assertThat(expansion.messages()).extracting(Message::role).containsExactly(Role.USER, Role.ASSISTANT);
    }

    @Test
    void noMoreThanTheMostImportantOnesAreQuoted() {
        List<Hit> hits = List.of(hit(9, "nine"), hit(2, "two"), hit(5, "five"), hit(7, "seven"));

        Expansion three = Expansion.of(QUESTION, hits, 10_000, Contexts.RULES);

        assertThat(Objects.requireNonNull(three).quoted()).isEqualTo(Set.of(9L, 2L, 5L));
    }

    @Test
    void quotesHitWholeIfItFits() {
        Hit hit = hit(2, words("pot", 400));
        int whole = of(10_000, hit).tokens();

        assertThat(of(whole, hit).texts()).containsExactly(hit.excerpt());
        assertThat(of(whole - 1, hit).texts().get(0))
                .endsWith("…")
                .hasSizeLessThan(hit.excerpt().length());
    }

    @Test
    void nearlyAllOfTheRoomIsUsed() {
        Hit hit = hit(2, words("pot", 4_000));
        for (int room = 300; room < 2_000; room += 100) {
            assertThat(of(room, hit).tokens()).isBetween(room * 8 / 10, room);
        }
    }

    @Test
    void omitsHitWithRoomForFewCharacters() {
        Hit large = hit(2, words("pot", 4_000));
        int least = IntStream.range(FRAME, 1_000)
                .filter(room -> Expansion.of(QUESTION, List.of(large), room, Contexts.RULES) != null)
                .findFirst()
                .orElseThrow();

        assertThat(of(least, large).texts().get(0)).hasSizeBetween(80, 110);
        assertThat(Expansion.of(QUESTION, List.of(large), least - 1, Contexts.RULES))
                .isNull();
    }

    @Test
    void quotesSmallHitInsteadOfLargeOne() {
        int small = of(10_000, hit(5, "five")).tokens();

        assertThat(of(small, hit(2, words("pot", 4_000)), hit(5, "five")).quoted())
                .isEqualTo(Set.of(5L));
    }

    @Test
    void keepsExpansionPerQuestionWithItsTokens() {
        Expansions expansions = new Expansions();
        Expansion one = of(10_000, hit(2, "two"));
        Entry later = Contexts.entry(60, Message.user("And now?"));
        Expansion other = Objects.requireNonNull(Expansion.of(later, List.of(hit(7, "seven")), 10_000, Contexts.RULES));
        expansions.add(other);
        expansions.add(one);

        assertThat(expansions.tokens()).isEqualTo(one.tokens() + other.tokens());
        assertThat(expansions.quoted()).isEqualTo(Set.of(2L, 7L));
        assertThat(expansions.last()).isEqualTo(other);
        assertThat(expansions.of(QUESTION)).isEqualTo(one);
        assertThat(expansions.of(Contexts.entry(50, Message.user("Another question"))))
                .isNull();

        expansions.clear();

        assertThat(expansions.last()).isNull();
        assertThat(expansions.tokens()).isZero();
        assertThat(expansions.quoted()).isEmpty();
    }

    @Test
    void eachQuestionIsSettledOnce() {
        Expansions expansions = new Expansions();
        assertThat(expansions.isSettled(1)).isFalse();

        expansions.settle(5);
        expansions.settle(3);

        assertThat(expansions.isSettled(5)).isTrue();
        assertThat(expansions.isSettled(6)).isFalse();
    }
}
