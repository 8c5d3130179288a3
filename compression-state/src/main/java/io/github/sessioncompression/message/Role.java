package io.github.sessioncompression.message;

/** The sender of a message. */
public enum Role {
    /** Instructions of the application; never compressed. */
    SYSTEM,
    /** The person, or the program in its role; starts a turn. */
    USER,
    /** The model's answer: text, tool calls, or both. */
    ASSISTANT,
    /** The result of one tool call. */
    TOOL
}
