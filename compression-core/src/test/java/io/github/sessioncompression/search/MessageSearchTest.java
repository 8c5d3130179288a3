package io.github.sessioncompression.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hits of a search, their order and its cost. */
class MessageSearchTest {
    private final CountingStore messages = new CountingStore();
    private final MessageSearch search = new MessageSearch(messages.store, RecallOptions.defaults());

    private List<Hit> find(String query) {
        return find("chat", query);
    }

    private List<Hit> find(String id, String query) {
        return search.search(id, query, 10, 600, MessageSearch.ALL);
    }

    private long first(String query) {
        List<Hit> hits = find(query);
        assertThat(hits).as(query).isNotEmpty();
        return hits.get(0).sequence();
    }

    @Test
    void findsInflectedForms() {
        messages.append(
                "chat",
                Message.user("The heron nested behind the mill again."),
                Message.assistant("How lovely."),
                Message.user("My bicycle needs new brakes before the race."));

        assertThat(first("Where do herons nest?")).isEqualTo(1);
        assertThat(first("racing bicycles")).isEqualTo(3);
        assertThat(first("bicyclists")).isEqualTo(3);
        assertThat(find("submarine")).isEmpty();
        assertThat(find("nobody", "heron")).isEmpty();
    }

    @Test
    void hitHasSpeakerTimeAndText() {
        Instant when = Instant.parse("2025-03-04T05:06:07Z");
        messages.append(
                "chat",
                Message.user("The heron nested behind the mill.")
                        .withName("Tove")
                        .withTimestamp(when));

        assertThat(find("heron")).singleElement().satisfies(hit -> {
            assertThat(hit.role()).isEqualTo(Role.USER);
            assertThat(hit.name()).isEqualTo("Tove");
            assertThat(hit.timestamp()).isEqualTo(when);
            assertThat(hit.excerpt()).isEqualTo("The heron nested behind the mill.");
            assertThat(hit.score()).isPositive();
        });
    }

    @Test
    void findsToolCallsAndTheirResults() {
        messages.append(
                "chat",
                Message.user("Is the boat free?"),
                Message.assistant("", List.of(new ToolCall("c1", "harbour_lookup", "{\"berth\":\"Quayside 14\"}"))),
                Message.toolResult("c1", "harbour_lookup", "{\"owner\":\"Lindqvist\"}"));

        assertThat(first("quayside")).isEqualTo(2);
        assertThat(first("Lindqvist")).isEqualTo(3);
    }

    @Test
    void findsThePartsOfANameMadeOfSeveralWords() {
        messages.append(
                "chat", Message.user("Set harbour_master to docs.quay.example:Lindqvist"), Message.user("Pi is 3.14"));

        for (String part : List.of("master", "quay", "Lindqvist", "harbour_master", "docs.quay.example")) {
            assertThat(first(part)).as(part).isEqualTo(1);
        }
        assertThat(first("3.14")).isEqualTo(2);
    }

    @Test
    void findsNoSystemMessage() {
        messages.append("chat", Message.system("You know everything about herons."), Message.user("Hello there"));

        assertThat(find("herons")).isEmpty();
    }

    @Test
    void findsAnswerToQuestionWithSearchedWords() {
        messages.append(
                "chat",
                Message.assistant("Which colour did you paint the garden shed?"),
                Message.user("Teal, in the end."),
                Message.user("The shed door squeaks."),
                Message.assistant("Oil it."));

        assertThat(find("colour of the garden shed"))
                .extracting(Hit::sequence)
                .startsWith(1L)
                .contains(2L);
    }

    @Test
    void prefersLongerNeighborsOfHits() {
        Message said = Message.user("The kayak is red.");
        messages.append(
                "chat",
                said,
                Message.assistant("Blue paint suits both paddles and every plank of that old jetty best."),
                Message.user("Bread rises slowly."),
                Message.assistant("Warm kitchens help."),
                Message.user("Rain is due."),
                said,
                Message.assistant("Right."));

        assertThat(find("kayak")).extracting(Hit::sequence).containsSubsequence(6L, 2L, 7L);
    }

    @Test
    void questionRaisesAnswerMoreThanStatementRaisesFollower() {
        messages.append(
                "chat",
                Message.user("Where did the kayak go?"),
                Message.assistant("Behind the old boathouse, under a green cover, beside two anchors."),
                Message.user("Bread rises slowly."),
                Message.assistant("Warm kitchens help."),
                Message.user("Rain is due."),
                Message.user("There did the kayak go."),
                Message.assistant("Blue paint suits both paddles and every plank of that old jetty."));

        assertThat(find("kayak")).extracting(Hit::sequence).containsSubsequence(2L, 7L);
    }

    @Test
    void prefersTheWordsOfTheSpeakerAskedAbout() {
        messages.append(
                "chat",
                Message.user("I adopted a greyhound, Nils.").withName("Tove"),
                Message.assistant("Tove, I adopted a greyhound too.").withName("Nils"));

        assertThat(first("What did Tove adopt?")).isEqualTo(1);
        assertThat(first("What did Nils adopt?")).isEqualTo(2);
    }

    @Test
    void prefersTheWordsOfTheOneTheQueryMeans() {
        messages.append(
                "chat",
                Message.user("The marathon training plan should be gentle."),
                Message.assistant("The marathon training plan should be gentle."));

        assertThat(first("What did I say about the marathon training plan?")).isEqualTo(1);
        assertThat(first("What did you say about the marathon training plan?")).isEqualTo(2);
    }

    @Test
    void prefersDayNamedInQuery() {
        String text = "We had dinner at the harbour.";
        messages.append(
                "chat",
                Message.user(text).withTimestamp(Instant.parse("2024-05-03T18:00:00Z")),
                Message.user(text).withTimestamp(Instant.parse("2024-06-09T18:00:00Z")),
                Message.user(text).withTimestamp(Instant.parse("2025-06-21T18:00:00Z")));

        assertThat(first("dinner on 3 May 2024")).isEqualTo(1);
        assertThat(first("dinner on June 9th")).isEqualTo(2);
        assertThat(first("dinner at the harbour, 2025-06-21")).isEqualTo(3);
        assertThat(first("dinner in June 2025")).isEqualTo(3);
        assertThat(first("we may have dinner")).isEqualTo(3);
    }

    @Test
    void asksForMonthsInTheLanguageOfTheQuery() {
        String text = "Wir haben am Hafen zu Abend gegessen, und es war nicht teuer.";
        messages.append(
                "chat",
                Message.user(text).withTimestamp(Instant.parse("2024-03-03T18:00:00Z")),
                Message.user(text).withTimestamp(Instant.parse("2024-06-09T18:00:00Z")));

        assertThat(first("Was haben wir im März am Hafen gegessen?")).isEqualTo(1);
    }

    @Test
    void findsMessagesInTheLanguagesOfTheChat() {
        messages.append(
                "chat",
                Message.user("Die Katzen schlafen auf dem warmen Ofen in der Küche."),
                Message.user("Les chevaux de la voisine sont dans le champ près de la rivière."),
                Message.user("我昨天在海边看到了一只白鹭。"),
                Message.user("Мы вчера видели белую цаплю на берегу реки."));

        assertThat(first("Katze")).isEqualTo(1);
        assertThat(first("cheval voisines rivières")).isEqualTo(2);
        assertThat(first("白鹭在哪里")).isEqualTo(3);
        assertThat(first("цапля на берегах")).isEqualTo(4);
    }

    @Test
    void takesSignsOfSearchLanguagesForPlainText() {
        messages.append("chat", Message.user("The heron nested behind the mill."), Message.user("AND OR NOT * ?"));

        for (String query : List.of(
                "heron AND NOT mill",
                "+heron -mill",
                "text:heron~2^5",
                "(heron",
                "\"heron",
                "heron\\",
                "[heron TO mill}",
                "/heron.*/",
                "heron && || !")) {
            assertThat(first(query)).as(query).isEqualTo(1);
        }
        assertThat(first("nest")).isEqualTo(1);
        assertThat(find("*:*")).isEmpty();
        assertThat(find("?*~^")).isEmpty();
        assertThat(find("")).isEmpty();
    }

    @Test
    void findsMessageOfStopWordsOnly() {
        messages.append("chat", Message.user("To be or not to be"), Message.user("The heron flew."));

        assertThat(find("to be")).extracting(Hit::sequence).startsWith(1L);
    }

    @Test
    void givesAsManyHitsAsAskedForAndOnlyAmongThoseAllowed() {
        for (int i = 0; i < 30; i++) {
            messages.append("chat", Message.user("Heron number " + i));
        }

        assertThat(search.search("chat", "heron", 7, 600, MessageSearch.ALL)).hasSize(7);
        assertThat(search.search("chat", "heron", 10, 600, sequence -> sequence % 10 == 0))
                .extracting(Hit::sequence)
                .containsExactlyInAnyOrder(10L, 20L, 30L);
    }

    @Test
    void readsOnlyNewMessages() {
        for (int i = 0; i < 2_500; i++) {
            messages.append("chat", Message.user("Row " + i + " of the ledger"));
        }
        find("nothing of this kind");
        assertThat(messages.read.getAndSet(0)).isEqualTo(2_500);

        find("nothing of this kind");
        assertThat(messages.read.getAndSet(0)).isZero();

        messages.append("chat", Message.user("A heron"));
        assertThat(first("heron")).isEqualTo(2_501);
        assertThat(messages.read.get())
                .as("the new one, and those that are shown")
                .isLessThan(20);
    }

    @Test
    void findsNoErasedMessage() {
        messages.append("chat", Message.user("The heron nested."), Message.user("The mill turns."));
        assertThat(first("heron")).isEqualTo(1);

        messages.store.erase("chat", 1);

        assertThat(find("heron")).isEmpty();
        assertThat(first("mill")).isEqualTo(2);
        messages.store.delete("chat");
        assertThat(find("mill")).isEmpty();
        messages.append("chat", Message.user("The owl hooted."));
        assertThat(first("owl")).isEqualTo(1);
    }

    @Test
    void dropsIndexesBeyondTheirMemoryAndBuildsThemAnew() {
        MessageSearch small =
                new MessageSearch(messages.store, RecallOptions.defaults().withIndexMegabytes(1));
        for (int chat = 0; chat < 20; chat++) {
            for (int i = 0; i < 40; i++) {
                StringBuilder text = new StringBuilder("heron" + chat + " ");
                for (int word = 0; word < 25; word++) {
                    text.append("w")
                            .append(i * 25 + word)
                            .append("x")
                            .append(chat)
                            .append(' ');
                }
                messages.append("chat" + chat, Message.user(text.toString()));
            }
            assertThat(small.search("chat" + chat, "heron" + chat, 10, 600, MessageSearch.ALL))
                    .hasSize(10);
        }

        messages.read.set(0);
        for (int chat = 0; chat < 20; chat++) {
            assertThat(small.segments("chat" + chat, MessageSearch.ALL)).isNotEmpty();
        }
        assertThat(messages.read).as("some are built anew").hasValueBetween(40L, 19 * 40L);
    }

    @Test
    void dropsTheIndexOfAClearedConversation() {
        messages.append("chat", Message.user("The heron nested."));
        search.segments("chat", MessageSearch.ALL);
        messages.read.set(0);
        search.segments("chat", MessageSearch.ALL);
        assertThat(messages.read).hasValue(0);

        search.cleared("chat");
        search.segments("chat", MessageSearch.ALL);

        assertThat(messages.read).hasValue(1);
    }
}
