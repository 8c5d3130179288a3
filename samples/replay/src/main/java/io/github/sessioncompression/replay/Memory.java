package io.github.sessioncompression.replay;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;

/** What a chat is replayed into: it takes the messages and says what the next model call would be sent. One thread only. */
interface Memory {
    /** A message was said. */
    void append(Message message);

    /** What a model call would be sent now, with accounting. */
    View view();

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
            public View view() {
                return conversation.view();
            }

            @Override
            public Conversation conversation() {
                return conversation;
            }
        };
    }
}
