package io.github.sessioncompression.model;

/** Why a model stopped writing. Only {@link #STOP} lets an answer be accepted. */
public enum FinishReason {
    /** It was done. Also what an adapter reports when the provider gives no reason at all. */
    STOP,
    /** It ran into the output limit, so the answer is cut off. */
    LENGTH,
    /** It wants to call a tool instead of answering. */
    TOOL_CALLS,
    /** The provider withheld the answer, or the model refused. */
    CONTENT_FILTER,
    /** The provider named another reason. */
    OTHER
}
