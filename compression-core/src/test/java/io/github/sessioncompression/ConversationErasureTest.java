package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Erased messages disappear from views, states and search. */
class ConversationErasureTest extends TalkFixture {
    private static List<Long> placesOf(Conversation chat, String words) {
        return chat.entries().stream()
                .filter(entry -> entry.message().text().contains(words))
                .map(Entry::sequence)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OFF")
    void leavesNoTraceOfAnErasedMessageInAnyProcess(StateMode mode) {
        CompressionPolicy policy = POLICY.withState(POLICY.state().withMode(mode));
        Conversation chat = compressor(policy).conversation("chat");
        talk(chat, 4);
        chat.compress();
        Conversation elsewhere = compressor(policy).conversation("chat");
        assertThat(text(elsewhere.view())).contains("918273");
        talk(chat, 6);
        chat.compress();
        long version = chat.record().orElseThrow().version();
        int messages = chat.transcript().size();
        List<Long> places = placesOf(chat, "918273");
        assertThat(places).hasSizeGreaterThan(1);

        for (long place : places) {
            assertThat(chat.erase(place)).isTrue();
        }

        assertThat(text(chat.view())).doesNotContain("918273");
        assertThat(text(elsewhere.view())).doesNotContain("918273").contains("Order 1002");
        assertThat(chat.transcript()).hasSize(messages - places.size());
        assertThat(chat.status().messages()).isEqualTo(messages - places.size());
        assertThat(chat.history().toString()).doesNotContain("918273");
        for (CompressionRecord record : chat.history()) {
            assertThat(store.segments("chat", record.segments()).toString()).doesNotContain("918273");
        }
        assertThat(chat.erase(places.get(0))).isFalse();
        assertThatThrownBy(() -> chat.rollback(version)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void erasesShownMessage() {
        Conversation chat = chat();
        talk(chat, 3);
        View before = chat.view();
        int shown = 0;
        for (int i = 0; i < before.messages().size(); i++) {
            if (before.messages().get(i).text().contains("918273")) {
                assertThat(chat.erase(before.parts().get(i).sequence())).isTrue();
                shown++;
            }
        }
        assertThat(shown).isEqualTo(2);
        assertThat(text(chat.view())).doesNotContain("918273");
    }

    @Test
    void editOfEarlierViewRestoresNoErasedText() {
        Conversation chat = chat();
        talk(chat, 6);
        chat.compress();
        chat.append(Chats.turn(20, 30));
        List<Message> view = new ArrayList<>(chat.view().messages());
        assertThat(text(chat.view())).contains("918273");
        Conversation elsewhere = compressor(POLICY).conversation("chat");
        placesOf(elsewhere, "918273").forEach(elsewhere::erase);
        elsewhere.append(Chats.turn(21, 30));
        elsewhere.compress();

        view.set(view.size() - 2, Message.user("And the rake?"));
        chat.framework().set(view);

        assertThat(text(chat.view()) + chat.history()).contains("And the rake?").doesNotContain("918273");
    }

    @Test
    void rewritesStateIfErasureLeavesTooLittle() {
        Conversation chat = chat();
        StringBuilder codes = new StringBuilder();
        for (int door = 1; door <= 80; door++) {
            codes.append("The code of door ")
                    .append(door)
                    .append(" is ")
                    .append(40_000 + 7 * door)
                    .append(". ");
        }
        chat.append(Message.user(codes.toString()), Message.assistant("Noted."));
        talk(chat, 3);
        chat.append(Message.user("Thank you."), Message.assistant("You are welcome."));
        chat.compress();
        assertThat(text(chat.view())).contains("The code of door ");

        chat.erase(1);

        assertThat(text(chat.view())).contains("Order 1000", "Order 1002").doesNotContain("code of door");
        assertThat(chat.record().orElseThrow().cause()).isEqualTo(CompressionRecord.Cause.OFFLINE);
    }

    @Test
    void erasureDiscardsCompressionOfErasedMessage() {
        List<Runnable> background = new ArrayList<>();
        Conversation chat = open.open(SessionCompressor.builder()
                        .policy(POLICY.withExecution(Execution.AUTO))
                        .store(store)
                        .model(request -> {
                            Conversation other = compressor(POLICY).conversation("chat");
                            placesOf(other, "918273").forEach(other::erase);
                            return ModelAnswer.of("{\"logos\":[\"Code 918273\"],\"pathos\":[],"
                                    + "\"abstract\":[],\"conversation_summary\":\"Codes.\"}");
                        })
                        .executor(background::add))
                .conversation("chat");
        talk(chat, 12);
        Outcome outcome = chat.compress();
        assertThat(outcome).isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.DISCARDED));
        assertThat(text(chat.view())).doesNotContain("918273");
    }
}
