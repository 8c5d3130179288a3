package io.github.sessioncompression;

import io.github.sessioncompression.PipelineRun.StageTiming;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;

/** A reporter of one conversation, and what it tells. */
abstract class ReporterFixture {
    static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000);
    static final Duration TOOK = Duration.ofMillis(250);
    static final int BASE = POLICY.baseTokens();

    final MutableTime time = new MutableTime();
    final SessionStore store = SessionStore.inMemory();
    final List<CompressionEvent> events = new ArrayList<>();
    final Warnings warnings = new Warnings();
    final SessionCompressor compressor = SessionCompressor.builder()
            .policy(POLICY)
            .store(store)
            .clock(time)
            .executor(Runnable::run)
            .listener(events::add)
            .build();
    final ConversationParts workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());
    final Reporter reporter = workings.reporter();
    final PipelineRun run = new PipelineRun(Recipe.ORDINARY, Reason.MID_TURN, Focus.none(), false);

    @AfterEach
    void close() {
        compressor.close();
        warnings.close();
    }

    void told(Consumer<Chat> what) {
        workings.chats().run(what);
        reporter.flush();
    }

    void came(Outcome outcome, Stage stage) {
        told(chat -> reporter.came(chat, run, outcome, new StageTiming(stage, 900, TOOK)));
    }

    int size() {
        return workings.chats().get(chat -> chat.shown().size());
    }
}
