package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counters one number at a time, as stores keep them. */
class CounterFieldTest {
    private static Map<Counters.Field, Long> numbers() {
        Map<Counters.Field, Long> numbers = new EnumMap<>(Counters.Field.class);
        for (Counters.Field field : Counters.Field.values()) {
            numbers.put(field, 100L + numbers.size());
        }
        return numbers;
    }

    private static Counters withNone(Counters.Field field) {
        Map<Counters.Field, Long> numbers = numbers();
        numbers.put(field, 0L);
        return Counters.of(numbers::get);
    }

    @ParameterizedTest
    @EnumSource
    void everyNumberHasItsPlace(Counters.Field field) {
        assertThat(field.of(Counters.of(numbers()::get))).isEqualTo(numbers().get(field));
        assertThat(field.of(withNone(field))).isZero();
        assertThat(field.of(Counters.NONE)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void negativeStoredNumberCountsAsZero(Counters.Field field) {
        Map<Counters.Field, Long> numbers = numbers();
        numbers.put(field, -1L);

        assertThat(Counters.of(numbers::get)).isEqualTo(withNone(field));
    }

    @ParameterizedTest
    @EnumSource
    void addingOneByOneByItsKindIsAddingAll(Counters.Field field) {
        Counters one = Counters.of(numbers()::get);
        Counters other = Counters.of(each -> each == Counters.Field.LATENCY_MAX_MILLIS ? 3 : 1);
        long sum =
                switch (field.kind()) {
                    case SUM -> field.of(one) + field.of(other);
                    case LARGEST -> Math.max(field.of(one), field.of(other));
                    case LATEST -> field.of(other);
                };

        assertThat(field.of(one.plus(other))).isEqualTo(sum);
    }

    @Test
    void onlyPositiveNumberChangesField() {
        Counters calls = Counters.of(Counters.Field.MODEL_CALLS, 1);

        assertThat(Counters.Field.MODEL_CALLS.changesBy(calls)).isTrue();
        assertThat(Counters.Field.CHAT_CALLS.changesBy(calls)).isFalse();
        assertThat(Counters.Field.LATENCY_LAST_MILLIS.changesBy(calls)).isFalse();
    }

    @Test
    void lastLatencyChangesWithAnyMeasurement() {
        Counters quick = Counters.of(Counters.Field.LATENCY_MEASURED, 1);

        assertThat(Counters.Field.LATENCY_LAST_MILLIS.changesBy(quick)).isTrue();
        assertThat(Counters.Field.LATENCY_MEASURED.changesBy(quick)).isTrue();
        assertThat(Counters.Field.LATENCY_MAX_MILLIS.changesBy(quick)).isFalse();
    }

    @Test
    void namesAreInLowerCase() {
        assertThat(Counters.Field.LATENCY_MAX_MILLIS.storedName()).isEqualTo("latency_max_millis");
    }
}
