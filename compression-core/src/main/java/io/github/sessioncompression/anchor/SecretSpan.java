package io.github.sessioncompression.anchor;

/** Where a secret stands in a text, the end exclusive. */
record SecretSpan(int start, int end) {}
