package io.github.sessioncompression.langchain4j;

import org.jspecify.annotations.Nullable;

/** Reads public accessors by their names, of types or in versions that the oldest supported version of LangChain4j has not. */
final class ByName {
    private ByName() {}

    /** Value of an accessor; {@code null} if there is none, or if it fails. */
    static @Nullable Object read(Object target, String accessor) {
        try {
            return target.getClass().getMethod(accessor).invoke(target);
        } catch (ReflectiveOperationException notThere) {
            return null;
        }
    }
}
