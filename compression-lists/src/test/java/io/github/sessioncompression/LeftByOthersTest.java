package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ViewPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Matching of a handed-back view after changes by others: system messages, results and repeated messages. */
class LeftByOthersTest extends ConversationListsFixture {
    private static final Message SYSTEM = Message.system(Chats.SYSTEM);
    private static final Message YES = Message.user("Yes.");
    private static final Message FINE = Message.assistant("Fine.");

    private final FrameworkLists lists = new FrameworkLists(Kind.LIVE);
    private final Conversation chat = chat(FrameworkLists.over(lists));

    private void others(Consumer<List<Said>> change) {
        List<Said> list = lists.stored("chat");
        change.accept(list);
        lists.store("chat", list);
    }

    private static List<Message> repeated() {
        return List.of(YES, FINE, YES, FINE, Chats.question(1, 9), Chats.answer(1, 9), YES, FINE);
    }

    @Test
    void withoutAStateEachMessageStaysAsOftenAsItWasSaid() {
        chat.append(repeated());
        List<Message> shown = withoutSystem(chat.view());
        others(list -> Collections.swap(list, 0, 4));

        chat.framework().set(shown);

        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(repeated()));
    }

    @Test
    void theSystemMessageIsThereOnce() {
        chat.append(SYSTEM);
        chat.append(repeated());
        List<Message> view = chat.view().messages();
        others(list -> Collections.swap(list, 1, 5));

        chat.framework().set(view);

        List<Message> all = new ArrayList<>(repeated());
        all.add(SYSTEM);
        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(all));
    }

    @Test
    void editedSystemMessageReplacesShownOne() {
        chat.append(SYSTEM);
        chat.append(repeated());
        List<Message> view = new ArrayList<>(chat.view().messages());
        others(list -> Collections.swap(list, 1, 5));
        Message other = Message.system("You keep bees.");
        view.set(0, other);

        chat.framework().set(view);

        List<Message> all = new ArrayList<>(repeated());
        all.add(other);
        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(all));
    }

    @Test
    void storesNewMessagesAndDropsMissingOnes() {
        chat.append(repeated());
        List<Message> view = new ArrayList<>(chat.view().messages());
        others(list -> Collections.swap(list, 4, 5));
        Message added = Message.user("And the bees?");
        view.removeIf(message -> message.role() == Role.SYSTEM);
        view.remove(view.size() - 1);
        view.add(added);

        chat.framework().set(view);

        List<Message> all = new ArrayList<>(repeated());
        all.remove(all.size() - 1);
        all.add(added);
        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(all));
    }

    /** A chat that shows placeholders for results. */
    private List<Message> pruned() {
        List<Message> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.addAll(Chats.toolTurn(i, 300));
        }
        all.addAll(Chats.turn(3, 9));
        chat.append(all);
        chat.prune();
        return all;
    }

    private static List<String> placeholders(View view) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < view.parts().size(); i++) {
            if (view.parts().get(i).kind() == ViewPart.Kind.PLACEHOLDER) {
                texts.add(view.messages().get(i).text());
            }
        }
        assertThat(texts).isNotEmpty();
        return texts;
    }

    private static List<Message> withoutSystem(View view) {
        return view.messages().stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .toList();
    }

    @Test
    void restoresResultsBehindPlaceholders() {
        List<Message> all = pruned();
        View view = chat.view();
        assertThat(placeholders(view)).isNotEmpty();
        others(list -> list.set(0, list.get(0).withText("Edited by others.")));

        chat.framework().set(withoutSystem(view));

        all.add(Message.user("Edited by others."));
        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(all));
    }

    @Test
    void ignoresPlaceholderOfRemovedResult() {
        pruned();
        View view = chat.view();
        others(list -> {
            Collections.swap(list, 15, 16);
            list.removeIf(said -> said.role() == Role.TOOL);
        });

        chat.framework().set(withoutSystem(view));

        assertThat(chat.transcript()).extracting(Message::text).doesNotContainAnyElementsOf(placeholders(view));
    }

    @Test
    void restoresPins() {
        chat.append(Chats.question(50, 9).withPinned(true), Chats.answer(50, 9));
        for (int i = 0; i < 9; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.compress();
        List<Message> view = chat.view().messages();
        List<Message> before = chat.transcript();
        others(list -> Collections.swap(list, 3, 5));

        chat.framework().set(view);

        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(before));
        assertThat(said(chat.view().messages())).contains(said(before).get(0));
    }

    @Test
    void distinguishesResultsWithSameCallIdByText() {
        List<Message> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(Chats.question(i, 5));
            all.add(Message.assistant("", List.of(new ToolCall("call", "look", "{}"))));
            all.add(Message.toolResult("call", "look", "Shelf " + i + " is full."));
            all.add(Chats.answer(i, 5));
        }
        chat.append(all);
        List<Message> shown = withoutSystem(chat.view());
        others(list -> {
            list.remove(2);
            Collections.swap(list, 0, 2);
        });
        List<Message> handedBack = new ArrayList<>(shown);
        handedBack.remove(6);

        chat.framework().set(handedBack);

        all.remove(6);
        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(all));
    }

    @Test
    void prefersLatestViewToOutdatedOne() {
        chat.append(repeated());
        chat.view();
        others(list -> Collections.swap(list, 0, 4));
        List<Message> now = withoutSystem(chat.view());

        chat.framework().set(now.subList(0, now.size() - 1));

        assertThat(said(chat.transcript())).isEqualTo(said(now.subList(0, now.size() - 1)));
    }
}
