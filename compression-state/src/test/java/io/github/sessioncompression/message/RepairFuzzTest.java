package io.github.sessioncompression.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RepairFuzzTest {
    private static final int CHATS = FuzzCases.REPAIR.count();
    private static final List<String> SUBSTITUTES =
            List.of(Repair.UNANSWERED, Repair.OPENING, Repair.CONTINUATION, Repair.NOTED);

    private final long seed = Long.getLong("fuzz.seed", 20_261_121L);
    private final Random random = new Random(seed);
    private final RandomMessages messages = new RandomMessages(random);

    @Test
    void makesAnyChatValidAndChangesItNoMore() {
        System.out.println("RepairFuzzTest seed " + seed);
        int broken = 0;
        for (int i = 0; i < CHATS; i++) {
            List<Message> chat = CallIds.accepted(messages.chat(random.nextInt(30)));
            List<Message> repaired = Repaired.chat(chat);
            broken += ValidSequence.problems(chat).isEmpty() ? 0 : 1;
            assertThat(ValidSequence.problems(repaired))
                    .as("seed %d, chat %d: %s", seed, i, chat)
                    .isEmpty();
            assertThat(Repaired.chat(repaired)).as("seed %d, chat %d", seed, i).isEqualTo(repaired);
            leavesOutResultsOnly(chat, repaired);
        }
        assertThat(broken).as("the generator must break chats").isGreaterThan(CHATS / 2);
    }

    @Test
    void growsAViewByAppendingOnly() {
        System.out.println("RepairFuzzTest seed " + seed);
        for (int i = 0; i < 1_000; i++) {
            List<Message> chat = messages.chat(20);
            List<Message> before = List.of();
            for (int size = 1; size <= chat.size(); size++) {
                List<Message> repaired = Repaired.chat(chat.subList(0, size));
                assertThat(repaired.subList(0, before.size())).isEqualTo(before);
                before = repaired;
                List<Message> asked = new ArrayList<>(repaired);
                asked.addAll(Repair.beforeUser(repaired));
                asked.add(Message.user("Hello?"));
                assertThat(Repaired.chat(asked)).isEqualTo(asked);
            }
        }
    }

    @Test
    void keepsAWellFormedChatAsItIs() {
        System.out.println("RepairFuzzTest seed " + seed);
        for (int i = 0; i < 1_000; i++) {
            List<Message> chat = messages.wellFormedChat(random.nextInt(10));
            assertThat(ValidSequence.problems(chat))
                    .as("seed %d, chat %d", seed, i)
                    .isEmpty();
            assertThat(Repaired.chat(chat)).as("seed %d, chat %d", seed, i).isEqualTo(chat);
        }
    }

    // What is not from the chat is a substitute; the rest is in the chat's order, and only results and blank prompts
    // are missing.
    private static void leavesOutResultsOnly(List<Message> chat, List<Message> repaired) {
        IdentityHashMap<Message, Integer> places = new IdentityHashMap<>();
        chat.forEach(message -> places.put(message, places.size()));
        List<Integer> kept = new ArrayList<>();
        int changed = 0;
        for (Message message : repaired) {
            Integer place = places.remove(message);
            if (place != null) {
                kept.add(place);
            } else if (!SUBSTITUTES.contains(message.text())) {
                changed++;
            }
        }
        assertThat(kept).isSorted();
        long gone = places.keySet().stream()
                .filter(message -> message.role() != Role.TOOL
                        && Contents.accepted(message).equals(message))
                .filter(message ->
                        message.role() != Role.SYSTEM || !message.text().isBlank())
                .count();
        assertThat(gone).as("what every provider accepts stays").isZero();
        assertThat(changed).isLessThanOrEqualTo(places.size());
    }
}
