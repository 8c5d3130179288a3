package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MappedViewTest {
    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(1_000_000))
            .executor(Runnable::run)
            .build();

    private final Conversation chat = compressor.conversation("chat");
    private final List<Message> mapped = new ArrayList<>();

    /** One instance: another one is another form. */
    private final Function<List<Message>, List<String>> form = this::read;

    /** Results in a row are one message of the framework, as in Spring AI. */
    private List<String> read(List<Message> messages) {
        mapped.addAll(messages);
        List<String> all = new ArrayList<>();
        boolean inResults = false;
        for (Message message : messages) {
            boolean isResult = !message.toolCallId().isEmpty();
            if (isResult && inResults) {
                all.set(all.size() - 1, all.get(all.size() - 1) + "+" + message.text());
            } else {
                all.add(message.text());
            }
            inResults = isResult;
        }
        return all;
    }

    private List<String> shown() {
        return chat.view().messagesAs(form);
    }

    private List<String> whole() {
        return chat.view().messagesAs(messages -> read(messages));
    }

    @Test
    void mapsEachMessageOnceWhileViewsGrow() {
        for (int i = 0; i < 40; i++) {
            chat.append(Message.user("Question " + i));
            shown();
            chat.append(Message.assistant("Answer " + i));
            shown();
        }

        assertThat(mapped).hasSize(chat.view().messages().size()).doesNotHaveDuplicates();
        assertThat(shown()).isEqualTo(whole());
    }

    @Test
    void joinsResultsThatFollowLater() {
        chat.append(Message.user("Compare both."));
        chat.append(Message.assistant("", List.of(new ToolCall("a", "price", "{}"), new ToolCall("b", "price", "{}"))));
        chat.append(Message.toolResult("a", "price", "one"));
        assertThat(shown()).endsWith("one");

        chat.append(Message.toolResult("b", "price", "two"));

        assertThat(shown()).endsWith("one+two").isEqualTo(whole());
        chat.append(Message.assistant("Two is more."));
        assertThat(shown()).endsWith("one+two", "Two is more.").isEqualTo(whole());
    }

    @ParameterizedTest
    @ValueSource(strings = {"set", "add", "add first", "remove", "clear", "removeIf", "sort", "part", "iterator"})
    void changesStayInTheListOfTheCaller(String change) {
        chat.append(Message.user("b"), Message.assistant("a"), Message.user("c"));
        List<String> before = List.copyOf(shown());
        List<String> own = shown();
        List<String> other = new ArrayList<>(before);

        for (List<String> list : List.of(own, other)) {
            change(change).accept(list);
        }

        assertThat(own).isEqualTo(other).isNotEqualTo(before);
        assertThat(shown()).isEqualTo(before);
        chat.append(Message.assistant("d"));
        assertThat(shown()).startsWith(before.toArray(new String[0])).endsWith("d");
        assertThat(own).isEqualTo(other);
    }

    private static Consumer<List<String>> change(String change) {
        return switch (change) {
            case "set" -> list -> list.set(1, "x");
            case "add" -> list -> list.add("x");
            case "add first" -> list -> list.add(0, "x");
            case "remove" -> list -> list.remove(0);
            case "clear" -> List::clear;
            case "removeIf" -> list -> list.removeIf("a"::equals);
            case "sort" -> list -> list.sort(Comparator.reverseOrder());
            case "part" -> list -> list.subList(1, 3).clear();
            default ->
                list -> {
                    var each = list.listIterator();
                    each.next();
                    each.remove();
                    each.add("y");
                };
        };
    }

    @Test
    void earlierViewKeepsItsLength() {
        chat.append(Message.user("One"));
        View earlier = chat.view();
        chat.append(Message.assistant("Two"), Message.user("Three"));
        List<String> later = shown();

        assertThat(earlier.messagesAs(form)).isEqualTo(later.subList(0, later.size() - 2));
    }

    @Test
    void anotherFormBeginsAgain() {
        chat.append(Message.user("One"), Message.assistant("Two"));
        shown();

        List<Integer> lengths = chat.view().messagesAs(messages -> messages.stream()
                .map(message -> message.text().length())
                .toList());

        assertThat(lengths).endsWith(3, 3);
        assertThat(shown()).endsWith("One", "Two");
    }

    @Test
    void rewrittenContextIsMappedAgain() {
        for (int i = 0; i < 30; i++) {
            chat.append(Message.user("The rake of row " + i + " costs " + i + " euros."), Message.assistant("Noted."));
        }
        shown();
        chat.compress();
        chat.append(Message.user("And now?"));

        assertThat(shown()).isEqualTo(whole());
    }
}
