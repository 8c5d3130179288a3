package io.github.sessioncompression.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sessioncompression.cost.CostEstimate.Advice;
import io.github.sessioncompression.token.Usage;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Each rule of the planner, over values alone. */
class CostPlannerTest {
    private static final PriceProfile OPENAI = PriceProfiles.of("openai-like");
    /** A call so cheap that it is always worth it. */
    private static final PriceProfile CHEAP =
            new PriceProfile("cheap", "", 0.001, 0.001, 0.001, 0.001, 0, 1, OPENAI.lifetime());

    /** A context of 9,000 tokens that a compression brings to 6,000, with room for 1,000 more below the limit. */
    private static CostCase given(
            PriceProfile prices, boolean hasModel, ChatPace pace, double paidBefore, boolean cold) {
        return new CostCase(prices, prices, hasModel, 9_000, 500, 6_000, 10_000, 5_000, 1_000, pace, paidBefore, cold);
    }

    private static CostCase withoutModel(ChatPace pace) {
        return given(OPENAI, false, pace, 0, false);
    }

    /** {@code calls} that added {@code grown} tokens. */
    private static ChatPace pace(int calls, long grown, double paid) {
        return new ChatPace(calls, grown, paid);
    }

    @Test
    void estimatesSumsInTokensAtFullPrice() {
        CostEstimate estimate = CostPlanner.estimate(withoutModel(pace(30, 3_000, 30_000)));

        assertThat(estimate.now()).isCloseTo(8_960 * 0.1 + 140, within(1e-6));
        assertThat(estimate.after()).isCloseTo(6_100 * 0.1 + 100, within(1e-6));
        assertThat(estimate.once()).isCloseTo(6_100 - estimate.now(), within(1e-6));
        assertThat(estimate.model()).isZero();
        assertThat(estimate.expectedCalls()).isEqualTo(40);
        assertThat(estimate.breakEvenCalls()).isEqualTo(17);
        assertThat(estimate.isWorthIt()).isTrue();
        assertThat(estimate.money(1_000_000)).isEmpty();
    }

    @Test
    void tellsMoneyWithCurrency() {
        CostEstimate estimate =
                CostPlanner.estimate(given(PriceProfiles.of("gpt-5.4"), false, pace(30, 3_000, 30_000), 0, false));

        assertThat(estimate.money(1_000_000))
                .hasValueSatisfying(usd -> assertThat(usd).isCloseTo(2.5, within(1e-9)));
    }

    @Test
    void waitsUntilReadingHasCostAsMuchAsCompressing() {
        // Compressing costs some 5,000; reading 3,000 more tokens, half of them on average, costs 150 a call.
        CostEstimate early = CostPlanner.estimate(withoutModel(pace(30, 3_000, 30_000)));
        CostEstimate late = CostPlanner.estimate(withoutModel(pace(40, 3_000, 30_000)));

        assertThat(early.advice()).isEqualTo(Advice.LEAVE);
        assertThat(early.reason()).startsWith("not worth it yet: 4500 tokens were paid");
        assertThat(late.advice()).isEqualTo(Advice.EXTRACT);
    }

    @Test
    void neverWaitsIfTwoCallsMayNotFitBelowLimit() {
        CostEstimate estimate = CostPlanner.estimate(withoutModel(pace(5, 3_000, 30_000)));

        assertThat(estimate.advice()).isEqualTo(Advice.EXTRACT);
    }

    @Test
    void waitsForNothingOnceCacheIsCold() {
        CostCase cold = given(OPENAI, false, pace(30, 3_000, 30_000), 0, true);

        CostEstimate estimate = CostPlanner.estimate(cold);

        assertThat(estimate.advice()).isEqualTo(Advice.EXTRACT);
        assertThat(estimate.once()).isNegative();
        assertThat(estimate.breakEvenCalls()).isZero();
    }

    @Test
    void asksModelOnceCallsHaveCostTwiceItsPrice() {
        // 5,000 read and 1,000 written at 6 are 11,000.
        CostEstimate poor = CostPlanner.estimate(given(OPENAI, true, pace(100, 3_000, 21_999), 0, false));
        CostEstimate rich = CostPlanner.estimate(given(OPENAI, true, pace(120, 3_000, 22_000), 0, false));
        CostEstimate saved = CostPlanner.estimate(given(OPENAI, true, pace(120, 3_000, 2_000), 20_000, false));

        assertThat(poor.advice()).isEqualTo(Advice.EXTRACT);
        assertThat(poor.model()).isZero();
        assertThat(poor.reason()).contains("costs 11000 tokens", "half of the 21999");
        assertThat(rich.advice()).isEqualTo(Advice.MODEL);
        assertThat(rich.model()).isCloseTo(11_000, within(1e-6));
        assertThat(saved.advice()).isEqualTo(Advice.MODEL);
    }

    @Test
    void waitsLongerForModelThanForExtract() {
        ChatPace pace = pace(60, 3_000, 40_000);

        assertThat(CostPlanner.estimate(withoutModel(pace)).advice()).isEqualTo(Advice.EXTRACT);
        assertThat(CostPlanner.estimate(given(OPENAI, true, pace, 0, false)).advice())
                .isEqualTo(Advice.LEAVE);
    }

    @Test
    void pricesCompressionModelByItsOwnProfile() {
        CostCase it = given(OPENAI, true, pace(100, 3_000, 100), 0, false);
        CostCase cheap = new CostCase(
                it.prices(),
                CHEAP,
                true,
                it.context(),
                it.system(),
                it.after(),
                it.limit(),
                it.modelReads(),
                it.modelWrites(),
                it.pace(),
                0,
                false);

        assertThat(CostPlanner.estimate(it).model()).isZero();
        assertThat(CostPlanner.estimate(cheap).model()).isCloseTo(6, within(1e-6));
    }

    @Test
    void comparesPricesInOneUnit() {
        PriceProfile gpt = PriceProfiles.of("gpt-5.4");
        CostCase it = given(OPENAI, true, pace(120, 3_000, 1e6), 0, false);
        CostCase mixed = new CostCase(OPENAI, gpt, true, 9_000, 500, 6_000, 10_000, 5_000, 1_000, it.pace(), 0, false);

        assertThat(CostPlanner.estimate(mixed).model()).isCloseTo(5_000 + 1_000 * 6, within(1e-6));
    }

    @Test
    void neverPaysIfContextFallsBelowLeastPrefix() {
        CostCase small =
                new CostCase(OPENAI, OPENAI, false, 1_300, 100, 800, 1_500, 700, 300, pace(20, 400, 3_000), 0, false);

        CostEstimate estimate = CostPlanner.estimate(small);

        assertThat(estimate.breakEvenCalls()).isEqualTo(Integer.MAX_VALUE);
        assertThat(estimate.isWorthIt()).isFalse();
        assertThat(estimate.advice()).isEqualTo(Advice.LEAVE);
    }

    @Test
    void leavesThresholdsAloneIfTokensAreFree() {
        CostCase local = given(PriceProfiles.of("local"), true, pace(3, 300, 0), 0, false);

        CostEstimate estimate = CostPlanner.estimate(local);

        assertThat(estimate.advice()).isEqualTo(Advice.MODEL);
        assertThat(estimate.reason()).isEqualTo("nothing is paid for tokens");
        assertThat(estimate.now()).isZero();
    }

    @Test
    void compressesWithoutCacheAsSoonAsAllowed() {
        CostCase none = given(PriceProfiles.of("none"), false, pace(3, 300, 10_000), 0, false);

        assertThat(CostPlanner.estimate(none).advice()).isEqualTo(Advice.EXTRACT);
    }

    @Test
    void sumsUpCallsAsMessagesShowThem() {
        ChatPace.Sum sum = new ChatPace.Sum(OPENAI, 2_000, 1_024);
        sum.add(100, false);
        sum.add(50, true);
        sum.add(200, false);
        sum.add(10, true);

        ChatPace pace = sum.pace();

        assertThat(pace.calls()).isEqualTo(2);
        assertThat(pace.grown()).isEqualTo(360);
        assertThat(pace.growth()).isEqualTo(180);
        assertThat(pace.paid()).isCloseTo(1_024 * 0.1 + 1_076 + 2_048 * 0.1 + 302, within(1e-6));
        assertThat(new ChatPace.Sum(OPENAI, 0, 0).pace().growth()).isEqualTo(1);
    }

    @Test
    void learnsCacheShareFromReports() {
        CallTimes calls = new CallTimes();
        assertThat(calls.learnt(OPENAI)).isEqualTo(OPENAI);

        calls.called(Instant.EPOCH, 2_048);
        calls.reported(new Usage(2_100, 0, 0, 10, 0), OPENAI);
        assertThat(calls.learnt(OPENAI)).as("a provider that reports no cache").isEqualTo(OPENAI);

        calls.called(Instant.EPOCH, 2_048);
        calls.reported(new Usage(76, 2_048, 0, 10, 0), OPENAI);
        calls.called(Instant.EPOCH, 2_048);
        calls.reported(new Usage(2_100, 0, 0, 10, 0), OPENAI);
        assertThat(calls.learnt(OPENAI).cachedRead()).isCloseTo(0.8 * 0.1 + 0.2, within(1e-9));
    }

    @Test
    void isColdOnlyAfterLifetime() {
        CallTimes calls = new CallTimes();
        assertThat(calls.isCold(OPENAI, Instant.EPOCH.plusSeconds(9_999))).isFalse();

        calls.called(Instant.EPOCH, 0);

        assertThat(calls.isCold(OPENAI, Instant.EPOCH.plus(OPENAI.lifetime()))).isFalse();
        assertThat(calls.isCold(OPENAI, Instant.EPOCH.plus(OPENAI.lifetime()).plusMillis(1)))
                .isTrue();
    }
}
