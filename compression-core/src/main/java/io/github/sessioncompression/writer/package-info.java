/**
 * How is a state written: by the model, or by extract?
 *
 * <p>In reading order: {@link io.github.sessioncompression.writer.StateWriter} asks the model, and writes an extract if there is none or it fails;
 * {@link io.github.sessioncompression.writer.WrittenState} is the result; {@link io.github.sessioncompression.writer.OutlineWriter} adds a line
 * for each older segment.
 *
 * <p>Nothing here holds a lock, changes a chat, writes to a store or decides when a state is written. Not for applications.
 */
@NullMarked
package io.github.sessioncompression.writer;

import org.jspecify.annotations.NullMarked;
