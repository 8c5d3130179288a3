/** What a view consists of: what is stored of a chat, what is shown of that, and which limits hold. */
@NullMarked
package io.github.sessioncompression.context;

import org.jspecify.annotations.NullMarked;
