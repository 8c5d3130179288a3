package io.github.sessioncompression;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The lines that this library logs while it is open, WARN unless told otherwise. */
public final class Warnings extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.sessioncompression");
    private final Level before = logger.getLevel();
    private final Level least;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** Begins to listen. */
    public Warnings() {
        this(Level.WARN);
    }

    /** Begins to listen to lines of this level, and has them logged. */
    Warnings(Level least) {
        this.least = least;
        if (!logger.isEnabledFor(least)) {
            logger.setLevel(least);
        }
        setContext(logger.getLoggerContext());
        start();
        logger.addAppender(this);
    }

    /** The lines so far, in order. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(least)) {
            lines.add(event.getFormattedMessage());
        }
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(before);
        stop();
    }
}
