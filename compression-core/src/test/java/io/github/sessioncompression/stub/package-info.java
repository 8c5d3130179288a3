/**
 * Providers of chat models as HTTP servers that speak their real wire format, for tests and samples without a key.
 *
 * <p>One class a provider. All of them are scripted with the same {@link
 * io.github.sessioncompression.stub.Reply}s and record what they were sent as the same {@link
 * io.github.sessioncompression.stub.Sent}, so that one test runs against each of them.
 */
@NullMarked
package io.github.sessioncompression.stub;

import org.jspecify.annotations.NullMarked;
