/**
 * Answers: which lines about a conversation go to the log, and which of them are WARNs?
 *
 * <p>In reading order: {@link io.github.sessioncompression.log.ConversationLog} is the one logger, with the forms of what it may quote;
 * {@link io.github.sessioncompression.log.WarningThrottle} logs one cause by a WARN once in a while;
 * {@link io.github.sessioncompression.log.FaultLog} has the lines about what fails beside a compression;
 * {@link io.github.sessioncompression.log.TriggerWarning} decides when a context comes close to its trigger.
 *
 * <p>No line holds contents of a chat, a credential, or an id with line breaks. Events for listeners are made in the root. Not for applications.
 */
@NullMarked
package io.github.sessioncompression.log;

import org.jspecify.annotations.NullMarked;
