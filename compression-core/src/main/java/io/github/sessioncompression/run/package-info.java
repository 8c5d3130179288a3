/**
 * Answers: where is the lock of a chat, which thread works in the background, and which run compresses a chat?
 *
 * <p>In reading order: {@link io.github.sessioncompression.run.Locked} lets nobody reach a value without its lock;
 * {@link io.github.sessioncompression.run.RunningCompressions} lets one run at a time compress a conversation in this process, and others wait for
 * it, abort it or take its place; {@link io.github.sessioncompression.run.BackgroundTasks} runs tasks on other threads and ends them with their
 * compressor; {@link io.github.sessioncompression.run.UniqueIds} makes ids.
 *
 * <p>Nothing here knows chats, stores or models; across processes, leases of the store do what {@code RunningCompressions} does here. Not for
 * applications.
 */
@NullMarked
package io.github.sessioncompression.run;

import org.jspecify.annotations.NullMarked;
