package io.github.sessioncompression.replay;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.model.StructuredModel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What needs the frameworks' libraries: their memories, and the clients of the models. A build for those who only replay is made without
 * them, so that they fetch what that needs.
 */
interface Frameworks {
    /** LangChain4j's memory. */
    Memory langChain4j(SessionCompressor compressor, String id, Happenings happenings);

    /** Spring AI's memory. */
    Memory springAi(SessionCompressor compressor, String id, Happenings happenings);

    /**
     * A model, without retries of its own: they are the compression's.
     *
     * @param name the model's name
     * @param url where the provider is
     * @param key the key, if there is one
     * @param window what Ollama's server is asked for, in tokens
     */
    StructuredModel model(
            CompressionModels.Provider provider, String name, String url, @Nullable String key, int window);

    /** The frameworks, if this program was built with them. */
    static Optional<Frameworks> found() {
        try {
            return Optional.of(Class.forName("io.github.sessioncompression.replay.BuiltInFrameworks")
                    .asSubclass(Frameworks.class)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ClassNotFoundException without) {
            return Optional.empty();
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("the frameworks cannot be used", broken);
        }
    }

    /** The frameworks, which {@code option} needs. */
    static Frameworks neededBy(String option) throws InputException {
        return found().orElseThrow(
                        () -> new InputException(
                                option
                                        + " needs the frameworks' libraries, which this build is without; samples/replay/run builds it with them"));
    }
}
