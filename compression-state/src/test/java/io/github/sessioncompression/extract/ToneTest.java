package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToneTest {
    @Test
    void repeatedWishHidesNoOther() {
        List<Message> chat = new ArrayList<>();
        chat.add(Message.user("Does pump 1 suffice? Use simple words."));
        for (int pump = 2; pump < 8; pump++) {
            chat.add(Message.assistant("Pump " + pump + " is enough for that."));
            chat.add(Message.user("Does pump " + pump + " suffice for 80 litres? I like short answers."));
        }

        StateDocument state = Chats.compile(null, 600, chat);

        assertThat(state.texts().get("pathos"))
                .containsExactly("User: Use simple words.", "User: I like short answers.");
    }
}
