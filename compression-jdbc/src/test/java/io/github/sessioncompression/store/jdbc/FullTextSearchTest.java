package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.MessageSearch;
import io.github.sessioncompression.recall.Searched;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreTransfer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What PostgreSQL finds is what an index in memory finds, whatever becomes of the chat. */
@Tag("endurance")
class FullTextSearchTest extends FullTextSearchFixture {
    @Test
    void findsWhatAnIndexInMemoryFindsInEachLanguage() {
        append(
                CHAT,
                Message.user("The heron nested behind the mill again."),
                Message.user("Der Graureiher brütet wieder hinter der Mühle."),
                Message.user("Le héron a niché derrière le vieux moulin."),
                Message.user("La garza anidó detrás del molino viejo."),
                Message.user("L'airone ha nidificato dietro il vecchio mulino."),
                Message.user("A garça fez o ninho atrás do moinho velho."),
                Message.user("De reiger broedt weer achter de oude molen."),
                Message.user("Серая цапля снова свила гнездо за мельницей."),
                Message.user("苍鹭又在旧磨坊后面筑巢了。"),
                Message.user("青鷺がまた古い水車小屋の後ろに巣を作りました。"));

        findsTheSame(
                "Where do herons nest?",
                "Wo brüten die Graureiher?",
                "Où niche le héron ?",
                "¿Dónde anidan las garzas?",
                "Dove nidifica l'airone?",
                "Onde a garça fez o ninho?",
                "Waar broedt de reiger?",
                "Где гнездо цапли?",
                "苍鹭在哪里筑巢？",
                "青鷺の巣はどこですか。");
        assertThat(find(CHAT, "苍鹭在哪里筑巢？")).extracting(Hit::sequence).startsWith(9L);
        assertThat(find(CHAT, "Где гнездо цапли?")).extracting(Hit::sequence).startsWith(8L);
    }

    @Test
    void goesByNeighboursSpeakersDaysRolesAndHowOftenAWordIsSaid() {
        Instant when = Instant.parse("2025-03-04T05:06:07Z");
        append(
                CHAT,
                Message.system("You know all herons."),
                Message.user("Which colour is the shed?").withName("Tove").withTimestamp(when),
                Message.assistant("Teal, in the end.").withTimestamp(when.plusSeconds(5)),
                Message.user("The counsellor painted the counselling room.").withName("Magnus"),
                Message.assistant("", List.of(new ToolCall("c", "harbour_lookup", "{\"berth\":\"Quayside 14\"}"))),
                Message.toolResult("c", "harbour_lookup", "shed ".repeat(70) + "paint ".repeat(8) + "boat"),
                Message.user("I like the shed, and the paint on it.")
                        .withName("Tove")
                        .withTimestamp(when.plusSeconds(90_000)));

        findsTheSame(
                "the colour of the shed",
                "What did Tove say about the shed?",
                "What did you say about teal?",
                "the shed on 4 March 2025",
                "paint",
                "counsellors",
                "quayside harbour_lookup",
                "herons",
                "nothing of that kind");
        assertThat(find(CHAT, "quayside")).extracting(Hit::sequence).startsWith(5L);
    }

    @Test
    void seesAtOnceWhatIsAppendedErasedReplacedAndDeleted() {
        append(CHAT, Message.user("The heron nested."), Message.user("A bittern called."), Message.user("Rain."));
        findsTheSame("heron", "bittern");
        append(CHAT, Message.user("The heron left."));
        findsTheSame("heron", "bittern");

        for (SessionStore each : List.of(store, memory)) {
            assertThat(each.erase(CHAT, 2)).isTrue();
        }
        assertThat(kept()).isEqualTo("[]");
        findsTheSame("heron", "bittern");
        assertThat(find(CHAT, "bittern")).isEmpty();
        assertThat(kept()).contains("heron").doesNotContain("bittern");

        for (SessionStore each : List.of(store, memory)) {
            assertThat(each.replaceAfter(
                            CHAT, "life", 4, 1, "life 2", List.of(new Entry(5, Message.user("An egret came."), 1))))
                    .isTrue();
        }
        findsTheSame("heron", "egret", "rain");
        assertThat(kept()).contains("egret").doesNotContain("rain");

        assertThat(store.delete(CHAT)).isTrue();
        assertThat(kept()).isEqualTo("[]");
        assertThat(find(CHAT, "egret")).isEmpty();
    }

    @Test
    void findsNothingOfAnotherConversation() {
        append(CHAT, Message.user("The heron nested behind the mill."));
        append(CHAT + "'", Message.user("A heron, a heron!"), Message.user("The bittern."));

        assertThat(find(CHAT, "heron")).extracting(Hit::sequence).containsExactly(1L);
        assertThat(find(CHAT + "'", "bittern")).hasSize(2);
        assertThat(find(CHAT, "bittern")).isEmpty();
        assertThat(find("no such chat", "heron")).isEmpty();
        assertThat(store.delete(CHAT + "'")).isTrue();
        assertThat(find(CHAT, "heron")).hasSize(1);
        assertThat(kept()).contains("heron").doesNotContain("bittern");
    }

    @Test
    void takesInWhatWasThereBeforeItWasSwitchedOn() {
        dropTables();
        JdbcSessionStore before = builder().fullTextSearch(false).build();
        for (int i = 0; i < 500; i++) {
            Message message = Message.user("Message " + i + " speaks of bird number" + i % 50);
            append(before, CHAT, message);
            append(memory, CHAT, message);
        }
        assertThat(before.wordIndex()).isEmpty();

        search = searchOf(builder().build());

        findsTheSame("bird number7", "message 499");
        assertThat(search.segments(CHAT, Searched.ALL)).isEqualTo(local.segments(CHAT, Searched.ALL));
    }

    @Test
    void findsNothingOfWhatWasErasedWhereItWasSwitchedOff() {
        append(CHAT, Message.user("The heron nested."), Message.user("A bittern called."));
        findsTheSame("heron", "bittern");
        JdbcSessionStore without = builder().fullTextSearch(false).build();

        assertThat(without.erase(CHAT, 2)).isTrue();
        memory.erase(CHAT, 2);

        findsTheSame("heron", "bittern");
        assertThat(kept()).contains("heron").doesNotContain("bittern");
        assertThat(without.delete(CHAT)).isTrue();
        append(store, CHAT, Message.user("An egret came."));
        assertThat(find(CHAT, "heron")).isEmpty();
        assertThat(find(CHAT, "egret")).hasSize(1);
        assertThat(kept()).doesNotContain("heron");
    }

    @Test
    void takesAllInAnewWhereItWasTakenApartByOtherRules() {
        append(CHAT, Message.user("The heron nested."), Message.user("A bittern called."));
        findsTheSame("heron");
        POOL.execute("UPDATE " + PREFIX + "search_conversation SET analysis = 0, number = DEFAULT");
        assertThat(kept()).contains("heron");

        findsTheSame(searchOf(store), CHAT, "heron bittern");
        findsTheSame("heron", "bittern");
    }

    @Test
    void takesInWhatIsMovedFromAnotherStore() {
        append(memory, CHAT, Message.user("The heron nested."), Message.user("Rain."));

        assertThat(StoreTransfer.copy(memory, store).copied()).isEqualTo(1);

        assertThat(find(CHAT, "heron")).extracting(Hit::sequence).containsExactly(1L, 2L);
    }

    @Test
    void aTurnCostsTheSameHoweverLongTheChatIsAndASearchAsManyStatements() {
        int[] turns = new int[2];
        int[] searches = new int[2];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 300; i++) {
                append(store, CHAT, Message.user("Message " + i + " speaks of bird number" + i));
            }
            find(CHAT, "bird number1");
            turns[round] = statements(() -> append(store, CHAT, Message.user("The heron."), Message.assistant("Yes.")));
            find(CHAT, "heron");
            searches[round] = statements(() -> find(CHAT, "Which bird speaks of the heron?"));
            POOL.fault(null);
        }

        assertThat(turns[1]).isEqualTo(turns[0]);
        assertThat(searches[1]).isEqualTo(searches[0]).isLessThan(25);
    }

    private static int statements(Runnable what) {
        AtomicInteger count = new AtomicInteger();
        POOL.fault((real, method) -> {
            if (method.equals("prepareStatement")) {
                count.incrementAndGet();
            }
            return false;
        });
        what.run();
        POOL.fault(null);
        return count.get();
    }

    @Test
    void anotherProcessHoldsNoWords() {
        for (int i = 0; i < 300; i++) {
            append(CHAT, Message.user("Message " + i + " speaks of bird number" + i));
        }
        find(CHAT, "bird");
        MessageSearch other = searchOf(builder().build());

        findsTheSame(other, CHAT, "number299");

        assertThat(other.indexBytes()).isLessThan(local.indexBytes() / 4);
        Head head = store.head(CHAT).orElseThrow();
        assertThat(store.wordIndex().orElseThrow().standing(CHAT).orElseThrow())
                .satisfies(standing ->
                        assertThat(standing.isOf(head, standing.analysis())).isTrue())
                .satisfies(standing -> assertThat(standing.through()).isEqualTo(300));
    }
}
