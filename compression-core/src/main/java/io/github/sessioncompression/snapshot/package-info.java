/**
 * Answers: how is a list that grows shared with many readers, and mapped for a framework, without a copy for each?
 *
 * <p>{@link io.github.sessioncompression.snapshot.GrowingList} returns snapshots in constant time; its {@code Mapped} keeps the framework's form of
 * each element; {@code CopyOnChangeList} is what the caller gets of that, and may change.
 *
 * <p>Nothing here knows messages or chats. Not for applications.
 */
@NullMarked
package io.github.sessioncompression.snapshot;

import org.jspecify.annotations.NullMarked;
