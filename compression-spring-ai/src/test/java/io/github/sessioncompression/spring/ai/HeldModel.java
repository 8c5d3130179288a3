package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A compression model that answers once it may. */
final class HeldModel implements StructuredModel, CompressionListener {
    private final StructuredModel model;
    private final CompressionFault fault;
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();

    HeldModel(StructuredModel model, CompressionFault fault) {
        this.model = model;
        this.fault = fault;
    }

    @Override
    public ModelAnswer answer(ModelRequest request) throws Exception {
        asked.incrementAndGet();
        held.await();
        if (fault == CompressionFault.THROWN) {
            throw new IllegalStateException("no model here");
        }
        return model.answer(request);
    }

    /** Told once what came of a compression is in place. */
    @Override
    public void onEvent(CompressionEvent event) {
        boolean came = event instanceof CompressionEvent.StageFinished done && done.stage() != Stage.PRUNE;
        if (held.getCount() == 0
                && (came
                        || event instanceof CompressionEvent.StageFailed
                        || event instanceof CompressionEvent.LateResultDiscarded)) {
            ended.countDown();
        }
    }

    int asked() {
        return asked.get();
    }

    /** Waits until a compression has come to its end, unless that never comes or nothing was asked yet. */
    void answerFromNowOn() throws InterruptedException {
        if (fault != CompressionFault.HANG) {
            held.countDown();
            if (asked.get() > 0) {
                ended.await();
            }
        }
    }

    void end() {
        held.countDown();
    }
}
