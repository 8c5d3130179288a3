package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.sessioncompression.CompressorParts.Listeners;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.event.Events;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ListenersTest {
    private static final CompressionEvent EVENT = Events.started(Stage.COMPRESS, Reason.MANUAL);

    private final Logger logger = (Logger) LoggerFactory.getLogger(Listeners.class);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @BeforeEach
    void listenToTheLog() {
        logged.start();
        logger.addAppender(logged);
        logger.setAdditive(false);
    }

    @AfterEach
    void leaveTheLog() {
        logger.detachAppender(logged);
        logger.setAdditive(true);
    }

    private static final class Angry implements CompressionListener {
        @Override
        public void onEvent(CompressionEvent event) {
            throw new IllegalStateException("what the user said");
        }
    }

    private static Listeners listeners(CompressionListener... all) {
        return new Listeners(List.of(all));
    }

    @Test
    void tellsEachListenerInOrderOnTheCallersThread() {
        List<String> calls = new ArrayList<>();
        Listeners listeners = listeners(
                event -> calls.add("first on " + Thread.currentThread().getName()),
                event -> calls.add("second about " + event.conversationId()));

        listeners.onEvent(EVENT);

        assertThat(calls).containsExactly("first on " + Thread.currentThread().getName(), "second about chat-1");
    }

    @Test
    void isolatesThrowingListener() {
        List<CompressionEvent> heard = new ArrayList<>();
        Listeners listeners = listeners(
                new Angry(),
                event -> {
                    throw new AssertionError("wrong");
                },
                event -> ListenersTest.<RuntimeException>sneak(new IOException("checked all the same")),
                heard::add);

        listeners.onEvent(EVENT);

        assertThat(heard).containsExactly(EVENT);
    }

    @Test
    void warnsOnceForEachClassAndQuotesNothing() {
        Listeners listeners = listeners(new Angry(), new Angry());

        listeners.onEvent(EVENT);
        listeners.onEvent(EVENT);

        assertThat(logged.list).hasSize(1).allSatisfy(warning -> {
            assertThat(warning.getLevel()).isEqualTo(Level.WARN);
            assertThat(warning.getFormattedMessage())
                    .contains("ListenersTest$Angry", "IllegalStateException", "StageStarted", "ListenersTest.java")
                    .doesNotContain("what the user said");
            assertThat(warning.getThrowableProxy()).isNull();
        });
    }

    @Test
    void isolatesEndlesslyRecursingListener() {
        List<CompressionEvent> heard = new ArrayList<>();
        List<CompressionListener> endless = new ArrayList<>();
        endless.add(event -> endless.get(0).onEvent(event));

        listeners(endless.get(0), heard::add).onEvent(EVENT);

        assertThat(heard).containsExactly(EVENT);
        assertThat(logged.list).singleElement().satisfies(warning -> assertThat(warning.getFormattedMessage())
                .contains("StackOverflowError"));
    }

    @Test
    void letsErrorsOfTheVirtualMachineThrough() {
        Listeners listeners = listeners(event -> {
            throw new OutOfMemoryError("not really");
        });

        assertThatThrownBy(() -> listeners.onEvent(EVENT)).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void knowsWhetherAnyoneListens() {
        assertThat(new Listeners(List.of()).isEmpty()).isTrue();
        assertThat(listeners(event -> {}).isEmpty()).isFalse();
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }
}
