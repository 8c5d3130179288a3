package io.github.sessioncompression.replay;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import java.util.function.Supplier;

/** What a chat is replayed into: it takes the messages and says what the next model call would be sent. One thread only. */
interface Memory {
    /** A message was said. */
    void append(Message message);

    /** Gets ready what a model call would be sent now; the accounting is done when it is asked for. */
    Supplier<View> request();

    /** The conversation behind it. */
    Conversation conversation();

    /** The library itself, without a framework. */
    static Memory of(Conversation conversation) {
        return new Memory() {
            @Override
            public void append(Message message) {
                conversation.append(message);
            }

            @Override
            public Supplier<View> request() {
                View view = conversation.view();
                return () -> view;
            }

            @Override
            public Conversation conversation() {
                return conversation;
            }
        };
    }
}
