/**
 * Answers: what has a request of a chat, which form takes every provider, and where is it cut?
 *
 * <p>An adapter that sees a request on its way to the model may change it. In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.request.ShownRequest} is what a view shows; {@link io.github.sessioncompression.request.RequestMatch}
 *       finds its messages in the request, and shows another context in their place.
 *   <li>{@link io.github.sessioncompression.request.RequestRoom} has the limits in the model's tokens;
 *       {@link io.github.sessioncompression.request.RequestCut} shortens the largest messages if nothing else can give way.
 *       {@link io.github.sessioncompression.request.RequestCounts} remembers what messages beside the chat cost.
 *   <li>{@link io.github.sessioncompression.request.ValidRequest} gives the request an order and names that every provider accepts;
 *       {@link io.github.sessioncompression.request.ToolNames} makes the names.
 *   <li>{@link io.github.sessioncompression.request.RequestAccount} counts what was sent.
 * </ol>
 *
 * <p>Values in, values out: nothing here changes a chat, calls a model or knows a framework. Not for applications.
 */
@NullMarked
package io.github.sessioncompression.request;

import org.jspecify.annotations.NullMarked;
