package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Ways of an application to add messages again. */
enum AddingAgain {
    ONE_LIST((chat, messages) -> chat.append(messages)),
    ONE_BY_ONE((chat, messages) -> messages.forEach(chat::append)),
    CHUNKS((chat, messages) -> {
        for (int i = 0; i < messages.size(); i += 3) {
            chat.append(messages.subList(i, Math.min(messages.size(), i + 3)));
        }
    }),
    SET((chat, messages) -> chat.framework().set(messages));

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final BiConsumer<Conversation, List<Message>> again;

    AddingAgain(BiConsumer<Conversation, List<Message>> again) {
        this.again = again;
    }

    void clearAndAdd(Conversation chat, List<Message> messages) {
        List<Message> own = new ArrayList<>(messages);
        chat.clear();
        assertThat(chat.transcript()).isEmpty();
        again.accept(chat, own);
    }
}
