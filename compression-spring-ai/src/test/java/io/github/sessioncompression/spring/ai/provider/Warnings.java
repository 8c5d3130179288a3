package io.github.sessioncompression.spring.ai.provider;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The WARN lines that this library logs while it is open. */
public final class Warnings extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.sessioncompression");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** Listens from now on. */
    @SuppressWarnings("this-escape")
    public Warnings() {
        setContext(logger.getLoggerContext());
        start();
        logger.addAppender(this);
    }

    /** The lines so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            lines.add(event.getFormattedMessage());
        }
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        stop();
    }
}
