package io.github.sessioncompression.anchor;

/** A part of a text that its author has only passed on, from its first character to behind its last, and whether it stays where it is as code does. */
public record FoundRange(int start, int end, boolean code) {}
