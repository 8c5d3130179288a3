package io.github.sessioncompression;

/**
 * What all conversations with the same policy share.
 *
 * @param rules how their contexts are made
 * @param steps how room is made in them
 * @param writer writes their states
 */
record Settings(ContextRules rules, Steps steps, StateWriter writer) {}
