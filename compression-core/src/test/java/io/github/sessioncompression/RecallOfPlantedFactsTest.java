package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.RecallTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A model that does nothing but call the tool with the question it is asked, in a chat of 300 turns whose facts left the context. */
@Tag("landing")
@Tag("endurance")
class RecallOfPlantedFactsTest extends TalkFixture {
    private static final int TURNS = 300;

    private record Planted(String said, String question, String answer) {}

    private static final List<String[]> PEOPLE = List.of(
            new String[] {"my aunt Ludmila", "Ludmila"},
            new String[] {"our plumber Baptiste", "Baptiste"},
            new String[] {"the vet Dr. Okonkwo", "Okonkwo"},
            new String[] {"my cousin Saoirse", "Saoirse"},
            new String[] {"the caretaker Mr. Yilmaz", "Yilmaz"});

    private static List<Planted> facts() {
        List<Planted> facts = new ArrayList<>();
        for (int i = 0; i < PEOPLE.size(); i++) {
            String who = PEOPLE.get(i)[0];
            String name = PEOPLE.get(i)[1];
            String number = "0" + (661_200 + 17 * i);
            String street = (40 + i) + " Quarry Lane";
            facts.add(new Planted(
                    "You can call " + who + " at " + number + ".",
                    "What is the phone number to call " + name + "?",
                    number));
            facts.add(new Planted(
                    "By the way, " + who + " lives at " + street + " now.",
                    "At which address does " + name + " live?",
                    street));
            facts.add(new Planted(
                    "I promised " + who + " " + (3 + i) + " jars of quince jelly.",
                    "How many jars of jelly did I promise " + name + "?",
                    (3 + i) + " jars"));
            facts.add(new Planted(
                    "Never send " + who + " anything with walnuts, the allergy is serious. Code W" + i + "W.",
                    "Which allergy does " + name + " have, and under which code?",
                    "W" + i + "W"));
        }
        return facts;
    }

    @Test
    void searchToolFindsForgottenFacts() {
        Conversation chat = compressor(POLICY).conversation("chat");
        List<Planted> facts = facts();
        for (int turn = 0; turn < TURNS; turn++) {
            if (turn % 10 == 5 && turn / 10 < facts.size()) {
                chat.append(Message.user(facts.get(turn / 10).said()), Message.assistant("All right."));
            } else {
                chat.append(Chats.smallTalk(turn, 25));
                chat.view();
            }
        }
        chat.compress();
        assertThat(chat.status().boundary()).isGreaterThan(400);

        List<String> missed = new ArrayList<>();
        for (Planted fact : facts) {
            String answer =
                    chat.framework().recall(RecallTool.SEARCH_HISTORY, Json.write(Map.of("query", fact.question())));
            if (!answer.contains(fact.answer())) {
                missed.add(fact.question());
            }
        }

        assertThat(missed).hasSizeLessThanOrEqualTo(facts.size() / 20);
    }
}
