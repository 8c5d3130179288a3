package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Retention;
import java.util.List;

/**
 * Builds the compressor, and refuses a policy that deletes messages where there is nothing to take them: what ends the start must not
 * wait for the first chat of a conversation that has a policy of its own.
 *
 * @param settings say what is set
 * @param deleting the patterns of the conversations whose own policy deletes, as the properties have it
 */
record NeededArchive(Settings settings, List<String> deleting) {
    private static final String KEY = "retention";
    private static final String VALUE = "evict-compressed";

    static boolean isNeeded(CompressionPolicy policy) {
        return policy.retention() == Retention.EVICT_COMPRESSED;
    }

    /**
     * The compressor.
     *
     * @param policy that of all other conversations
     * @throws InvalidSettingsException if one of the policies deletes, and nobody has set an archive
     */
    SessionCompressor build(SessionCompressor.Builder builder, CompressionPolicy policy) {
        SessionCompressor compressor;
        try {
            compressor = builder.build();
        } catch (IllegalStateException e) {
            throw isNeeded(policy) ? refused(CompressionPolicy.PREFIX + KEY) : e;
        }
        for (String pattern : deleting) {
            try {
                // A customizer may have set an archive, which only the compressor knows.
                compressor.conversation(pattern);
            } catch (IllegalArgumentException e) {
                compressor.close();
                throw refused(KnownNames.ofConversations(pattern, KEY));
            }
        }
        return compressor;
    }

    private InvalidSettingsException refused(String key) {
        return settings.refused(
                key + "=" + VALUE + " needs an archive, but the application has no ArchiveListener bean",
                "Define such a bean, or remove " + key + ".");
    }
}
