package io.github.sessioncompression.replay;

import io.github.sessioncompression.SessionCompressor;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Framework whose chat memory and guard the messages go through. */
enum Framework {
    NONE("Session Compression itself", ""),
    LANGCHAIN4J("LangChain4j's ChatMemory", "LangChain4jMemory"),
    SPRING_AI("Spring AI's ChatMemory", "SpringAiMemory");

    private final String title;
    private final String memory;

    Framework(String title, String memory) {
        this.title = title;
        this.memory = memory;
    }

    /**
     * The framework of an option.
     *
     * @throws InputException if there is none of that name, or this program was built without it
     */
    static Framework named(String name) throws InputException {
        Framework framework = Arrays.stream(values())
                .filter(each -> each.option().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException("--framework must be one of "
                        + Arrays.stream(values()).map(Framework::option).collect(Collectors.joining(", "))
                        + ", but was '"
                        + name + "'"));
        try {
            if (framework != NONE) {
                framework.memoryClass();
            }
        } catch (ClassNotFoundException without) {
            throw new InputException("--framework " + name + " needs the framework's libraries, which this build"
                    + " is without; samples/replay/run builds it with them");
        }
        return framework;
    }

    private String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String title() {
        return title;
    }

    private Class<? extends Memory> memoryClass() throws ClassNotFoundException {
        return Class.forName("io.github.sessioncompression.replay." + memory).asSubclass(Memory.class);
    }

    /** A memory over {@code compressor}, whose events {@code views} gets. */
    Memory memory(SessionCompressor compressor, FrameworkViews views) {
        if (this == NONE) {
            return new Memory.Own(compressor.conversation(Memory.CONVERSATION));
        }
        try {
            return memoryClass()
                    .getDeclaredConstructor(SessionCompressor.class, FrameworkViews.class)
                    .newInstance(compressor, views);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("the memory of " + option() + " cannot be used", broken);
        }
    }
}
