package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A user with an assistant that talks much, with names and numbers of its own. */
class UsersFirstTest {
    private static final int TURNS = 30;

    @Test
    void keepsAllMessagesOfUsersIfTheyFit() {
        String text = text(Chats.compile(null, 1_800, chat(2)));

        assertThat(IntStream.range(0, TURNS).boxed())
                .allSatisfy(i -> assertThat(text).contains(opening(i)).contains(more(i)));
        assertThat(text).contains("Assistant");
    }

    @Test
    void keepsFirstSentencesOfAllMessagesIfWholeOnesDoNotFit() {
        String text = text(Chats.compile(null, 800, chat(2)));

        assertThat(IntStream.range(0, TURNS).boxed())
                .allSatisfy(i -> assertThat(text).contains(opening(i)));
        assertThat(IntStream.range(0, TURNS).filter(i -> text.contains(more(i))).count())
                .isLessThan(TURNS);
    }

    @Test
    void keepsTheOrderOfTheMessages() {
        String text = text(Chats.compile(null, 1_800, chat(2)));

        assertThat(IntStream.range(0, TURNS).map(i -> text.indexOf(opening(i))).boxed())
                .isSorted();
    }

    @Test
    void keepsUsersMessagesThroughTwoCompressions() {
        List<Message> chat = chat(2);
        StateDocument first = Chats.compile(null, 1_800, chat.subList(0, TURNS));
        String text = text(Chats.compile(first, 1_800, chat.subList(TURNS, 2 * TURNS)));

        assertThat(IntStream.range(0, TURNS).boxed())
                .allSatisfy(i -> assertThat(text).contains(opening(i)));
    }

    @Test
    void choosesByWorthIfFirstSentencesDoNotFit() {
        UnitChats chat = new UnitChats(chat(2));

        assertThat(UsersFirst.of(chat.all, 300)).isEmpty();
    }

    @Test
    void choosesByWorthIfBothSaySomuch() {
        UnitChats chat = new UnitChats(Chats.random(5, 60));

        assertThat(UsersFirst.of(chat.all, 10_000)).isEmpty();
    }

    @Test
    void showsNewerValueWithOlderOne() {
        List<Message> chat = new ArrayList<>();
        chat.add(Message.user("The gate code of the boathouse is 4471."));
        chat.addAll(chat(2));
        chat.add(Message.user("Thanks for all that. The gate code of the boathouse is now 9035."));
        UnitChats read = new UnitChats(chat);

        List<List<Unit>> choices = Selection.choose(read.all, read.vocabulary, UsersFirst.of(read.all, 800), 1_000);

        assertThat(choices)
                .filteredOn(units -> units.contains(read.of("4471")))
                .allSatisfy(units -> assertThat(units).contains(read.of("9035")))
                .hasSize(1);
    }

    @Test
    void choosesAlikeWithoutNamesAndTimes() {
        List<Message> bare = new ArrayList<>(Chats.random(11, 30));
        bare.add(Message.user("I prefer the slow ferry to the train."));
        bare.add(Message.assistant("The slow ferry leaves at 7."));
        List<Message> named = new ArrayList<>();
        for (Message message : bare) {
            named.add(Chats.on("2027-03-14", message.withName(message.role() == Role.USER ? "Nora" : "Piet")));
        }
        bare.replaceAll(message -> message.withName(null));

        assertThat(said(Chats.compile(null, 4_000, named))).isEqualTo(said(Chats.compile(null, 4_000, bare)));
    }

    /** Kinds and words of a state's entries without speakers and days. */
    private static List<String> said(StateDocument state) {
        return state.items().stream()
                .filter(item -> item.kind() != StateItem.Kind.NARRATIVE)
                .map(item -> item.kind() + " " + EntryLabel.read(item.text()).words())
                .toList();
    }

    private static List<Message> chat(int answers) {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < TURNS; i++) {
            chat.add(Message.user(opening(i) + " " + more(i)));
            StringBuilder answer = new StringBuilder();
            for (int j = 0; j < 4 * answers; j++) {
                answer.append("Harbour ")
                        .append(100 * i + j)
                        .append(" in Ostermark lends canoe N-")
                        .append(7_000 + 10 * i + j);
                answer.append(" to Captain Reyes until 2027-03-1").append(j % 9).append(". ");
            }
            chat.add(Message.assistant(answer.toString().strip()));
        }
        return chat;
    }

    private static String opening(int i) {
        return "Well, that one looks fine to them so far, page " + i + ".";
    }

    private static String more(int i) {
        return "And the rest of it can stay as it is there, line " + (200 + i) + ".";
    }

    private static String text(StateDocument state) {
        return state.items().stream().map(StateItem::text).collect(Collectors.joining("\n"));
    }
}
