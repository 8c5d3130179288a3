package io.github.sessioncompression.compare;

import java.util.List;

/** Memories that are compared besides the built-in ones; found on the class path as a service. */
public interface MemorySource {
    /** The memories, in the order of the table. */
    List<NamedMemory> memories();
}
