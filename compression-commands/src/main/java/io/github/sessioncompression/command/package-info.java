/**
 * Which commands may a user write into a chat, and how are events worded for users?
 *
 * <p>In reading order: {@link io.github.sessioncompression.command.ChatCommands} recognises and runs commands such as {@code /compact}, {@link
 * io.github.sessioncompression.command.Notices} has one line for each event and reply, in English, German, Russian and Chinese.
 *
 * <p>Never: asks the chat's model, or stores a command or its reply.
 */
@NullMarked
package io.github.sessioncompression.command;

import org.jspecify.annotations.NullMarked;
