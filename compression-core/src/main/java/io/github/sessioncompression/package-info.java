/**
 * Session compression: keeps a long conversation inside a model's context window and what matters in it alive.
 *
 * <p>The package answers: how does an application use this library, and in which order is room made in a chat?
 *
 * <p><b>For applications</b>, in reading order: {@link SessionCompressor} is built once; a {@link Conversation} takes messages and returns a
 * {@link View}; an {@link Outcome} is the result of making room, a {@link Plan} and a {@link Status} describe a chat, {@link Recall} finds compressed
 * messages, {@link Sessions} begins and resumes sessions, {@link Inspection} reads chats for dashboards. Adapters of frameworks use
 * {@link FrameworkChat}, {@link TurnHandle} and {@link ModelCall}.
 *
 * <p><b>Inside</b>, in reading order:
 * <ol>
 *   <li>{@code Settings} and {@code CompressorParts} wire a compressor, {@code ConversationParts} wires a conversation; {@code ConversationCache}
 *       keeps the conversations used last.
 *   <li>{@code ConversationEdits} changes a chat, {@code ViewMaker} takes its views, {@code ConversationTurns} keeps a turn's messages together, and
 *       {@code MessageExpander} brings archived messages back.
 *   <li>{@code RoomDecision} decides when room is made; {@code Pipeline} makes it, one {@code PipelineRun} at a time. {@code Steps} has the steps,
 *       each a {@code Step} that proposes a change; {@code CompressStep} commits a written state. {@code BackgroundRuns} gives runs their turn.
 *   <li>{@code SessionStart}, {@code SessionEnd} and {@code SessionChain} begin, end and show sessions.
 *   <li>{@code Reporter} gets each outcome once; {@code ViewAccount} and {@code LogMessages} follow from it.
 * </ol>
 *
 * <p>Nothing here knows a framework, counts tokens by itself or writes a state; {@code docs/architecture.md} has the ways through the classes.
 */
@NullMarked
package io.github.sessioncompression;

import org.jspecify.annotations.NullMarked;
