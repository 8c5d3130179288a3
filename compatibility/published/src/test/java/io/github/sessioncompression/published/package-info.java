/** Tests of the published artifacts and of the dependencies they bring into an application. */
@NullMarked
package io.github.sessioncompression.published;

import org.jspecify.annotations.NullMarked;
