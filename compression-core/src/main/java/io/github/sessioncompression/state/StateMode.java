package io.github.sessioncompression.state;

/** Treatment of the previous state when more of a chat is compressed. */
public enum StateMode {
    /** The previous state is merged with the new span into one state. */
    MERGE,
    /** Each compression adds a state of its own. All are shown together, without the least important entries where they exceed the cap. */
    CHAIN,
    /** Nothing is compressed; pruning alone makes room. States of earlier compressions are still shown. */
    OFF
}
