package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random chats with compressions at random moments, of which an application hands back views, edited or not and stale or not, by
 * setting them: what was not edited away stays, once and in order.
 */
@Tag("endurance")
@Tag("landing")
class ConversationAgainFuzzTest {
    @Test
    void keepsAllMessagesExceptEdited() {
        long seed = Long.getLong("fuzz.seed", FuzzCases.seed());
        System.out.println("ConversationAgainFuzzTest seed " + seed + " (repeat with -Dfuzz.seed=" + seed + ")");
        for (int i = 0; i < FuzzCases.CONVERSATION_AGAIN.count(); i++) {
            Case one = new Case(new Random(seed + i));
            try {
                one.run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "case " + i + " of seed " + seed + ", " + one.steps + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * A view as it was handed out.
     *
     * @param transcript what it was a view of
     */
    private record Shown(List<Message> messages, List<Message> transcript) {}

    private static final class Case {
        private final Random random;
        private final List<Runnable> background = new ArrayList<>();
        private final boolean onlyLatest;
        private final boolean pins;
        private final boolean system;
        private final CompressionPolicy policy;
        private final List<String> steps = new ArrayList<>();
        /** Views since the last change that is no appending. */
        private final List<Shown> views = new ArrayList<>();

        private int number;

        Case(Random random) {
            this.random = random;
            this.onlyLatest = random.nextBoolean();
            this.pins = random.nextInt(3) > 0;
            this.system = random.nextInt(4) > 0;
            Injection injection = random.nextInt(3) == 0 ? Injection.SYSTEM : Injection.PAIR;
            this.policy = CompressionPolicy.forWindow(1_200 + random.nextInt(3_000))
                    .withState(StateOptions.defaults().withInjection(injection))
                    .withPrune(
                            random.nextBoolean()
                                    ? PruneOptions.defaults()
                                    : PruneOptions.defaults()
                                            .withMinContextTokens(0)
                                            .withProtectTokens(200)
                                            .withMinSavingsTokens(0));
            steps.add(injection + (onlyLatest ? " latest" : "") + (system ? " system" : ""));
        }

        void run() {
            try (SessionCompressor compressor = SessionCompressor.builder()
                    .policy(policy)
                    .executor(background::add)
                    .build()) {
                Conversation chat = compressor.conversation("chat");
                if (onlyLatest) {
                    chat.framework().onlyLatestSystem();
                }
                if (system) {
                    chat.append(Message.system(Chats.SYSTEM));
                }
                for (int round = 0; round < 5; round++) {
                    grow(chat);
                    handBack(chat);
                }
            }
        }

        private void grow(Conversation chat) {
            for (int i = random.nextInt(8); i >= 0; i--) {
                for (Message message : turn()) {
                    chat.append(message);
                    if (random.nextInt(4) == 0) {
                        background();
                    }
                    if (random.nextInt(6) == 0) {
                        look(chat);
                    }
                }
            }
            if (random.nextInt(3) == 0) {
                background();
                chat.compress();
                steps.add("compress");
            }
            look(chat);
            if (random.nextBoolean()) {
                background();
            }
        }

        private void background() {
            List<Runnable> due = List.copyOf(background);
            background.clear();
            due.forEach(Runnable::run);
        }

        private void look(Conversation chat) {
            View view;
            if (random.nextBoolean()) {
                // This may wait for a compression that has begun.
                background();
                view = chat.view();
            } else {
                view = chat.framework().steadyView();
            }
            ValidSequence.check(view.messages());
            views.add(new Shown(view.messages(), chat.transcript()));
        }

        private List<Message> turn() {
            int now = number++;
            List<Message> turn = new ArrayList<>(
                    random.nextInt(3) == 0
                            ? Chats.anyToolTurn(random, now, 10 + random.nextInt(80))
                            : Chats.turn(now, 10 + random.nextInt(60)));
            if (pins && random.nextInt(6) == 0) {
                int at = random.nextInt(turn.size());
                turn.set(at, turn.get(at).withPinned(true));
            }
            if (random.nextInt(8) == 0) {
                turn.add(Chats.question(10_000 + now, 5));
                turn.add(Message.assistant("", List.of(new ToolCall("open" + now, "stock", "{}"))));
            }
            return turn;
        }

        /** Hands back a view, perhaps edited, and checks what becomes of the chat. */
        private void handBack(Conversation chat) {
            int back = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(Math.min(views.size(), 3));
            Shown shown = views.get(views.size() - back);
            List<Message> list = new ArrayList<>(shown.messages());
            if (list.isEmpty() || list.get(list.size() - 1).role() == Role.SYSTEM) {
                return;
            }
            List<Message> expected = new ArrayList<>(said(shown.transcript()));
            edit(list, expected);
            steps.add("set back " + back + " of " + list.size());
            chat.framework().set(new ArrayList<>(list));
            List<Message> now = said(chat.transcript());
            assertThat(now).as("%s", steps).isEqualTo(expected);
            assertThat(chat.transcript())
                    .noneMatch(message -> StateEnvelope.holds(message.text())
                            || StateEnvelope.isAcknowledgement(message)
                            || Set.of(Repair.UNANSWERED, Repair.NOTED, Repair.CONTINUATION, Repair.OPENING)
                                    .contains(message.text())
                            || message.text().contains("left out"));
            background();
            views.clear();
            look(chat);
        }

        private void edit(List<Message> list, List<Message> expected) {
            List<Integer> real = new ArrayList<>();
            Set<Message> originals = new HashSet<>(expected);
            for (int i = 0; i < list.size(); i++) {
                if (originals.contains(list.get(i))
                        && !list.get(i).callsTools()
                        && list.get(i).role() != Role.TOOL) {
                    real.add(i);
                }
            }
            if (real.size() < 4) {
                return;
            }
            int at = real.get(1 + random.nextInt(real.size() - 1));
            Message old = list.get(at);
            boolean pinned = old.pinned();
            Message fresh = new Message(
                    old.role(), "Edited " + number++, List.of(), "", false, 0, null, null, null, false, null, null);
            switch (random.nextInt(4)) {
                case 0 -> {
                    if (!pinned) {
                        list.remove(at);
                        expected.remove(old);
                        steps.add("removed " + at);
                    }
                }
                case 1 -> {
                    if (!pinned) {
                        list.set(at, fresh);
                        expected.set(expected.indexOf(old), fresh);
                        steps.add("edited " + at);
                    }
                }
                case 2 -> {
                    list.add(Message.user("Added " + number));
                    expected.add(Message.user("Added " + number++));
                    steps.add("added");
                }
                default -> steps.add("unedited");
            }
        }

        /** The messages but for system messages, each once. */
        private static List<Message> said(List<Message> transcript) {
            List<Message> said = transcript.stream()
                    .filter(message -> message.role() != Role.SYSTEM)
                    .toList();
            assertThat(new LinkedHashSet<>(said)).hasSameSizeAs(said);
            return said;
        }
    }
}
