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
 * <p>The one package that knows the JSON library, so that it can be replaced, and so that its limits hold everywhere.
 *
 * <p>Never: maps classes to objects, keeps a text, or repeats one in an exception's message, as it may be confidential.
 */
@NullMarked
package io.github.sessioncompression.json;

import org.jspecify.annotations.NullMarked;
