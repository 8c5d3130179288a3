package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts the typed values left after five compressions without a model and checks that corrected ones are gone. */
class CanariesTest {
    private static final int ROUNDS = 5;
    private static final int CANARIES_PER_ROUND = 8;
    private static final int CHANGED_PER_ROUND = 2;
    private static final List<String> THINGS = phrases(
            """
            kettle; ladder; tractor; lantern; freezer; compass; printer; anchor; turbine; saddle; violin; kayak; drill;
            antenna; canopy; winch; beehive; organ; loom; forge
            """);
    private static final List<String> WHO = phrases(
            """
            my neighbour; the baker; an old sailor; the postman; our aunt; a tall stranger; the gardener; the choir; a boy
            with a red cap; the ferryman
            """);
    private static final List<String> DOES = phrases(
            """
            tells long stories about; sings every morning about; paints small pictures of; dreams at night of; quarrels
            with everybody about; writes slow letters about; laughs a little at; walks for hours along
            """);
    private static final List<String> WHAT = phrases(
            """
            the grey bay; the dogs on the pier; the narrow streets; the first snow; the tide and its colours; the fishing
            trips; a castle of wet sand; the doors of the old town; the fog over the meadows; the summer fair
            """);
    private static final List<String> HOW = phrases(
            """
            while the kettles hum; and nobody listens; until the lamps are lit; as if it were a feast; without any hurry;
            with a warm scarf; and the windows stay open; before the bells ring
            """);

    private static List<String> phrases(String all) {
        return List.of(all.strip().replaceAll("\\s+", " ").split("; ", -1));
    }

    private record Canary(String left) {}

    @ParameterizedTest
    @CsvSource({"0.1, 0.35", "0.2, 0.70", "0.3, 1.00"})
    void valuesSurviveFiveRounds(double share, double wanted) {
        Random random = new Random(20261122);
        List<List<Message>> rounds = new ArrayList<>();
        List<Canary> canaries = new ArrayList<>();
        Map<String, String> newer = new LinkedHashMap<>();
        TokenCounter counter = TokenCounter.o200k();
        int tokens = 0;
        int thing = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < CANARIES_PER_ROUND; i++) {
                String value = value(i, random);
                String name = THINGS.get(thing % THINGS.size()) + (thing < THINGS.size() ? "" : " of barn " + thing);
                thing++;
                talk(messages, random);
                messages.add(Message.user(sentence(i, name, value)));
                messages.add(Message.assistant("Noted, thank you."));
                if (i < CHANGED_PER_ROUND) {
                    String now = value(i, random);
                    talk(messages, random);
                    messages.add(
                            Message.user("Correction: " + sentence(i, name, now).replace("The", "the")));
                    messages.add(Message.assistant("Noted, thank you."));
                    newer.put(value, now);
                    value = now;
                }
                canaries.add(new Canary(value));
            }
            rounds.add(messages);
            for (Message message : messages) {
                tokens += counter.count(message.text());
            }
        }
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(200_000)
                        .withState(StateOptions.defaults().withMaxTokens((int) (share * tokens))))
                .store(SessionStore.inMemory())
                .executor(Runnable::run)
                .build()) {
            Conversation chat = compressor.conversation("canaries");
            for (List<Message> round : rounds) {
                chat.append(round);
                chat.append(Message.user("Go on."), Message.assistant("Yes."));
                chat.compress();
            }
            String shown = chat.view().messages().stream().map(Message::text).collect(Collectors.joining("\n"));
            long left = canaries.stream()
                    .filter(canary -> shown.contains(canary.left()))
                    .count();
            System.out.printf(
                    Locale.ROOT,
                    "canaries, state of %.0f %%: %d of %d left, %d old ones beside their new ones%n",
                    100 * share,
                    left,
                    canaries.size(),
                    newer.keySet().stream().filter(shown::contains).count());
            assertThat(newer).allSatisfy((old, now) -> assertThat(!shown.contains(old) || shown.contains(now))
                    .as("%s without %s", old, now)
                    .isTrue());
            assertThat(left / (double) canaries.size()).isGreaterThanOrEqualTo(wanted);
        }
    }

    private static void talk(List<Message> messages, Random random) {
        messages.add(Message.user(chatter(random) + " " + chatter(random) + " " + chatter(random)));
        messages.add(Message.assistant("That sounds lovely, tell me more about it whenever you like."));
    }

    private static String chatter(Random random) {
        return "I saw how " + any(WHO, random) + " " + any(DOES, random) + " " + any(WHAT, random) + " "
                + any(HOW, random) + ".";
    }

    private static String any(List<String> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    private static String value(int type, Random random) {
        int n = 1_000 + random.nextInt(9_000);
        return switch (type % 8) {
            case 0 -> "#" + n;
            case 1 -> n + " euros";
            case 2 -> "2027-0" + (1 + random.nextInt(9)) + "-" + (10 + random.nextInt(18));
            case 3 -> "box" + n + "@harbour.example";
            case 4 -> "/data/store/" + n + ".log";
            case 5 -> "v" + n % 10 + "." + n % 100 + "." + n % 7;
            case 6 -> "https://shop.example/i/" + n;
            default -> "REF-" + n;
        };
    }

    private static String sentence(int type, String name, String value) {
        return switch (type % 8) {
            case 0 -> "The ticket for the " + name + " is " + value + ".";
            case 1 -> "The price of the " + name + " is " + value + ".";
            case 2 -> "The " + name + " must be checked on " + value + ".";
            case 3 -> "The owner of the " + name + " is " + value + ".";
            case 4 -> "The log of the " + name + " is in " + value + ".";
            case 5 -> "The " + name + " runs release " + value + ".";
            case 6 -> "The manual of the " + name + " is at " + value + ".";
            default -> "The reference of the " + name + " is " + value + ".";
        };
    }
}
