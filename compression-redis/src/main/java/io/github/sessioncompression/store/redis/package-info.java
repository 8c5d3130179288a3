/**
 * How are conversations kept in Redis or Valkey, by Lettuce?
 *
 * <p>In reading order: {@link io.github.sessioncompression.store.redis.RedisStoreBuilder} connects and makes the {@link
 * io.github.sessioncompression.store.redis.RedisSessionStore}. {@code Server} asks and repeats, {@code Script} are the Lua scripts, {@code Keys} their
 * keys. {@code Heads}, {@code Messages} and {@code Records} are what is kept of a conversation, {@code Conversations} is the list of all, {@code
 * SessionMoves} switches sessions.
 *
 * <p><b>Consistency.</b> Each write of a conversation is one script: it compares what the caller expects, then sets. All keys of a conversation have one
 * hash tag, so a cluster runs the script on one node. A call that must not be done twice has an id; a script that finds its own id has run before and repeats
 * its answer, so a lost answer is asked for again.
 *
 * <p><b>Keys</b> of a conversation: {@code head} (hash), {@code messages} (sorted set), {@code appends}, {@code records}, {@code segments} (hashes), and
 * for five minutes {@code deleted}, the call that deleted it.
 *
 * <p>Never: writes to a conversation what it has read before, unless the script compares it first.
 */
@NullMarked
package io.github.sessioncompression.store.redis;

import org.jspecify.annotations.NullMarked;
