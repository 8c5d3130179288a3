/** The search itself: an index and a ranking for each conversation, segments and their levels, and what comes back for a user's message. */
@NullMarked
package io.github.sessioncompression.search;

import org.jspecify.annotations.NullMarked;
