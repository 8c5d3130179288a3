/**
 * Which sessions has a chat, and what is kept of a user?
 *
 * <p>In reading order: {@link io.github.sessioncompression.session.Session} is a stretch of a chat, {@link
 * io.github.sessioncompression.session.SessionIndex} the list of a chat's or a user's sessions, {@link io.github.sessioncompression.session.UserMemory}
 * the facts that are kept of a user. Both lists are conversations of their own in the store ({@code NoteList}), under ids that applications may not use.
 * {@link io.github.sessioncompression.session.SessionOptions} has the settings.
 *
 * <p>Never: moves messages or compresses; {@code Sessions} in the root package does.
 */
@NullMarked
package io.github.sessioncompression.session;

import org.jspecify.annotations.NullMarked;
