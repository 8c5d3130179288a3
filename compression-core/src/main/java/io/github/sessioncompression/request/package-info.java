/** Requests as they are sent: what they have of a chat, a form that every provider takes, and their room; not for applications. */
@NullMarked
package io.github.sessioncompression.request;

import org.jspecify.annotations.NullMarked;
