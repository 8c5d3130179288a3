package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Commit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes save a list at the same moment, and the framework's store keeps both. */
class ListCopiesTest extends ListStoreFixture {
    private final SessionStore there = over(lists.inAnotherProcess());

    /** The order of the rows of two saves. */
    enum Order {
        /** By place (Spring AI 2). */
        BY_PLACE(0),
        /** By a time stamp for each save that counts on for each message (Spring AI 1.1). */
        BY_TIME(3),
        /** One save after the other (a table with a serial number). */
        ONE_AFTER_THE_OTHER(Integer.MAX_VALUE);

        private final int distance;

        Order(int distance) {
            this.distance = distance;
        }

        List<Said> mixed(List<Said> first, List<Said> second) {
            List<Said> all = new ArrayList<>();
            for (int i = 0, j = 0; i < first.size() || j < second.size(); ) {
                if (j == second.size() || (i < first.size() && i - distance <= j)) {
                    all.add(first.get(i++));
                } else {
                    all.add(second.get(j++));
                }
            }
            return all;
        }
    }

    /** Both add at the same moment. */
    private void addAtOnce(Order order, Message[] here, Message[] elsewhere) {
        List<Said> before = lists.stored(CHAT);
        long last = head(store).lastSequence();
        there.head(CHAT);
        store.append(CHAT, head(store).incarnation(), last, key(), entries(last, here));
        List<Said> first = lists.stored(CHAT);
        lists.store(CHAT, before);
        long lastThere = head(there).lastSequence();
        there.append(CHAT, head(there).incarnation(), lastThere, key(), entries(lastThere, elsewhere));
        lists.store(CHAT, order.mixed(first, lists.stored(CHAT)));
    }

    private static Message[] turn(String question) {
        return new Message[] {Message.user(question), Message.assistant("noted")};
    }

    private static List<String> said(SessionStore store) {
        store.head(CHAT);
        return store.load(CHAT, 0, 10_000).stream()
                .map(Entry::message)
                .map(Message::text)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void roundsOfTwoProcessesDoubleNothing(Order order) {
        begin();
        for (int round = 0; round < 20; round++) {
            addAtOnce(order, turn("here " + round), turn("there " + round));
            assertThat(said(store)).hasSize(4 + 4 * (round + 1)).isEqualTo(said(there));
        }
        store.append(CHAT, head(store).incarnation(), head(store).lastSequence(), key(), entries(84, turn("last")));
        assertThat(texts(lists)).hasSize(86).isEqualTo(said(there));
        assertThat(said(over(lists.inAnotherProcess()))).isEqualTo(said(there));
    }

    @Test
    void newProcessReadsEachMessageOnce() {
        begin();
        addAtOnce(Order.BY_PLACE, turn("here"), turn("there"));
        assertThat(said(over(lists.inAnotherProcess()))).isEqualTo(said(store)).hasSize(8);
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void stateOfOneProcessHidesNoMessage(Order order) {
        begin();
        there.commit(CHAT, Commit.of(head(there).incarnation(), 0, record(1, 2, state("a"))));
        addAtOnce(order, turn("here"), turn("there"));
        for (SessionStore each : List.of(store, there, over(lists.inAnotherProcess()))) {
            assertThat(said(each)).filteredOn(StateEnvelope::holds).isEmpty();
            assertThat(said(each)).hasSize(8);
            each.current(CHAT)
                    .ifPresent(current -> assertThat(current.boundary()).isLessThanOrEqualTo(2));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void keepsTurnsThatRepeatEarlierOnes(int times) {
        begin(store, turn("next"));
        for (int i = 0; i < times; i++) {
            List<Said> longer = new ArrayList<>(lists.stored(CHAT));
            longer.addAll(FrameworkLists.said(List.of(turn("next"))));
            lists.store(CHAT, longer);
        }
        assertThat(said(store)).hasSize(2 + 2 * times);
        assertThat(said(there)).hasSize(2 + 2 * times);
    }
}
