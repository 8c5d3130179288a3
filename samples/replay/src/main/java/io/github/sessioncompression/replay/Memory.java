package io.github.sessioncompression.replay;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import java.util.function.Supplier;

/** Chat memory that a transcript is replayed into. Not safe for use by many threads. */
interface Memory {
    String CONVERSATION = "replay";

    void append(Message message);

    /** Makes a model call; the supplier counts what the model received. */
    Supplier<View> request();

    Conversation conversation();

    /** Memory of the library itself, without a framework. */
    record Own(Conversation conversation) implements Memory {
        @Override
        public void append(Message message) {
            conversation.append(message);
        }

        @Override
        public Supplier<View> request() {
            View view = conversation.view();
            return () -> view;
        }
    }
}
