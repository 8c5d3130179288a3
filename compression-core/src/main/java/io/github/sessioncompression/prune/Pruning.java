package io.github.sessioncompression.prune;

/** Which tool results pruning looks at. */
public enum Pruning {
    /** Old results, by the {@link ToolPolicy} of their tool. The default. */
    AUTO,
    /** None, unless the context would not fit otherwise and the safeguard is on. */
    KEEP_ALL,
    /** Every result that the model has answered, whatever its tool, its age and what it saves. */
    KEEP_NONE
}
