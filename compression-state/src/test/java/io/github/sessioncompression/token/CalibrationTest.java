package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationTest {
    /** A chat that grows by 150 tokens a turn and is halved now and then. */
    private static Calibration afterTurns(int turns, double slope, int fixed) {
        Calibration calibration = Calibration.NONE;
        int counted = 100;
        for (int i = 0; i < turns; i++) {
            calibration = calibration.observe(counted, Math.round(fixed + slope * counted));
            counted = counted > 12_000 ? counted / 2 : counted + 150;
        }
        return calibration;
    }

    @ParameterizedTest
    @CsvSource({"1.0, 0", "1.0, 5000", "1.15, 5000", "1.3, 0", "1.3, 28000", "1.6, 5000", "1.6, 24000", "0.7, 300"})
    void learnsFixedTokensAndSlope(double slope, int fixed) {
        Calibration calibration = afterTurns(60, slope, fixed);
        assertThat(calibration.slope()).isCloseTo(slope, within(0.03));
        assertThat(calibration.fixedTokens()).isCloseTo(fixed, within(60 + fixed / 50));
        assertThat(calibration.reported(20_000))
                .isCloseTo(Math.round(fixed + slope * 20_000), within(Math.round(0.03 * (fixed + slope * 20_000))));
    }

    @Test
    void takesHighFirstReportOfShortChatAsFixedTokens() {
        Calibration calibration = Calibration.NONE.observe(120, 26_000);
        assertThat(calibration.slope()).isCloseTo(1, within(0.05));
        assertThat(calibration.fixedTokens()).isBetween(25_500, 26_000);
    }

    @Test
    void learnsAnewWhenTheToolsChange() {
        Calibration calibration = afterTurns(60, 1.2, 2_000);
        int counted = 3_000;
        for (int i = 0; i < 80; i++) {
            calibration = calibration.observe(counted, Math.round(9_000 + 1.2 * counted));
            counted = counted > 12_000 ? counted / 2 : counted + 150;
        }
        assertThat(calibration.reported(8_000)).isCloseTo(9_000 + 9_600, within(600L));
    }

    @Test
    void trustsDistantReportsLess() {
        Calibration known = afterTurns(60, 1.1, 1_000);
        Calibration odd = known.observe(8_000, 80_000);
        assertThat(odd.reported(8_000)).isCloseTo(known.reported(8_000), within(1_500L));
    }

    @Test
    void oneOddReportAtTheStartMakesNoWrongLine() {
        Calibration calibration = Calibration.NONE.observe(3_110, 3_499);
        for (int counted = 3_200; counted <= 3_700; counted += 60) {
            calibration = calibration.observe(counted, Math.round(0.94 * counted));
        }
        assertThat(calibration.reported(3_694)).isBetween(3_300L, 3_650L);
        assertThat(calibration.reported(274)).isLessThan(900L);
    }

    /** Requests of every size, tools that change, and reports that are about something else. */
    @Test
    void lineStaysNearLatestReports() {
        for (int seed = 1; seed <= 2_000; seed++) {
            Random random = new Random(seed);
            double slope = 0.7 + random.nextDouble();
            int fixed = random.nextInt(28_000);
            Calibration calibration = Calibration.NONE;
            long most = 0;
            for (int i = 0; i < 50; i++) {
                int counted = 50 + random.nextInt(i % 10 == 2 ? 30_000 : 3_000);
                boolean odd = i < 30 && random.nextInt(12) == 0;
                fixed = i < 20 && random.nextInt(20) == 0 ? random.nextInt(28_000) : fixed;
                long reported = Math.round(fixed + slope * counted) * (odd ? 1 + random.nextInt(4) : 1);
                most = Math.max(most, reported);
                calibration = calibration.observe(counted, reported);
                assertThat((long) calibration.fixedTokens()).as("seed %s", seed).isLessThanOrEqualTo(most + most / 5);
            }
            for (int counted : new int[] {200, 1_500, 3_000}) {
                double truth = fixed + slope * counted;
                assertThat((double) calibration.reported(counted))
                        .as("seed %s, %s counted, %s", seed, counted, calibration)
                        .isCloseTo(truth, within(400 + 0.1 * truth));
            }
        }
    }

    @Test
    void turnsReportedTokensIntoCountedOnes() {
        Calibration calibration = afterTurns(60, 1.3, 5_000);
        long counted = calibration.counted(30_000);
        assertThat(calibration.reported(counted)).isBetween(29_998L, 30_000L);
        assertThat(calibration.counted(1_000)).isNegative();
        assertThat(Calibration.NONE.counted(700)).isEqualTo(700);
    }

    @Test
    void otherChatInheritsOnlySlope() {
        Calibration other = afterTurns(60, 1.5, 20_000).forAnotherChat();
        assertThat(other.slope()).isCloseTo(1.5, within(0.03));
        assertThat(other.fixedTokens()).isZero();
        assertThat(other.isObserved()).isFalse();
        Calibration learned = other.observe(200, 3_300);
        assertThat(learned.fixedTokens()).isCloseTo(3_000, within(20));
        assertThat(learned.isObserved()).isTrue();
    }

    @Test
    void attributesFirstRefusalMainlyToSlope() {
        Calibration refused = Calibration.NONE.refused(3_700, 5_300);
        assertThat(refused.reported(3_700)).isBetween(4_900L, 5_300L);
        assertThat(refused.fixedTokens()).isLessThan(800);
        assertThat(refused.slope()).isBetween(1.15, 1.5);
    }

    @Test
    void ignoresMissingReport() {
        Calibration calibration = Calibration.NONE.observe(1_000, 1_500);
        assertThat(calibration.observe(1_000, 0)).isSameAs(calibration);
        assertThat(calibration.observe(1_000, -5)).isSameAs(calibration);
        assertThat(calibration.observe(0, 1_000)).isSameAs(calibration);
    }

    @Test
    void staysWithinItsBounds() {
        Calibration up = Calibration.NONE;
        Calibration down = Calibration.NONE;
        for (int i = 0; i < 500; i++) {
            up = up.observe(1 + i % 7, Long.MAX_VALUE);
            down = down.observe(Long.MAX_VALUE - i, 1);
            assertThat(up.slope()).isBetween(0.5, 2.5);
            assertThat(down.slope()).isBetween(0.5, 2.5);
            assertThat(up.fixedTokens()).isBetween(0, 1_000_000);
            assertThat(down.fixedTokens()).isBetween(0, 1_000_000);
        }
        assertThat(up.reported(100)).isPositive();
    }
}
