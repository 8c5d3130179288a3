package io.github.sessioncompression.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of hits in one small chat: any change of the ranking shows here. */
class RankingGoldenTest {
    private static final String CHAT =
            """
            2025-03-03T09:00:00Z|Tove|Hi Marek! We finally moved to the house by the harbour last weekend.
            2025-03-03T09:01:00Z|Marek|Congratulations! How big is the garden?
            2025-03-03T09:02:00Z|Tove|About 300 square metres, with two apple trees and an old greenhouse.
            2025-03-03T09:03:00Z|Marek|I keep tomatoes and beans in mine. Do you want some seedlings?
            2025-03-03T09:04:00Z|Tove|Yes please, tomatoes would be lovely.
            2025-03-03T09:05:00Z|Marek|I will bring six of them on Saturday.
            2025-03-09T18:00:00Z|Marek|Did the seedlings survive the frost?
            2025-03-09T18:01:00Z|Tove|Four of them did. The greenhouse has a broken pane, so it got too cold.
            2025-03-09T18:02:00Z|Marek|My brother Anton is a glazier, he repaired our windows for 80 euros.
            2025-03-09T18:03:00Z|Tove|Could you send me his number?
            2025-03-09T18:04:00Z|Marek|Sure, it is 0171 555 0143. He is in town until the 20th.
            2025-03-21T12:00:00Z|Tove|Anton was here yesterday and replaced the pane. He would take no money.
            2025-03-21T12:01:00Z|Marek|That is like him. What did you give him instead?
            2025-03-21T12:02:00Z|Tove|A jar of apple jelly and a bottle of cider.
            2025-04-02T08:00:00Z|Tove|I started as a conductor of the choir at St Clemens, we rehearse on Tuesdays.
            2025-04-02T08:01:00Z|Marek|What are you going to sing first?
            2025-04-02T08:02:00Z|Tove|Fauré's Requiem, in June. Rehearsing takes all of my evenings.
            2025-04-02T08:03:00Z|Marek|I once sang it as a tenor, in Prague. My ticket is booked already!
            2025-06-15T20:00:00Z|Marek|The concert was wonderful. The soloist had a cold, though?
            2025-06-15T20:01:00Z|Tove|Yes, she caught it on the ferry. I nearly cancelled.
            2025-06-15T20:02:00Z|Marek|Nobody noticed. By the way, the tomatoes are ripe in my garden.
            2025-06-15T20:03:00Z|Tove|Mine are still green, but the beans are taller than I am.
            2025-06-15T20:04:00Z|Marek|OK
            """;

    private final CountingStore messages = new CountingStore();
    private final MessageSearch search = new MessageSearch(messages.store, RecallOptions.defaults());

    private static Message message(String line) {
        String[] parts = line.split("\\|", -1);
        Message message = parts[1].equals("Tove") ? Message.user(parts[2]) : Message.assistant(parts[2]);
        return message.withName(parts[1]).withTimestamp(Instant.parse(parts[0]));
    }

    private List<Long> found(String query) {
        return search.search("chat", query, 5, 600, MessageSearch.ALL).stream()
                .map(Hit::sequence)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "How big is the garden?, 3 2 21 4 1",
        "What did Anton get for the pane?, 12 9 8 10 11",
        "What is the number of the glazier?, 10 9 11 8 12",
        "What does Tove conduct?, 15 17 14 16 13",
        "Which role did Marek sing?, 17 16 18 15 14",
        "What happened in June?, 17 18 19 15 16",
        "Which cold did we mention in March?, 8 10 20 9 19",
        "Who grows tomatoes and beans?, 4 5 22 21 20",
        "Where did I move?, 1 3 2",
        "What did you bring on Saturday?, 6 4 5 7 8",
        "rehearsals, 17 15 18 14 16",
        "greenhouse frost, 8 9 7 3 10",
        "submarine, ''"
    })
    void ranksMessagesOfTwoFriends(String query, String expected) {
        messages.append("chat", CHAT.lines().map(RankingGoldenTest::message).toArray(Message[]::new));

        assertThat(found(query)).as(query).isEqualTo(sequences(expected));
    }

    @Test
    void ranksToolCallsAndResults() {
        messages.append(
                "chat",
                Message.user("Why does the deployment of the invoice service fail?"),
                Message.assistant(
                        "", List.of(new ToolCall("c1", "read_log", "{\"service\":\"invoice\",\"lines\":50}"))),
                Message.toolResult("c1", "read_log", "ERROR PaymentGateway timeout after 30 s at invoice-07"),
                Message.assistant("The payment gateway of the invoice service does not answer within 30 seconds."),
                Message.user("Set the timeout to 90 seconds then."),
                Message.assistant("", List.of(new ToolCall("c2", "write_config", "{\"gateway.timeout\":\"90s\"}"))),
                Message.toolResult("c2", "write_config", "ok"),
                Message.assistant("The gateway's timeout is 90 seconds now."));

        assertThat(found("gateway timeout")).containsExactly(6L, 8L, 4L, 5L, 3L);
        assertThat(found("What did I ask for the timeout?")).containsExactly(5L, 8L, 6L, 3L, 7L);
        assertThat(found("write_config")).containsExactly(6L, 7L, 8L, 5L, 4L);
    }

    private static List<Long> sequences(String expected) {
        return Stream.of(expected.split(" ", -1))
                .filter(number -> !number.isEmpty())
                .map(Long::valueOf)
                .toList();
    }
}
