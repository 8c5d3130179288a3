package io.github.sessioncompression.spring.boot.actuate;

/** What the actuator endpoint shows: of all conversations together, or of one. */
public sealed interface Report permits TotalsReport, ConversationReport {}
