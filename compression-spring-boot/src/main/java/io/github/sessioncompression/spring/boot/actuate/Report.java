package io.github.sessioncompression.spring.boot.actuate;

/** Report of the actuator endpoint on all conversations together or on one. */
sealed interface Report permits TotalsReport, ConversationReport {}
