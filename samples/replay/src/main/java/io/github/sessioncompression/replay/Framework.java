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

    /** The framework of that name. */
    static Framework named(String name) throws InputException {
        StringJoiner names = new StringJoiner(", ");
        for (Framework framework : values()) {
            if (framework.option().equals(name)) {
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
            case LANGCHAIN4J -> new LangChain4jMemory(compressor, CONVERSATION, happenings);
            case SPRING_AI -> new SpringAiMemory(compressor, CONVERSATION, happenings);
        };
    }
}
