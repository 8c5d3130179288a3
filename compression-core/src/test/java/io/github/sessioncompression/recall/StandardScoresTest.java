package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How far scores stand out is told from the best of them alone. */
class StandardScoresTest {
    private static double[] drawn(int count, long seed) {
        Random random = new Random(seed);
        return random.doubles(count)
                .map(x -> 0.3 + 0.05 * random.nextGaussian())
                .boxed()
                .sorted(Comparator.reverseOrder())
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 1_000, 5_000, 100_000})
    void areThoseOfAllMessagesThoughOnlyTheBestAreKnown(int all) {
        for (long seed = 1; seed <= 10; seed++) {
            double[] best = Arrays.copyOf(drawn(all, seed), 200);
            best[0] = 0.3 + 0.05 * 8;

            double[] standard = StandardScores.of(best, all);

            assertThat(standard[0]).as("seed %s", seed).isCloseTo(8, within(2.0));
            for (int rank = 10; rank < best.length; rank++) {
                assertThat(standard[rank])
                        .as("seed %s, rank %s", seed, rank)
                        .isCloseTo(Math.max(0, (best[rank] - 0.3) / 0.05), within(0.4));
            }
        }
    }

    @Test
    void areExactWhereAllAreKnown() {
        assertThat(StandardScores.of(new double[] {3, 2, 1}, 3))
                .containsExactly(new double[] {Math.sqrt(1.5), 0, 0}, within(1e-9));
    }

    @Test
    void letStandOutWhatIsAloneAmongEquals() {
        double[] scores = new double[200];
        Arrays.fill(scores, 0.1);
        scores[0] = 0.9;

        assertThat(StandardScores.of(scores, 301)[0]).isGreaterThan(3);
    }

    @Test
    void sayNothingWhereNothingDiffers() {
        assertThat(StandardScores.of(new double[] {}, 0)).isEmpty();
        assertThat(StandardScores.of(new double[] {1}, 1)).containsExactly(0);
        assertThat(StandardScores.of(new double[] {1}, 9)).containsExactly(0);
        assertThat(StandardScores.of(new double[] {1, 1, 1}, 2)).containsExactly(0, 0, 0);
        assertThat(StandardScores.of(new double[] {1, 1, 1}, 9)).containsExactly(0, 0, 0);
    }

    @Test
    void knowTheQuantilesOfANormalDistribution() {
        assertThat(StandardScores.quantile(0.5)).isCloseTo(0, within(1e-3));
        assertThat(StandardScores.quantile(0.1587)).isCloseTo(1, within(1e-3));
        assertThat(StandardScores.quantile(0.8413)).isCloseTo(-1, within(1e-3));
        assertThat(StandardScores.quantile(0.00135)).isCloseTo(3, within(1e-3));
    }
}
