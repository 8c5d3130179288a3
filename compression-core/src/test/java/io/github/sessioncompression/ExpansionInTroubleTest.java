package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Expansion never causes waiting, failures, or lost or duplicated messages. */
class ExpansionInTroubleTest extends ExpansionFixture {
    /** A chat that asks for the heron, whose store runs {@code meanwhile} each time it is asked for the message about it. */
    private Conversation asked(Runnable meanwhile) {
        forgotten(EXPANDING);
        AtomicBoolean ready = new AtomicBoolean();
        SessionStore watched = WatchedStore.of(store, call -> {
            Object result = call.proceed();
            boolean single = result instanceof List<?> found && found.size() == 1;
            if (ready.get()
                    && single
                    && call.name().equals("load")
                    && String.valueOf(result).contains("chapel")) {
                meanwhile.run();
            }
            return result;
        });
        SessionCompressor compressor = open.open(
                SessionCompressor.builder().policy(EXPANDING).store(watched).executor(Runnable::run));
        Conversation chat = compressor.conversation("chat");
        chat.view();
        ready.set(true);
        return chat;
    }

    @Test
    void failingTriggerExpandsNothingAndIsLoggedOnce() {
        try (Warnings warnings = new Warnings()) {
            Conversation chat = asked(() -> {
                throw new IllegalStateException("the heron flew");
            });
            for (int i = 0; i < 3; i++) {
                chat.append(ASKED);
                assertThat(chat.view().messages()).endsWith(ASKED);
                chat.append(Message.assistant("No idea."));
            }

            assertThat(warnings.lines())
                    .filteredOn(line -> line.contains("IllegalStateException") && !line.contains("flew"))
                    .hasSize(1);
        }
    }

    @Test
    void omitsHitErasedDuringChoice() {
        Conversation other = compressor(POLICY).conversation("chat");
        Conversation chat = asked(() -> other.erase(1));
        chat.append(ASKED);

        View view = chat.view();

        assertThat(text(view)).doesNotContain("chapel").contains(ASKED.text());
        assertThat(text(chat.view())).doesNotContain("chapel");
        assertThat(chat.transcript()).noneMatch(message -> message.text().equals(HERON));
    }

    @Test
    void noRequestWaitsForTheIndexOfALongChat() {
        Conversation chat = forgotten(EXPANDING);
        fill(chat, 100, 400);
        chat.compress();
        Deque<Runnable> background = new ArrayDeque<>();
        Conversation cold = compressor(EXPANDING, background::add).conversation("chat");
        cold.append(Message.user("What is beside the third willow?"));

        assertThat(expansions(cold.view())).isEmpty();
        cold.append(Message.assistant("No idea."));
        while (!background.isEmpty()) {
            background.remove().run();
        }
        cold.append(ASKED);

        assertThat(expansions(cold.view()).get(0).text()).contains("chapel");
    }

    @Test
    void handedBackExpansionIsNeitherStoredNorLost() {
        Conversation chat = forgotten(EXPANDING);
        chat.append(ASKED);
        List<Message> view = chat.view().messages();
        List<Message> transcript = new ArrayList<>(chat.transcript());

        chat.framework().set(new ArrayList<>(view));
        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);

        List<Message> longer = new ArrayList<>(view);
        longer.add(Message.assistant("Behind the chapel."));
        chat.framework().set(longer);
        assertThat(chat.view().messages()).isEqualTo(longer);

        transcript.add(Message.assistant("Behind the chapel."));
        assertThat(chat.transcript()).isEqualTo(transcript);
    }

    @Test
    void expandsRequestBuiltBeforeQuestionWasStored() {
        Conversation chat = forgotten(EXPANDING);
        List<Message> request = new ArrayList<>(chat.framework().steadyView().messages());
        chat.append(ASKED);
        request.add(ASKED);

        List<Message> sent = call(chat, request);

        assertThat(sent).hasSize(request.size() + 2).endsWith(ASKED);
        assertThat(sent.get(sent.size() - 3).text()).contains(HERON);

        Message look = Message.assistant("", List.of(new ToolCall("a", "look", "{}")));
        Message seen = Message.toolResult("a", "look", "water");
        chat.append(look, seen);
        request.addAll(List.of(look, seen));
        List<Message> second = call(chat, request);
        assertThat(second.subList(0, sent.size())).isEqualTo(sent);
        assertThat(second).hasSize(sent.size() + 2);

        chat.append(Message.assistant("There."));
        List<Message> next = chat.framework().steadyView().messages();
        assertThat(next.subList(0, second.size())).isEqualTo(second);
    }

    private static List<Message> call(Conversation chat, List<Message> request) {
        return chat.framework()
                .call(new ModelCall.Request("", List.copyOf(request), ModelCall.Tools.NONE, 0))
                .messages();
    }

    @Test
    void unseenRequestLeavesSentMessagesUnchanged() {
        Conversation chat = forgotten(EXPANDING);
        List<Message> sent = new ArrayList<>(chat.view().messages());
        chat.append(ASKED);
        sent.add(ASKED);
        chat.append(Message.assistant("No idea."));

        assertThat(chat.view().messages().subList(0, sent.size())).isEqualTo(sent);
    }

    @Test
    void erasureRemovesQuotedMessage() {
        Conversation chat = forgotten(EXPANDING);
        chat.append(ASKED);
        assertThat(text(chat.view())).contains("chapel");
        Hit hit = chat.recall().search("heron chapel", 1).get(0);

        chat.erase(hit.sequence());

        assertThat(text(chat.view())).doesNotContain("chapel");
    }

    @Test
    void turnKeepsExpansionDuringConcurrentCompression() {
        Conversation chat = forgotten(EXPANDING);
        chat.append(ASKED);
        List<Message> asked = chat.framework().steadyView().messages();
        assertThat(asked.toString()).contains("chapel");

        assertThat(compressor(EXPANDING).conversation("chat").compress()).isInstanceOf(Outcome.Compressed.class);
        chat.append(
                Message.assistant("", List.of(new ToolCall("a", "look", "{}"))),
                Message.toolResult("a", "look", "yes"));

        assertThat(chat.framework().steadyView().messages().subList(0, asked.size()))
                .isEqualTo(asked);
    }

    @Test
    void dropsExpansionAsLastResort() {
        Conversation chat = compressor(EXPANDING).conversation("chat");
        chat.append(Message.system("Rules:" + " never dig".repeat(750)));
        chat.append(Message.user(HERON + " The heron" + " nests".repeat(400)), Message.assistant("A fine place."));
        fill(chat, 0, 8);
        chat.compress();
        chat.append(ASKED);
        View asked = chat.view();
        int back = chat.tokens(expansions(asked));
        assertThat(back).isGreaterThan(2 * asked.stateTokens());
        int others = asked.tokens() - back - asked.stateTokens();
        int most = EXPANDING.hardLimitTokens();
        String page = " rose".repeat(most - others - back / 3);
        Message call = Message.assistant(page, List.of(new ToolCall("a", "look", "{}")));
        assertThat(others + chat.tokens(List.of(call))).isBetween(most - back / 2, most);

        chat.append(call, Message.toolResult("a", "look", "yes"));
        View view = chat.view();

        assertThat(expansions(view)).isEmpty();
        assertThat(view.messages()).contains(ASKED, call);
        assertThat(view.tokens()).isLessThanOrEqualTo(most);
    }
}
