package io.github.sessioncompression.compare;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.conformance.RequestMessage.Role;
import io.github.sessioncompression.cost.CostEstimate;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** One replay of a transcript through this library, with its bill and the moments at which it made room. */
final class CostReplay {
    /** Time between two messages that have no time of their own. */
    private static final Duration PACE = Duration.ofSeconds(20);

    private final Transcript transcript;
    private final Player player;
    private final Requests requests;
    private final ScriptedStateModel model;
    private final List<Point> points = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final Conversation chat;
    private final LangChain4jCompared driver;
    private int calls;
    private String reason = "";

    /** Size of a request in tokens. */
    record Point(int request, int tokens) {}

    /**
     * A compression.
     *
     * @param request number of the request before it
     * @param byModel true if the model was asked
     * @param before tokens of the context, by the library's count
     * @param reason for the planner's advice; empty if it does not decide
     */
    record Step(int request, boolean byModel, long before, long after, String reason) {}

    /** What came of it; {@code fault} is the class of an exception that ended it, else empty. */
    record Result(
            Requests requests, int calls, List<Point> points, List<Step> steps, OptionalDouble recall, String fault) {}

    CostReplay(Transcript transcript, CompressionPolicy policy, boolean withModel) {
        this.transcript = transcript;
        this.player = new Player(transcript);
        this.requests = new Requests(policy.contextWindow());
        this.model = new ScriptedStateModel(requests);
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(policy)
                .clock(new Time(player))
                .executor(Runnable::run)
                .listener(this::note);
        if (withModel) {
            builder.model(model);
        }
        SessionCompressor compressor = builder.build();
        this.chat = compressor.conversation("chat");
        this.driver = new LangChain4jCompared(CompressingChatMemory.builder()
                .id("chat")
                .compressor(compressor)
                .build());
    }

    Result run() {
        String fault = "";
        try {
            player.play(driver, requests, this::look, this::answered);
        } catch (RuntimeException e) {
            fault = e.getClass().getSimpleName();
        }
        return new Result(requests, model.calls(), points, steps, Recall.of(requests.lastTexts(), transcript), fault);
    }

    /** Plays a transcript at its own times to a memory. */
    static final class Player {
        private final Transcript transcript;
        private Instant now = Instant.EPOCH;

        Player(Transcript transcript) {
            this.transcript = transcript;
        }

        Instant now() {
            return now;
        }

        /** Each message of the assistant is the answer to a request, except one at the beginning. */
        void play(LangChain4jCompared memory, Requests requests, Runnable beforeLine, Runnable beforeAnswer) {
            boolean asked = false;
            Instant last = now;
            for (Line line : transcript.lines()) {
                Instant at = line.at();
                now = at != null && at.isAfter(now) ? at : now.plus(PACE);
                beforeLine.run();
                if (line.role() == Role.ASSISTANT) {
                    if (asked) {
                        requests.add(memory.request(), Duration.between(last, now));
                        last = now;
                    }
                    beforeAnswer.run();
                    memory.answer(line);
                } else {
                    memory.hear(line);
                    asked |= line.role() == Role.USER;
                }
            }
        }
    }

    private void answered() {
        points.add(new Point(requests.count(), requests.lastTokens()));
        look();
    }

    private void look() {
        reason = chat.plan().costs().map(CostEstimate::reason).orElse("");
    }

    private void note(CompressionEvent event) {
        if (event instanceof CompressionEvent.StageFinished done
                && done.stage() == Stage.COMPRESS
                && done.affected() > 0) {
            boolean byModel = model.calls() > calls;
            calls = model.calls();
            steps.add(new Step(requests.count(), byModel, done.tokensBefore(), done.tokensAfter(), reason));
        }
    }

    /** A clock that shows the time of the message under way. */
    private static final class Time extends Clock {
        private final Player player;

        Time(Player player) {
            this.player = player;
        }

        @Override
        public Instant instant() {
            return player.now();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
