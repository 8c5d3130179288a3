package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A chat of 300 turns, streamed and with tools, at a window of 8,000 tokens, without a compression model. */
@Tag("landing")
@Tag("once")
class LongChatTest {
    private static final int TURNS = 300;
    private static final String RULES =
            "You plan a move from one flat to another. Be brief, and use the tools you have.";

    /** Messages with the user's facts, and the part of each to be known at the end. */
    private static final List<String[]> FACTS = List.of(
            new String[] {"My name is Margarethe Oberhuber, please use it.", "Oberhuber"},
            new String[] {"We move on 14 March 2027, that date is fixed.", "14 March 2027"},
            new String[] {"The budget for everything is 7,250 EUR, not a cent more.", "7,250 EUR"},
            new String[] {"The new flat is at Lindenallee 83 in Graz.", "Lindenallee 83"},
            new String[] {"The contract with the landlord has the number MV-2291-K.", "MV-2291-K"},
            new String[] {"My sister Philippa takes the cat for that week.", "Philippa"},
            new String[] {"We decided to hire the company Schneckenpost for the transport.", "Schneckenpost"},
            new String[] {"The piano weighs 240 kg and must stand upright.", "240 kg"},
            new String[] {"My new phone number is +43 316 555 0192.", "+43 316 555 0192"},
            new String[] {"The keys are handed over at 9:45 in the morning.", "9:45"},
            new String[] {"I am allergic to latex, so no latex gloves please.", "latex"},
            new String[] {"The internet at the new place is ordered from Funkwerk, order 77104.", "77104"},
            new String[] {"The deposit was 3,480 EUR and comes back in May.", "3,480 EUR"},
            new String[] {"The lift is out of order until the 20th, so all goes by the stairs to floor 4.", "floor 4"},
            new String[] {"Write to me at m.oberhuber@example.org, never to the old address.", "m.oberhuber@example.org"
            },
            new String[] {"The parking permit for the van is ZP-61807.", "ZP-61807"},
            new String[] {"The old flat must be painted in RAL 9010.", "RAL 9010"},
            new String[] {"Our neighbour Mr Vukovic keeps the spare key.", "Vukovic"},
            new String[] {"The boxes with red tape are fragile, 17 of them.", "17"},
            new String[] {"The insurance covers 25,000 EUR, policy HA-5563.", "HA-5563"});

    private static final List<String> TOPICS = List.of(
            "curtains",
            "the bookshelf",
            "plants",
            "the bicycles",
            "the kitchen table",
            "winter clothes",
            "old letters",
            "the lamp in the hall",
            "paint brushes",
            "the washing machine",
            "the carpet",
            "picture frames",
            "wine glasses");

    @Test
    void losesNothingAndIsNeverRefused() throws Exception {
        try (StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(8_000);
                CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                        .policy(CompressionPolicy.forWindow(8_000))
                        .build()) {
            server.answers(LongChatTest::reply);
            Mover mover = AiServices.builder(Mover.class)
                    .streamingChatModel(OpenAiStreamingChatModel.builder()
                            .baseUrl(server.baseUrl())
                            .apiKey("none")
                            .modelName("gpt-4.1-mini")
                            .httpClientBuilder(JdkHttpClient.builder())
                            .build())
                    .chatMemoryProvider(memories)
                    .registerListener(memories.usageListener())
                    .tools(new Inventory())
                    .build();
            for (int turn = 0; turn < TURNS; turn++) {
                CompletableFuture<String> answer = new CompletableFuture<>();
                mover.chat(question(turn))
                        .onPartialResponse(token -> {})
                        .onCompleteResponse(
                                response -> answer.complete(response.aiMessage().text()))
                        .onError(answer::completeExceptionally)
                        .start();
                assertThat(answer.get(30, TimeUnit.SECONDS)).isNotBlank();
            }

            assertThat(server.refusals()).isEmpty();
            assertThat(server.sent())
                    .extracting(Sent::system)
                    .containsOnly(server.lastSent().system());
            assertThat(server.lastSent().system()).startsWith(RULES);
            List<Message> transcript = memories.conversation("default").transcript();
            for (int turn = 0; turn < TURNS; turn++) {
                String asked = question(turn);
                assertThat(transcript).anyMatch(message -> message.text().equals(asked));
            }
            int tooled = (TURNS + 2) / 3;
            assertThat(transcript).hasSize(1 + 2 * TURNS + 3 * tooled);
            String last = server.lastSent().allText();
            assertThat(FACTS).extracting(fact -> fact[1]).allSatisfy(fact -> assertThat(last)
                    .contains(fact));
            assertThat(memories.conversation("default").status().stats().compressions())
                    .isGreaterThanOrEqualTo(5);
        }
    }

    private static String question(int turn) {
        if (turn < FACTS.size()) {
            return FACTS.get(turn)[0];
        }
        String topic = TOPICS.get(turn % TOPICS.size());
        return switch (turn % 4) {
            case 0 -> "Now that it is day " + turn + ", what do I do about " + topic + "?";
            case 1 -> "Would " + topic + " look good by window " + turn + ", what do you think of it?";
            case 2 -> "Remind me how one packs " + topic + " for box " + turn + ", I keep forgetting it.";
            default -> "Okay. And " + topic + ", number " + turn + "?";
        };
    }

    /** Calls two tools in every third turn, and talks. */
    private static Reply reply(Sent request) {
        String question = request.question();
        boolean asked = request.last().role().equals("user");
        int turn = turn(question);
        if (asked && turn % 3 == 0) {
            return Reply.calls(
                    new Reply.Call("count", Map.of("item", "item " + turn)),
                    new Reply.Call("room", Map.of("item", "item " + turn)));
        }
        return Reply.text(
                "Certainly. I would start with what is used least and wrap it well, then label the box on two "
                        + "sides and put it near the door. If there is room left, add some paper, and keep a list.");
    }

    private static int turn(String question) {
        for (int turn = 0; turn < TURNS; turn++) {
            if (question(turn).equals(question)) {
                return turn;
            }
        }
        throw new AssertionError("nobody asked: " + question);
    }

    interface Mover {
        @SystemMessage(RULES)
        TokenStream chat(String question);
    }

    static final class Inventory {
        @Tool("how many there are of something")
        String count(@P("what") String item) {
            return "There are a few of " + item
                    + ": two in the hall, one in the cellar; the rest is in the attic, in boxes "
                    + "that were never opened after the last move. ".repeat(4);
        }

        @Tool("which room something is in")
        String room(@P("what") String item) {
            return "hall";
        }
    }
}
