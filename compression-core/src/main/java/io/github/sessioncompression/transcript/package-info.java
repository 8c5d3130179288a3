/**
 * Answers: what does the store have of one chat, how much of that does a process know, and what is left of a session that has ended?
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.transcript.ConversationReader} reads one conversation: a range of messages, all of them as they were at
 *       one moment, the current record. Its {@code StoreDelta} is what has changed since a known head.
 *   <li>{@link io.github.sessioncompression.transcript.ChatStore} is the store as a locked chat uses it: it decides whether the lock is held during a
 *       call, and repeats or checks a write of which only the answer may be lost.
 *   <li>{@link io.github.sessioncompression.transcript.KnownEntries} holds the entries that a view needs, and keeps them when the boundary advances.
 *   <li>{@link io.github.sessioncompression.transcript.StateText} writes a state as plain text, and the title of a session.
 *       {@link io.github.sessioncompression.transcript.ResumedSession} numbers an ended session's messages and record for the chat that it continues
 *       in.
 *   <li>{@link io.github.sessioncompression.transcript.StatsRecorder} counts what happens to conversations;
 *       {@link io.github.sessioncompression.transcript.ConversationIds} checks the ids that applications choose.
 * </ol>
 *
 * <p>Nothing here decides what a view shows, starts a thread or takes a lock of a chat. Not for applications.
 */
@NullMarked
package io.github.sessioncompression.transcript;

import org.jspecify.annotations.NullMarked;
