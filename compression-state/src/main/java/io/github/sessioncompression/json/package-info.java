/**
 * How is JSON read and written?
 *
 * <p>Classes in reading order:
 * <ul>
 *   <li>{@link Json}: text to plain Java values and back, within limits.
 *   <li>{@link JsonFields}: the fields of one object by their types, for documents that this library wrote.
 *   <li>{@link JsonMember}: names and simple values of objects that may be cut off, for data of tools.
 *   <li>{@link JsonSyntaxException}: a text that is no JSON.
 *   <li>{@link JsonSource} and {@link JsonSink}: the two directions.
 * </ul>
 *
 * <p>The one package that knows the JSON library. No message of an exception repeats a text, which may be confidential.
 */
@NullMarked
package io.github.sessioncompression.json;

import org.jspecify.annotations.NullMarked;
