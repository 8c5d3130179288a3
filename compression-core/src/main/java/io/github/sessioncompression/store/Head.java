package io.github.sessioncompression.store;

/**
 * The position of a conversation in its store. Two heads are equal if nobody has changed the conversation in between; nothing else follows
 * from one number being larger.
 *
 * @param incarnation names this life of the conversation; a conversation that was deleted and begun again has another
 * @param lastSequence the largest sequence number ever given, 0 if there is none yet
 * @param recordVersion the current record's version, 0 if there is none yet
 * @param revision another one after each change that took messages away, erased or replaced, or earlier records as an
 *     erasure does; 0 at first
 * @param messages how many messages there are; those that were taken away don't count
 */
public record Head(String incarnation, long lastSequence, long recordVersion, long revision, long messages) {}
