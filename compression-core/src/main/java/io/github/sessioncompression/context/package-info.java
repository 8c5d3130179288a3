/**
 * Answers: what does this process know of a chat, what does a view show of it, and how much of it does a compression take?
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.context.Chat} is the door: all that this process keeps of one conversation, reached through its lock. It
 *       changes the stored part first, then the shown one.
 *   <li>{@link io.github.sessioncompression.context.StoredChat} is the part of the stored conversation that a view needs, with the head that the next
 *       write expects. {@code ConflictRetry} makes a change again that another process was faster with; {@code LocalEdits}
 *       distinguishes this process's edits from others'.
 *   <li>{@link io.github.sessioncompression.context.ShownChat} has the context in force. {@link io.github.sessioncompression.context.ContextMaker}
 *       makes one of what is stored, {@link io.github.sessioncompression.context.Context} is the growing list itself,
 *       {@link io.github.sessioncompression.context.ContextRules} has the forms and costs of messages. {@code ShownBridge} is the extract shown for
 *       messages that wait, {@link io.github.sessioncompression.context.ShownViews} are the contexts of the views returned lately.
 *   <li>{@link io.github.sessioncompression.context.StepOrder} lists the steps that make room, {@link io.github.sessioncompression.context.Budget}
 *       has the limits, {@link io.github.sessioncompression.context.CutChoice} chooses a cut, {@link io.github.sessioncompression.context.TaskMaker}
 *       makes a {@link io.github.sessioncompression.context.CompressTask} of it. {@link io.github.sessioncompression.context.ChatCosts} and
 *       {@link io.github.sessioncompression.context.AttemptBackoff} keep a compression from being made in vain.
 *   <li>{@link io.github.sessioncompression.context.Erasure}, {@link io.github.sessioncompression.context.TranscriptEdit} and
 *       {@link io.github.sessioncompression.context.PinGroup} change what is stored for the application;
 *       {@link io.github.sessioncompression.context.CompressionLeases} keeps two runs apart; {@link io.github.sessioncompression.context.Archived}
 *       and {@link io.github.sessioncompression.context.EarlierCall} answer what a view hides and what an earlier call was sent.
 * </ol>
 *
 * <p>Nothing here calls a model, starts a thread or reports an event. Not for applications.
 */
@NullMarked
package io.github.sessioncompression.context;

import org.jspecify.annotations.NullMarked;
