package io.github.sessioncompression.replay;

import io.github.sessioncompression.model.StructuredModel;
import org.jspecify.annotations.Nullable;

/** Clients of models. A build for those who only replay is made without them, so that they need not fetch the libraries. */
interface ModelClients {
    /** A model, without retries of its own: they are the compression's. {@code window} is that of Ollama's server, in tokens. */
    StructuredModel model(
            CompressionModels.Provider provider, String name, String url, @Nullable String key, int window);

    /**
     * The clients, which {@code option} needs.
     *
     * @throws InputException if this program was built without them
     */
    static ModelClients neededBy(String option) throws InputException {
        try {
            return Class.forName("io.github.sessioncompression.replay.LangChain4jClients")
                    .asSubclass(ModelClients.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException without) {
            throw new InputException(
                    option
                            + " needs the models' clients, which this build is without; samples/replay/run builds it with them");
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("the models' clients cannot be used", broken);
        }
    }
}
