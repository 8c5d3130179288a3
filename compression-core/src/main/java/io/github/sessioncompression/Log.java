package io.github.sessioncompression;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one logger of everything that happens to conversations, under the name that an application configures. */
final class Log {
    static final Logger LOG = LoggerFactory.getLogger("io.github.sessioncompression.Conversation");

    private Log() {}
}
