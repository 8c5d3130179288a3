package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.token.Calibration;
import io.github.sessioncompression.token.TokenOptions.Source;
import io.github.sessioncompression.token.Usage;
import org.junit.jupiter.api.Test;

class ContextMeterTest {
    @Test
    void countsLocallyWhereNothingWasReported() {
        assertThat(new ContextMeter(Source.AUTO).measure(1_000)).isEqualTo(1_000);
        assertThat(new ContextMeter(Source.ESTIMATE).measure(1_000)).isEqualTo(1_000);
        assertThat(new ContextMeter(Source.PROVIDER).measure(1_000)).isZero();
    }

    @Test
    void takesTheLastReportAndAddsWhatCameAfterIt() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
        meter.sent(1_000);
        meter.report(new Usage(100, 1_000, 100, 0, 0));
        assertThat(meter.measure(1_000)).isEqualTo(1_200);
        assertThat(meter.measure(1_100))
                .isEqualTo(1_200 + Math.round(100 * meter.calibration().slope()));
    }

    @Test
    void correctsItsOwnCountAfterARewrite() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
        meter.sent(1_000);
        meter.report(Usage.of(1_500, 10));
        meter.rewritten();
        assertThat(meter.measure(1_000)).isBetween(1_490, 1_500);
        assertThat(meter.counted(meter.measure(1_000))).isBetween(999, 1_000);
    }

    @Test
    void believesOnlyTheProviderIfToldTo() {
        ContextMeter meter = new ContextMeter(Source.PROVIDER);
        meter.sent(1_000);
        meter.report(Usage.of(700, 10));
        assertThat(meter.measure(5_000)).isEqualTo(700);
        meter.rewritten();
        assertThat(meter.measure(5_000)).isZero();
    }

    @Test
    void ignoresAReportAboutNothing() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
        meter.report(Usage.of(700, 10));
        meter.sent(100);
        meter.report(Usage.of(0, 10));
        assertThat(meter.measure(100)).isEqualTo(100);
    }

    @Test
    void countsAQuestionThatWasSentWithTheViewOnlyOnce() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
        meter.sentToo(500);
        assertThat(meter.measure(500)).isEqualTo(500);
        meter.sent(1_000);
        meter.sentToo(500);
        meter.report(Usage.of(1_500, 10));
        assertThat(meter.measure(1_500)).isEqualTo(1_500);
        assertThat(meter.measure(1_600)).isEqualTo(1_600);
    }

    @Test
    void countsWhatEveryRequestCarries() {
        ContextMeter meter = new ContextMeter(Source.ESTIMATE);
        meter.overhead(300);
        assertThat(meter.measure(1_000)).isEqualTo(1_300);
        assertThat(meter.counted(1_300)).isEqualTo(1_000);
    }

    @Test
    void countsWhatARequestUnderWayCarriesBeside() {
        ContextMeter meter = new ContextMeter(Source.ESTIMATE);
        meter.overhead(300);
        meter.beside(50);
        assertThat(meter.measure(1_000)).isEqualTo(1_350);
        assertThat(meter.counted(1_350)).isEqualTo(1_000);
        meter.beside(-200);
        assertThat(meter.measure(1_000)).isEqualTo(1_100);
    }

    @Test
    void countsItOnTopOfAReportToo() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
        meter.overhead(300);
        meter.beside(50);
        assertThat(meter.measure(1_000)).isEqualTo(1_350);
        meter.sent(1_000);
        meter.report(Usage.of(1_300, 10));
        assertThat(meter.measure(1_000)).isEqualTo(1_350);
        assertThat(meter.measure(900)).isEqualTo(1_350);
        assertThat(meter.measure(1_100)).isEqualTo(1_450);
        assertThat(meter.counted(1_350)).isEqualTo(1_000);

        ContextMeter believer = new ContextMeter(Source.PROVIDER);
        believer.beside(-50);
        assertThat(believer.measure(1_000)).isZero();
        believer.beside(50);
        assertThat(believer.measure(1_000)).isEqualTo(50);
        believer.sent(1_000);
        believer.report(Usage.of(700, 10));
        assertThat(believer.measure(5_000)).isEqualTo(750);
    }

    @Test
    void countsARequestByItselfUntilOneIsReported() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
        assertThat(meter.request(1_234)).isEqualTo(1_234);
        assertThat(meter.requestRoom(1_234)).isEqualTo(1_234);
    }

    @Test
    void tellsARequestsSizeAndRoomFromTheLastReport() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
        meter.overhead(200);
        meter.sent(1_000);
        meter.refused(1_200, 1_800);
        meter.sent(1_000);
        meter.report(Usage.of(1_800, 10));
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
    void takesRequestsAsTheyAreCountedWhereItIsToEstimate() {
        ContextMeter meter = new ContextMeter(Source.ESTIMATE);
        meter.sent(1_000);
        meter.report(Usage.of(1_800, 10));
        assertThat(meter.request(700)).isEqualTo(700);
        assertThat(meter.requestRoom(700)).isEqualTo(700);
        assertThat(meter.measure(1_000)).isEqualTo(1_000);
    }

    @Test
    void takesTheContextOutOfAReportOfALargerRequest() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
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
        ContextMeter meter = new ContextMeter(Source.AUTO);
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
    void learnsOnlyTheSlopeFromARequestThatLacksPartsOfTheContext() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
        meter.reported(Usage.of(1_300, 10), 900, 1_000);
        assertThat(meter.calibration().isObserved()).isTrue();
        assertThat(meter.measure(1_000)).isNotEqualTo(1_300);
        assertThat(meter.measure(1_000)).isEqualTo((int) meter.calibration().reported(1_000));
    }

    @Test
    void beginsWithWhatIsKnownOfTheModelUntilItKnowsBetter() {
        Calibration known = Calibration.NONE.observe(1_000, 1_400).observe(4_000, 5_600);
        ContextMeter meter = new ContextMeter(Source.AUTO);
        meter.begin(known);
        assertThat(meter.measure(1_000)).isEqualTo((int) known.reported(1_000)).isGreaterThan(1_050);

        ContextMeter surer = new ContextMeter(Source.AUTO);
        surer.sent(1_000);
        surer.report(Usage.of(1_000, 10));
        Calibration own = surer.calibration();
        surer.begin(known);
        assertThat(surer.calibration()).isSameAs(own);
    }

    @Test
    void copiesAllThatItKnows() {
        ContextMeter meter = new ContextMeter(Source.AUTO);
        meter.overhead(200);
        meter.sent(1_000);
        meter.report(Usage.of(1_800, 10));

        ContextMeter copy = meter.copy();

        assertThat(copy.measure(1_100)).isEqualTo(meter.measure(1_100));
        assertThat(copy.request(1_500)).isEqualTo(meter.request(1_500));
        meter.rewritten();
        assertThat(copy.measure(1_000)).isEqualTo(1_800);
    }
}
