/**
 * Answers: what does a list that an application returns change in a chat?
 *
 * <p>Applications and frameworks take the list of a view, remove, replace or add messages, and set it again. In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.edit.ChatSnapshot} is the chat that the list is compared with,
 *       {@link io.github.sessioncompression.edit.Shown} one context that the list may have been taken from.
 *   <li>{@link io.github.sessioncompression.edit.ListDiff} is the door: it chooses the view that the list was taken from.
 *   <li>{@code ViewDiff} puts the list beside that view; {@code ShownList} finds each message of the list.
 *   <li>{@link io.github.sessioncompression.edit.Edit} is the result: what stays, what replaces the rest, and the record that holds then.
 * </ol>
 *
 * <p>Values in, values out: nothing here changes a chat or calls a model. The store is read only for messages that are covered, through functions of
 * the snapshot. Not for applications.
 */
@NullMarked
package io.github.sessioncompression.edit;

import org.jspecify.annotations.NullMarked;
