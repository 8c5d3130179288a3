/** Keeps conversations in a relational database, by {@code java.sql} alone. */
@NullMarked
package io.github.sessioncompression.store.jdbc;

import org.jspecify.annotations.NullMarked;
