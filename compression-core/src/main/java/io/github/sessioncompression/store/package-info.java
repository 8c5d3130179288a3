/**
 * Where are transcripts and compression records kept?
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.store.SessionStore} is the port, with the head, the lease and the commit nested in it.
 *   <li>{@link io.github.sessioncompression.store.CompressionRecord} is what it keeps of a compression, with its {@link
 *       io.github.sessioncompression.store.Accounting} and {@link io.github.sessioncompression.store.ChosenPins}; {@link
 *       io.github.sessioncompression.store.SegmentState} is a state in full, {@link io.github.sessioncompression.store.Counters} are the statistics.
 *   <li>{@code InMemorySessionStore} keeps them in this process, each in a {@code StoredConversation}.
 *   <li>{@link io.github.sessioncompression.store.SessionSwitch} puts one session in the place of another, {@link
 *       io.github.sessioncompression.store.ConversationExport} is one conversation as a value, {@link io.github.sessioncompression.store.StoreTransfer}
 *       copies and moves between stores, {@link io.github.sessioncompression.store.RecordDiff} compares two records.
 *   <li>{@link io.github.sessioncompression.store.StoreBuilder}, {@link io.github.sessioncompression.store.StoreRules}, {@link
 *       io.github.sessioncompression.store.Payloads} and {@link io.github.sessioncompression.store.PayloadCipher} are for implementations that last.
 * </ol>
 *
 * <p><b>Consistency.</b> A write names the incarnation, the last sequence number or the record version that it expects, and changes nothing if it finds
 * another one. A caller that is refused reads and decides again. Nothing here merges two writes.
 *
 * <p>Never: reads a state, asks a model, decides what is compressed, or shows a message.
 */
@NullMarked
package io.github.sessioncompression.store;

import org.jspecify.annotations.NullMarked;
