package io.github.sessioncompression.prune;

/** Tool results that pruning looks at. */
public enum Pruning {
    /** Old results, by the {@link ToolPolicy} of their tool. The default. */
    AUTO,
    /** None, unless the context would not fit otherwise. */
    KEEP_ALL,
    /** Every result that the model has answered, whatever its tool, its age and its size. */
    KEEP_NONE,
    /** None, whatever the size of the context; results are not cut either. */
    OFF
}
