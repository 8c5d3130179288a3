/**
 * How is a framework's store of whole lists a {@link io.github.sessioncompression.store.SessionStore}?
 *
 * <p>In reading order: an adapter implements {@link io.github.sessioncompression.lists.MessageLists}; {@link
 * io.github.sessioncompression.lists.ListStores} makes the store of it, with a {@link io.github.sessioncompression.lists.SideStore} or none. {@code
 * ListSessionStore} is the store, {@code FollowedLists} reads and saves lists, {@code Reconciliation} compares a reading ({@code Alignment}, {@code
 * ListCopies}) with the {@code KnownList}. {@code BesideLists} and {@code SideSync} use the side store. {@code StatePair} is the state in a list.
 *
 * <p><b>Consistency.</b> A framework's list can neither append nor compare. Within a process a lock for each conversation excludes other writers; between
 * processes only a side store does, which is written first, by compare-and-set. Without one the last save wins, as without this library.
 *
 * <p>Never: saves a list because of a compression alone, unless the application has asked for that record itself.
 */
@NullMarked
package io.github.sessioncompression.lists;

import org.jspecify.annotations.NullMarked;
