/** What the frameworks, clients and libraries around this one do: a table, and a test for each of its rows. */
@NullMarked
package io.github.sessioncompression.behaviour;

import org.jspecify.annotations.NullMarked;
