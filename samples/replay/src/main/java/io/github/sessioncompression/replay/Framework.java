package io.github.sessioncompression.replay;

import io.github.sessioncompression.SessionCompressor;
import java.util.Locale;
import java.util.StringJoiner;

/** Whose chat memory the messages go through. */
enum Framework {
    /** The library by itself. */
    NONE("Session Compression itself"),
    /** LangChain4j's {@code ChatMemory}. */
    LANGCHAIN4J("LangChain4j's ChatMemory"),
    /** Spring AI's {@code ChatMemory}. */
    SPRING_AI("Spring AI's ChatMemory");

    private static final String CONVERSATION = "replay";

    private final String title;

    Framework(String title) {
        this.title = title;
    }

    /**
     * The framework of that name.
     *
     * @throws InputException if there is none, or this program was built without it
     */
    static Framework named(String name) throws InputException {
        StringJoiner names = new StringJoiner(", ");
        for (Framework framework : values()) {
            if (framework.option().equals(name)) {
                if (framework != NONE) {
                    Frameworks.neededBy("--framework " + name);
                }
                return framework;
            }
            names.add(framework.option());
        }
        throw new InputException("--framework must be one of " + names + ", but was '" + name + "'");
    }

    private String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** For people. */
    String title() {
        return title;
    }

    /** A memory of this framework over {@code compressor}; {@code happenings} listens to it. */
    Memory memory(SessionCompressor compressor, Happenings happenings) {
        return switch (this) {
            case NONE -> Memory.of(compressor.conversation(CONVERSATION));
            case LANGCHAIN4J -> Frameworks.found().orElseThrow().langChain4j(compressor, CONVERSATION, happenings);
            case SPRING_AI -> Frameworks.found().orElseThrow().springAi(compressor, CONVERSATION, happenings);
        };
    }
}
