/**
 * Answers: what is paid for tokens, and is a compression worth its price now?
 *
 * <p>In reading order: {@link io.github.sessioncompression.cost.PriceProfile} has the prices of a model and the rules of its cache,
 * {@link io.github.sessioncompression.cost.PriceProfiles} the bundled ones, {@link io.github.sessioncompression.cost.CostOptions} the
 * settings. {@link io.github.sessioncompression.cost.ChatPace} and {@link io.github.sessioncompression.cost.CallTimes} sum up the calls of a
 * chat, {@link io.github.sessioncompression.cost.CostCase} is the question, and {@link io.github.sessioncompression.cost.CostPlanner}
 * answers it with a {@link io.github.sessioncompression.cost.CostEstimate}.
 *
 * <p>Nothing here looks prices up in a network. Without prices of the chat model nothing is decided by cost.
 */
@NullMarked
package io.github.sessioncompression.cost;

import org.jspecify.annotations.NullMarked;
