package io.github.sessioncompression.spring.ai;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The lines of each level that this library logs while it is open. */
public final class LogLines implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.sessioncompression");
    private final @Nullable Level before = logger.getLevel();
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    /** Has this library log from a level on, and begins to listen. */
    public LogLines(Level level) {
        logger.setLevel(level);
        appender.setContext(logger.getLoggerContext());
        appender.start();
        logger.addAppender(appender);
    }

    /** The lines of a level so far, in order. */
    public List<String> at(Level level) {
        return List.copyOf(appender.list).stream()
                .filter(event -> event.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.setLevel(before);
        logger.detachAppender(appender);
        appender.stop();
    }
}
