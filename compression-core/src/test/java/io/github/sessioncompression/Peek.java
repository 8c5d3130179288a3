package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;

/** Messages of a stored chat as another process would show them, without making room. */
final class Peek {
    private Peek() {}

    /** The messages that the chat's context has. */
    static List<Message> at(CompressionPolicy policy, SessionStore store, String id) {
        return at(policy, store, id, false);
    }

    /** The same where only the latest system message counts. */
    static List<Message> at(CompressionPolicy policy, SessionStore store, String id, boolean onlyLatestSystem) {
        try (SessionCompressor other =
                SessionCompressor.builder().policy(policy).store(store).build()) {
            return ConversationParts.of(id, other.settings(), other.shared())
                    .chats()
                    .get(chat -> {
                        if (onlyLatestSystem) {
                            chat.shown().onlyLatestSystem();
                        }
                        chat.sync();
                        return List.copyOf(chat.shown().context().snapshot());
                    });
        }
    }
}
