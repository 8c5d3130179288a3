package io.github.sessioncompression.model;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Log lines of one class at INFO and above, each after its level. */
final class LogLines extends AppenderBase<ILoggingEvent> {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** The lines that {@code type} logs while {@code action} runs, in order. */
    static List<String> of(Class<?> type, Runnable action) {
        Logger logger = (Logger) LoggerFactory.getLogger(type);
        Level before = logger.getLevel();
        LogLines lines = new LogLines();
        lines.setContext(logger.getLoggerContext());
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try {
            action.run();
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(before);
            lines.stop();
        }
        return List.copyOf(lines.lines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }
}
