/**
 * What is found of compressed history, and at which level is it shown?
 *
 * <p>In reading order: {@link io.github.sessioncompression.recall.Hit} is a message that was found, {@link io.github.sessioncompression.recall.Segment} a
 * run of messages about one matter, which has levels from all messages to tags. {@link io.github.sessioncompression.recall.RecallTool} describes the two
 * tools for models. {@link io.github.sessioncompression.recall.RecallOptions} and {@link io.github.sessioncompression.recall.ExpansionOptions} are the
 * settings; a second search, such as one by vectors, is a port in the former.
 *
 * <p>Never: searches. Values and options alone; {@code search} has the index.
 */
@NullMarked
package io.github.sessioncompression.recall;

import org.jspecify.annotations.NullMarked;
