/** Earlier sessions of chats, and what is kept of a user: values, options, and the lists of both in a store. */
@NullMarked
package io.github.sessioncompression.session;

import org.jspecify.annotations.NullMarked;
