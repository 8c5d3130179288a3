/**
 * Which sessions has a chat, and what is kept of a user?
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.session.Session} is a stretch of a chat.
 *   <li>{@link io.github.sessioncompression.session.SessionIndex} is the list of a chat's or a user's sessions.
 *   <li>{@link io.github.sessioncompression.session.UserMemory} has the facts that are kept of a user.
 *   <li>{@code NoteList}: both lists are conversations of their own in the store, under ids that applications may not use.
 *   <li>{@link io.github.sessioncompression.session.SessionOptions} has the settings.
 * </ol>
 *
 * <p>Never: moves messages or compresses; {@code Sessions} in the root package does.
 */
@NullMarked
package io.github.sessioncompression.session;

import org.jspecify.annotations.NullMarked;
