package io.github.sessioncompression.compare;

import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import io.github.sessioncompression.conformance.RequestMessage.Role;
import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.cost.PriceProfile;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Replays of transcripts that are compared: an extract, a model by thresholds and a model by the planner, each under two profiles. */
final class CostCases {
    private static final List<PriceProfile> PROFILES = List.of(Requests.OPENAI_LIKE, Requests.ANTHROPIC_LIKE);

    private CostCases() {}

    /**
     * One transcript in one window under one profile; bills are shares of {@code TokenWindowChatMemory}'s.
     *
     * @param window as it was asked for, a share or tokens
     * @param recalls at the end: extract, thresholds, planner; 0 without questions
     */
    record Case(
            String kind,
            String transcript,
            String window,
            String profile,
            double extract,
            double thresholds,
            double planner,
            int callsByThresholds,
            int callsByPlanner,
            List<Double> recalls) {}

    static List<Case> of(String kind, Transcript transcript, String window) {
        double size = Double.parseDouble(window);
        int tokens = (int) (size <= 1 ? size * Comparison.tokens(transcript) : size);
        CompressionPolicy off = CompressionPolicy.forWindow(tokens)
                .withCost(CostOptions.defaults().withPlanner(false));
        Requests plain = tokenWindow(transcript, tokens);
        CostReplay.Result extract = new CostReplay(transcript, off, false).run();
        CostReplay.Result thresholds = new CostReplay(transcript, off, true).run();
        List<Case> cases = new ArrayList<>();
        for (PriceProfile profile : PROFILES) {
            CostReplay.Result planner = new CostReplay(
                            transcript, off.withCost(CostOptions.defaults().withProfile(profile)), true)
                    .run();
            double all = plain.bill(profile);
            cases.add(new Case(
                    kind,
                    transcript.name(),
                    window,
                    profile.name(),
                    extract.requests().bill(profile) / all,
                    thresholds.requests().bill(profile) / all,
                    planner.requests().bill(profile) / all,
                    thresholds.calls(),
                    planner.calls(),
                    List.of(recall(extract), recall(thresholds), recall(planner))));
        }
        return cases;
    }

    private static double recall(CostReplay.Result result) {
        if (!result.fault().isEmpty()) {
            throw new IllegalStateException("the replay ended with " + result.fault());
        }
        return result.recall().orElse(0);
    }

    private static Requests tokenWindow(Transcript transcript, int window) {
        LangChain4jCompared memory = new LangChain4jCompared(
                TokenWindowChatMemory.withMaxTokens(window, new LangChain4jCompared.Estimator()));
        Requests requests = new Requests(window);
        new CostReplay.Player(transcript).play(memory, requests, () -> {}, () -> {});
        return requests;
    }

    /** A chat of small steps with an hour's pause after every fifteenth question. */
    static Transcript withPauses() {
        List<Line> lines = new ArrayList<>();
        Instant time = Instant.EPOCH;
        for (int i = 0; i < 150; i++) {
            time = time.plus(i % 15 == 14 ? Duration.ofHours(1) : Duration.ofMinutes(1));
            String question =
                    "For order %d we need %d bags of soil at gate %d, and please tell Kim that box %d is empty."
                            .formatted(1_000 + i, 3 + i % 7, i % 4, i);
            String answer =
                    ("Order %d is noted with %d bags. Gate %d opens at %d in the morning. Kim knows that box %d is empty and has "
                                    + "put %d new ones on the list for Friday.")
                            .formatted(1_000 + i, 3 + i % 7, i % 4, 6 + i % 3, i, 10 + i % 9);
            lines.add(new Line(Role.USER, "q" + i, question, List.of(), "", "", time));
            lines.add(new Line(Role.ASSISTANT, "a" + i, answer, List.of(), "", "", time.plusSeconds(20)));
        }
        return new Transcript("made up with pauses", lines, List.of());
    }
}
