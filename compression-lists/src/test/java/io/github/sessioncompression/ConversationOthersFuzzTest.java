package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.transcript.ConversationReader.StoreDelta.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chats of which a view is handed back, by setting it, after somebody else has changed the framework's list
 * in any way: all that was in the list then stays, and what the application gives back is there, too.
 */
class ConversationOthersFuzzTest {
    @Test
    @Tag("landing")
    void keepsMessagesAddedToListByOthers() {
        FuzzCases.CONVERSATION_OTHERS.run(seed -> new Case(new Random(seed)).run());
    }

    /**
     * The state was moved, others emptied the list, a system message stands in front for one context and in the history for another, or
     * others edited the system message that the application sets again.
     */
    @ParameterizedTest
    @ValueSource(longs = {21_056_217_193_712L, 20_261_954L, 1_010_289L, 5_010_061L, 177_675_738_726_428L})
    void keepsAllMessagesForKnownSeeds(long seed) {
        new Case(new Random(seed)).run();
    }

    /** Changes others make to a list. */
    private enum Change {
        NOTHING,
        SHUFFLED,
        SHUFFLED_AROUND_THE_STATE,
        SWAPPED,
        EDITED,
        REMOVED,
        CUT,
        BEGUN_LATER,
        STATE_REMOVED,
        STATE_MOVED,
        ADDED_AT_THE_END,
        ADDED_BETWEEN,
        OTHER_CHAT
    }

    private static final class Case {
        private static final List<Kind> KINDS = List.of(Kind.values());
        private static final List<Change> CHANGES = List.of(Change.values());
        private final Random random;
        private final FrameworkLists lists;
        private final Kind kind;
        private final CompressionPolicy policy;
        private final List<String> steps = new ArrayList<>();
        private int number;
        private boolean torn;

        Case(Random random) {
            this.random = random;
            this.kind = KINDS.get(random.nextInt(KINDS.size()));
            this.lists = new FrameworkLists(kind);
            this.policy = CompressionPolicy.forWindow(1_200 + random.nextInt(2_500));
        }

        void run() {
            SessionStore store = FrameworkLists.over(lists);
            try (SessionCompressor compressor = SessionCompressor.builder()
                    .policy(policy)
                    .store(store)
                    .executor(Runnable::run)
                    .build()) {
                Conversation chat = compressor.conversation("chat");
                if (random.nextBoolean()) {
                    chat.framework().onlyLatestSystem();
                }
                if (random.nextBoolean()) {
                    chat.append(Message.system(Chats.SYSTEM));
                }
                for (int round = 0; round < 3; round++) {
                    grow(chat);
                    View view = chat.view();
                    for (int i = random.nextInt(3); i >= 0; i--) {
                        others();
                        if (random.nextInt(3) == 0) {
                            chat.status();
                        }
                    }
                    handBack(chat, view);
                }
            }
        }

        private void grow(Conversation chat) {
            for (int i = 1 + random.nextInt(10); i >= 0; i--) {
                int now = number++;
                chat.append(
                        random.nextInt(4) == 0
                                ? Chats.anyToolTurn(random, now, 10 + random.nextInt(40))
                                : Chats.turn(now, 10 + random.nextInt(50)));
                if (random.nextInt(4) == 0) {
                    chat.view();
                }
            }
            if (random.nextInt(3) > 0) {
                chat.compress();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    chat.append(Chats.turn(number++, 20));
                }
            }
        }

        /** Also what the store took for typed by a user, because it was torn apart. */
        private static boolean isOfAView(Said said) {
            return said.text().contains("<session_state") || said.text().equals(StateEnvelope.ACKNOWLEDGEMENT);
        }

        private void others() {
            List<Said> list = lists.stored("chat");
            Change change = CHANGES.get(random.nextInt(CHANGES.size()));
            steps.add(change.toString());
            List<Said> pair = list.stream().filter(Case::isOfAView).toList();
            switch (change) {
                case NOTHING -> {}
                case SHUFFLED -> Collections.shuffle(list, random);
                case SHUFFLED_AROUND_THE_STATE -> {
                    int at = pair.isEmpty() ? 0 : list.indexOf(pair.get(0));
                    list.removeAll(pair);
                    Collections.shuffle(list, random);
                    list.addAll(Math.min(at, list.size()), pair);
                }
                case SWAPPED -> Collections.swap(list, random.nextInt(list.size()), random.nextInt(list.size()));
                case EDITED -> {
                    int at = random.nextInt(list.size());
                    if (!isOfAView(list.get(at))) {
                        list.set(at, list.get(at).withText("Edited by others " + number++));
                    }
                }
                case REMOVED -> list.remove(random.nextInt(list.size()));
                case CUT ->
                    list.subList(random.nextInt(list.size()), list.size()).clear();
                case BEGUN_LATER -> list.subList(0, random.nextInt(list.size())).clear();
                case STATE_REMOVED -> list.removeAll(pair);
                case STATE_MOVED -> {
                    list.removeAll(pair);
                    list.addAll(random.nextInt(list.size() + 1), pair);
                }
                case ADDED_AT_THE_END -> list.addAll(FrameworkLists.said(Chats.turn(10_000 + number++, 10)));
                case ADDED_BETWEEN ->
                    list.addAll(
                            random.nextInt(list.size() + 1), FrameworkLists.said(Chats.turn(10_000 + number++, 10)));
                case OTHER_CHAT -> {
                    list.clear();
                    list.addAll(FrameworkLists.said(Chats.turn(20_000 + number++, 10)));
                }
            }
            if (list.isEmpty()) {
                list.addAll(FrameworkLists.said(Chats.turn(20_000 + number++, 10)));
            }
            lists.store("chat", list);
            // One half of a state is a message to the store.
            int at = pair.isEmpty() ? 0 : list.indexOf(pair.get(0));
            torn |= !pair.isEmpty()
                    && list.stream().anyMatch(Case::isOfAView)
                    && (pair.size() != 2 || !list.containsAll(pair) || Math.abs(at - list.indexOf(pair.get(1))) != 1);
        }

        /** Identity of a message by role and text. */
        private static String key(Role role, String text) {
            return role + " " + (text.startsWith("Order") ? text.substring(0, text.indexOf(' ', 7)) : text);
        }

        private static List<String> keys(List<Message> messages) {
            return messages.stream()
                    .filter(message -> !message.text().isBlank())
                    .map(message -> key(message.role(), message.text().strip()))
                    .toList();
        }

        private void handBack(Conversation chat, View view) {
            if (view.messages().stream().noneMatch(message -> message.role() == Role.ASSISTANT)) {
                return;
            }
            List<String> there = lists.stored("chat").stream()
                    .filter(said -> !isOfAView(said) && !said.text().isBlank())
                    .map(said -> key(said.role(), said.text().strip()))
                    .toList();
            List<Message> originals = new ArrayList<>();
            for (int i = 0; i < view.messages().size(); i++) {
                if (Set.of(ViewPart.Kind.ORIGINAL, ViewPart.Kind.PINNED)
                        .contains(view.parts().get(i).kind())) {
                    originals.add(view.messages().get(i));
                }
            }
            List<String> shown = keys(originals);
            List<Message> given = new ArrayList<>(view.messages());
            List<String> removed = new ArrayList<>();
            if (random.nextInt(3) == 0) {
                int at = given.size() - 1;
                Message last = given.get(at);
                if (last.role() == Role.ASSISTANT && !StateEnvelope.isAcknowledgement(last)) {
                    removed.add(key(last.role(), last.text().strip()));
                    given.remove(at);
                }
            }
            steps.add("set" + (removed.isEmpty() ? "" : " without the last"));
            chat.framework().set(given);
            List<String> now = keys(chat.transcript());
            Predicate<String> stays = text -> !removed.contains(text);
            assertThat(now)
                    .as("what was there: %s %s", kind, steps)
                    .containsAll(there.stream().filter(stays).toList());
            if (!torn) {
                assertThat(chat.transcript())
                        .as("what views make up: %s %s", kind, steps)
                        .noneMatch(message ->
                                StateEnvelope.holds(message.text()) || StateEnvelope.isAcknowledgement(message));
            }
            assertThat(now)
                    .as("what was given back: %s %s", kind, steps)
                    .containsAll(shown.stream().filter(stays).toList());
            if (!torn) {
                assertThat(now.stream().filter(text -> text.contains(" Order ")))
                        .as("nothing twice: %s %s", kind, steps)
                        .doesNotHaveDuplicates();
            }
            ValidSequence.check(chat.view().messages());
            steps.add("|");
        }
    }
}
