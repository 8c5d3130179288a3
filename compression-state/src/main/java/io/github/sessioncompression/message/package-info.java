/** The neutral chat model: messages, tool calls, turns, what makes a sequence valid, and OpenAI chat JSON. */
@NullMarked
package io.github.sessioncompression.message;

import org.jspecify.annotations.NullMarked;
