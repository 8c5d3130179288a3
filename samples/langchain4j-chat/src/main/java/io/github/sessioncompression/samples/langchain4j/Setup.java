package io.github.sessioncompression.samples.langchain4j;

import io.github.sessioncompression.policy.CompressionPolicy;
import org.jspecify.annotations.Nullable;

/** What options, file and environment came to. */
sealed interface Setup {
    /**
     * There is a model to talk to.
     *
     * @param provider who runs it
     * @param model its name
     * @param baseUrl where it is
     * @param apiKey the key; {@code null} if there is none and none is needed
     * @param policy when and how to compress
     * @param compressesItself whether the chat's own model writes the states, else the offline compiler does
     */
    record Ready(
            Provider provider,
            String model,
            String baseUrl,
            @Nullable String apiKey,
            CompressionPolicy policy,
            boolean compressesItself)
            implements Setup {
        /** Without the key. */
        @Override
        public String toString() {
            return provider + " " + model + " at " + baseUrl;
        }
    }

    /**
     * The key is missing.
     *
     * @param whatToSet what to do about it, some lines
     */
    record KeyMissing(String whatToSet) implements Setup {}
}
