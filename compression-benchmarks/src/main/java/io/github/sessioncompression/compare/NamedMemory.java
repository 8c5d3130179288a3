package io.github.sessioncompression.compare;

/**
 * A memory of the table.
 *
 * @param name its name, without commas
 * @param type a class of its library, whose jar has the version
 */
public record NamedMemory(String name, Class<?> type, Factory factory) {
    /** Makes a memory of an empty chat. */
    public interface Factory {
        /** Makes it. */
        ComparedMemory create(Room room);
    }

    /**
     * The size of a memory.
     *
     * @param window tokens of a whole request
     * @param messages as many of the transcript as the window holds on average
     * @param system tokens of the system prompt: what a memory that never sees it leaves free
     * @param summariser the model that writes summaries
     */
    public record Room(int window, int messages, int system, Summariser summariser) {
        /** Tokens of a request without the system prompt; at least a quarter of the window. */
        public int history() {
            return Math.max(window / 4, window - system);
        }
    }

    /** Name and version of the jar. */
    String version() {
        String jar = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        boolean own = jar.contains("/compression-") || !jar.endsWith(".jar");
        return own ? "this build" : jar.replaceAll(".*/(.*)\\.jar$", "$1");
    }
}
