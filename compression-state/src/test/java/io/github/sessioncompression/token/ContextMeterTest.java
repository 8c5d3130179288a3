package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.token.TokenOptions.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContextMeterTest {
    private final ContextMeter meter = new ContextMeter(Source.AUTO);

    /** Counts {@code counted} tokens for a request that the provider reports {@code reported} for. */
    private static void sentAndReported(ContextMeter meter, int counted, int reported) {
        meter.sent(counted);
        meter.report(Usage.of(reported, 10));
    }

    @Test
    void countsLocallyWithoutReport() {
        assertThat(new ContextMeter(Source.AUTO).measure(1_000)).isEqualTo(1_000);
        assertThat(new ContextMeter(Source.ESTIMATE).measure(1_000)).isEqualTo(1_000);
        assertThat(new ContextMeter(Source.PROVIDER).measure(1_000)).isZero();
    }

    @Test
    void addsLaterMessagesToLastReport() {
        meter.sent(1_000);
        meter.report(new Usage(100, 1_000, 100, 0, 0));
        assertThat(meter.measure(1_000)).isEqualTo(1_200);
        assertThat(meter.measure(1_100))
                .isEqualTo(1_200 + Math.round(100 * meter.calibration().slope()));
    }

    @Test
    void correctsItsOwnCountAfterARewrite() {
        sentAndReported(meter, 1_000, 1_500);
        meter.rewritten();
        assertThat(meter.measure(1_000)).isBetween(1_490, 1_500);
        assertThat(meter.counted(meter.measure(1_000))).isBetween(999, 1_000);
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void leavesReportThatNoRequestIsAsLargeAs(Source source) {
        ContextMeter asked = new ContextMeter(source);
        sentAndReported(asked, 1_000, 1_100);
        int before = asked.measure(1_000);
        for (int i = 0; i < 3; i++) {
            sentAndReported(asked, 1_000, Integer.MAX_VALUE);

            assertThat(asked.implausible()).isEqualTo(Integer.MAX_VALUE);
            assertThat(asked.measure(1_000)).isEqualTo(before);
        }
        sentAndReported(asked, 1_000, 1_100);

        assertThat(asked.implausible()).isZero();
    }

    @Test
    void takesReportOfUncountedToolsAndMedia() {
        sentAndReported(meter, 1_000, 200_000);
        assertThat(meter.measure(1_000)).isEqualTo(200_000);
        meter.media(1_000);
        sentAndReported(meter, 1_000, 1_000_000);
        assertThat(meter.measure(1_000)).isEqualTo(1_000_000);
    }

    @Test
    void hasNoRoomIfOverheadExceedsWindow() {
        for (Source source : Source.values()) {
            ContextMeter full = new ContextMeter(source);
            full.overhead(Integer.MAX_VALUE);
            full.beside(Integer.MAX_VALUE);
            assertThat(full.counted(1_000)).isZero();
        }
    }

    @Test
    void believesOnlyTheProviderIfToldTo() {
        ContextMeter believer = new ContextMeter(Source.PROVIDER);
        sentAndReported(believer, 1_000, 700);
        assertThat(believer.measure(5_000)).isEqualTo(700);
        believer.rewritten();
        assertThat(believer.measure(5_000)).isZero();
    }

    @Test
    void ignoresReportMissingMostOfRequest() {
        for (int counted = 1_000; counted <= 10_000; counted += 500) {
            sentAndReported(meter, counted, counted + 100);
        }
        sentAndReported(meter, 10_400, 400); // all the rest came from a cache that the provider does not tell of
        assertThat(meter.measure(10_400)).isBetween(10_450, 10_550);
        meter.reported(Usage.of(500, 10), 10_900, 10_800);
        assertThat(meter.measure(10_800)).isBetween(10_850, 10_950);
        meter.rewritten();
        assertThat(meter.measure(5_000)).isBetween(5_000, 5_200);

        ContextMeter believer = new ContextMeter(Source.PROVIDER);
        sentAndReported(believer, 10_400, 400);
        assertThat(believer.measure(10_400)).isEqualTo(400);
    }

    @Test
    void ignoresReportsThatNoTokenizerExplains() {
        for (int counted = 1_000; counted <= 20_000; counted += 500) {
            sentAndReported(meter, counted, counted * 6 / 10);
            assertThat(meter.measure(counted)).isEqualTo(counted);
            assertThat(meter.counted(14_000)).isEqualTo(14_000);
        }
        meter.rewritten();
        assertThat(meter.measure(10_000)).isEqualTo(10_000);
        assertThat(meter.calibration().isObserved()).isFalse();
    }

    @Test
    void keepsWhatWasLearnedBeforeWrongReport() {
        for (int counted = 1_000; counted <= 10_000; counted += 500) {
            sentAndReported(meter, counted, counted * 12 / 10);
        }
        sentAndReported(meter, 10_500, 6_000);
        assertThat(meter.measure(10_500)).isBetween(12_500, 12_700);
    }

    @Test
    void believesLowReportForMedia() {
        meter.media(8_000);
        sentAndReported(meter, 10_000, 2_500);
        assertThat(meter.measure(10_000)).isEqualTo(2_500);
    }

    @Test
    void ignoresAReportAboutNothing() {
        meter.report(Usage.of(700, 10));
        sentAndReported(meter, 100, 0);
        assertThat(meter.measure(100)).isEqualTo(100);
    }

    @Test
    void countsQuestionSentWithViewOnce() {
        meter.sentToo(500);
        assertThat(meter.measure(500)).isEqualTo(500);
        meter.sent(1_000);
        meter.sentToo(500);
        meter.report(Usage.of(1_500, 10));
        assertThat(meter.measure(1_500)).isEqualTo(1_500);
        assertThat(meter.measure(1_600)).isEqualTo(1_600);
    }

    @Test
    void believesHighReportOnlyIfNextOneAgrees() {
        sentAndReported(meter, 1_000, 1_050);
        sentAndReported(meter, 1_100, 3_600);
        assertThat(meter.measure(1_100)).isBetween(1_100, 1_200);
        sentAndReported(meter, 1_200, 1_260);
        sentAndReported(meter, 1_300, 3_700);
        sentAndReported(meter, 1_400, 3_800);
        assertThat(meter.measure(1_400)).isEqualTo(3_800);
    }

    @Test
    void addsExtraTokensOfRunningRequest() {
        ContextMeter estimator = new ContextMeter(Source.ESTIMATE);
        estimator.overhead(300);
        estimator.beside(50);
        assertThat(estimator.measure(1_000)).isEqualTo(1_350);
        assertThat(estimator.counted(1_350)).isEqualTo(1_000);
        estimator.beside(-200);
        assertThat(estimator.measure(1_000)).isEqualTo(1_100);
    }

    @Test
    void countsItOnTopOfAReportToo() {
        meter.overhead(300);
        meter.beside(50);
        assertThat(meter.measure(1_000)).isEqualTo(1_350);
        sentAndReported(meter, 1_000, 1_300);
        assertThat(meter.measure(1_000)).isEqualTo(1_350);
        assertThat(meter.measure(900)).isEqualTo(1_350);
        assertThat(meter.measure(1_100)).isEqualTo(1_450);
        assertThat(meter.counted(1_350)).isEqualTo(1_000);

        ContextMeter believer = new ContextMeter(Source.PROVIDER);
        believer.beside(-50);
        assertThat(believer.measure(1_000)).isZero();
        believer.beside(50);
        assertThat(believer.measure(1_000)).isEqualTo(50);
        sentAndReported(believer, 1_000, 700);
        assertThat(believer.measure(5_000)).isEqualTo(750);
    }

    @Test
    void countsARequestByItselfUntilOneIsReported() {
        assertThat(meter.request(1_234)).isEqualTo(1_234);
        assertThat(meter.requestRoom(1_234)).isEqualTo(1_234);
    }

    @Test
    void tellsARequestsSizeAndRoomFromTheLastReport() {
        meter.overhead(200);
        meter.sent(1_000);
        meter.refused(1_200, 1_800);
        sentAndReported(meter, 1_000, 1_800);
        double slope = meter.calibration().slope();
        assertThat(slope).isGreaterThan(1.05);

        assertThat(meter.request(1_200)).isEqualTo(1_800);
        assertThat(meter.request(1_700)).isEqualTo(1_800 + Math.round(500 * slope));
        assertThat(meter.request(700)).isEqualTo(1_800 - Math.round(500 * slope));
        assertThat(meter.request(-9_000)).isZero();
        assertThat(meter.requestRoom(1_800)).isEqualTo(1_200);
        assertThat(meter.requestRoom(meter.request(1_700))).isBetween(1_699L, 1_701L);
        assertThat(meter.requestRoom(meter.request(700))).isBetween(699L, 701L);
    }

    @Test
    void estimateSourceTakesRequestsAsCounted() {
        ContextMeter estimator = new ContextMeter(Source.ESTIMATE);
        sentAndReported(estimator, 1_000, 1_800);
        assertThat(estimator.request(700)).isEqualTo(700);
        assertThat(estimator.requestRoom(700)).isEqualTo(700);
        assertThat(estimator.measure(1_000)).isEqualTo(1_000);
    }

    @Test
    void takesTheContextOutOfAReportOfALargerRequest() {
        meter.overhead(100);
        meter.reported(Usage.of(1_500, 10), 1_500, 1_000);
        assertThat(meter.measure(1_000)).isEqualTo(1_100);
        assertThat(meter.measure(1_200)).isEqualTo(1_300);

        meter.reported(Usage.of(1_100, 10), 1_100, 1_000);
        assertThat(meter.measure(1_000)).isEqualTo(1_100);

        meter.reported(Usage.of(0, 10), 5_000, 1_000);
        assertThat(meter.measure(1_000)).isEqualTo(1_100);
    }

    @Test
    void believesTheLastReportOfALargerRequestMoreThanAllBefore() {
        meter.overhead(100);
        meter.begin(Calibration.NONE.observe(1_000, 1_400).observe(4_000, 5_600));
        for (int i = 0; i < 3; i++) {
            meter.reported(Usage.of(2_100, 10), 1_500, 1_000);
        }
        meter.reported(Usage.of(2_180, 10), 1_500, 1_000);
        double slope = meter.calibration().slope();
        assertThat(slope).isGreaterThan(1.1);

        assertThat(meter.measure(1_000)).isEqualTo(2_180 - (int) Math.round(400 * slope));
        meter.beside(50);
        assertThat(meter.measure(1_200))
                .isEqualTo(2_180 - (int) Math.round(400 * slope) + (int) Math.round(250 * slope));
    }

    @Test
    void learnsOnlySlopeFromPartialRequest() {
        meter.reported(Usage.of(1_300, 10), 900, 1_000);
        assertThat(meter.calibration().isObserved()).isTrue();
        assertThat(meter.measure(1_000)).isNotEqualTo(1_300);
        assertThat(meter.measure(1_000)).isEqualTo((int) meter.calibration().reported(1_000));
    }

    @Test
    void startsWithKnownCalibrationUntilItHasItsOwn() {
        Calibration known = Calibration.NONE.observe(1_000, 1_400).observe(4_000, 5_600);
        meter.begin(known);
        assertThat(meter.measure(1_000)).isEqualTo((int) known.reported(1_000)).isGreaterThan(1_050);

        ContextMeter surer = new ContextMeter(Source.AUTO);
        sentAndReported(surer, 1_000, 1_000);
        Calibration own = surer.calibration();
        surer.begin(known);
        assertThat(surer.calibration()).isSameAs(own);
    }

    @Test
    void copyKeepsAllMeasurements() {
        meter.overhead(200);
        sentAndReported(meter, 1_000, 1_800);

        ContextMeter copy = meter.copy();

        assertThat(copy.measure(1_100)).isEqualTo(meter.measure(1_100));
        assertThat(copy.request(1_500)).isEqualTo(meter.request(1_500));
        meter.rewritten();
        assertThat(copy.measure(1_000)).isEqualTo(1_800);
    }
}
