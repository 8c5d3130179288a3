package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is indexed of messages is kept by stores, so it may not change unnoticed. */
class IndexedWordsTest {
    private static final List<Message> MESSAGES = List.of(
            Message.user("What did the heron eat behind the miller's weir?").withName("Tove"),
            Message.assistant("I saw two frogs, at 14:05 in docs.quay.example.")
                    .withTimestamp(Instant.parse("2025-03-04T05:06:07Z")),
            Message.assistant("", List.of(new ToolCall("c", "harbour_lookup", "{\"berth\":\"Quayside 14\"}"))),
            Message.toolResult("c", "search_history", "An echo of herons."),
            Message.user("Der Graureiher hat wieder hinter der alten Mühle gebrütet, und ich habe es gesehen."),
            Message.user("Le héron a niché derrière le vieux moulin, et nous ne savons pas pourquoi."),
            Message.user("La garza ha anidado detrás del molino viejo, pero no sé por qué."),
            Message.user("L'airone ha nidificato dietro il vecchio mulino, e non so perché."),
            Message.user("A garça fez o ninho atrás do moinho velho, mas não sei porquê."),
            Message.user("De reiger heeft weer achter de oude molen gebroed, en ik weet niet waarom."),
            Message.user("Серая цапля снова свила гнездо за мельницей, и я не знаю почему."),
            Message.user("苍鹭又在旧磨坊后面筑巢了。"),
            Message.user("青鷺がまた古い水車小屋の後ろに巣を作りました。"));

    /** Where this fails because more or other words are to be found: {@link ConversationIndex#ANALYSIS} gets another value, and so does this. */
    @Test
    void whatIsIndexedIsWhatTheVersionOfTheAnalysisSays() {
        List<String> indexed = new ArrayList<>();
        Terms terms = (Terms) Proxy.newProxyInstance(
                Terms.class.getClassLoader(), new Class<?>[] {Terms.class}, (proxy, method, arguments) -> {
                    indexed.add(arguments[0] + " " + arguments[1]);
                    return null;
                });
        ConversationIndex index = new ConversationIndex(RecallOptions.defaults(), terms);
        for (Message message : MESSAGES) {
            indexed.add(String.valueOf(index.add(new Entry(indexed.size() + 1, message, 1))));
        }

        assertThat(indexed).contains("heron 0", "graureih 4", "苍鹭 11");
        assertThat(ConversationIndex.ANALYSIS + ": " + indexed.hashCode()).isEqualTo("1: -1831861079");
    }
}
