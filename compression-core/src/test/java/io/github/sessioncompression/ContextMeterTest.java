package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

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
}
