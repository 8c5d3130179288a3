/**
 * What applications set, and the beans that they choose: read alike under each framework that has a configuration and a container.
 *
 * <p>For the modules of such frameworks; applications need nothing of it.
 */
@NullMarked
package io.github.sessioncompression.settings;

import org.jspecify.annotations.NullMarked;
