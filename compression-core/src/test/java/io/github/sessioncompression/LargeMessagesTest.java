package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ModelCall.Request;
import io.github.sessioncompression.ModelCall.Tools;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.MessagesCut;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of a user that are larger than a request has room for. */
class LargeMessagesTest {
    private static final String CLAUSE = "This clause says that the tenant of house number 12 pays on the third day. ";

    private final List<CompressionEvent> events = new ArrayList<>();

    @AutoClose
    private final Warnings warnings = new Warnings();

    private SessionCompressor compressor(int window) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(window))
                .executor(Runnable::run)
                .listener(events::add)
                .build();
    }

    private static Message document(int characters) {
        return Message.user("Summarise: "
                + CLAUSE.repeat(characters / CLAUSE.length() + 1).substring(0, characters - "Summarise: ".length()));
    }

    private List<MessagesCut> cuts() {
        return events.stream()
                .filter(MessagesCut.class::isInstance)
                .map(MessagesCut.class::cast)
                .toList();
    }

    private void assertReportedOnce(Conversation chat, Message document, int sent) {
        assertThat(cuts()).singleElement().satisfies(cut -> {
            assertThat(cut.messages()).isEqualTo(1);
            assertThat(cut.tokensBefore()).isEqualTo(chat.tokens(List.of(document)));
            assertThat(cut.tokensAfter()).isEqualTo(sent);
        });
        assertThat(warnings.lines())
                .singleElement()
                .asString()
                .contains(String.valueOf(sent), "larger window", "chat")
                .doesNotContain("tenant");
    }

    @ParameterizedTest
    @CsvSource({"8000, 142511", "16000, 67640"})
    void reportsCutDocumentByEventAndWarning(int window, int characters) {
        try (SessionCompressor compressor = compressor(window)) {
            Conversation chat = compressor.conversation("chat");
            Message document = document(characters);
            chat.append(document);
            Message sent = last(chat.view().messages());

            assertThat(sent.text().length()).isLessThan(characters);
            assertReportedOnce(chat, document, chat.tokens(List.of(sent)));
            assertThat(chat.transcript()).containsExactly(document);
        }
    }

    private static Message last(List<Message> messages) {
        return messages.get(messages.size() - 1);
    }

    @Test
    void reportsMessageOfAFrameworksList() {
        try (SessionCompressor compressor = compressor(8_000)) {
            Conversation chat = compressor.conversation("chat");
            chat.append(Message.user("Hello"), Message.assistant("Hello."));
            Message document = document(142_511);
            chat.framework().set(List.of(Message.user("Hello"), Message.assistant("Hello."), document));

            assertReportedOnce(
                    chat, document, chat.tokens(List.of(last(chat.view().messages()))));
        }
    }

    @Test
    void reportsQuestionThatOnlyTheRequestHas() {
        try (SessionCompressor compressor = compressor(8_000)) {
            Conversation chat = compressor.conversation("chat");
            chat.append(Message.user("Summarise the contract."));
            Message document = document(142_511);
            ModelCall call = chat.framework().call(new Request("", List.of(document), Tools.NONE, 0));

            assertReportedOnce(chat, document, chat.tokens(List.of(last(call.messages()))));
        }
    }

    @Test
    void reportsStoredQuestionOnceInAllRequests() {
        try (SessionCompressor compressor = compressor(8_000)) {
            Conversation chat = compressor.conversation("chat");
            Message document = document(142_511);
            chat.append(document);
            int sent = chat.tokens(List.of(last(chat.view().messages())));
            for (int i = 0; i < 3; i++) {
                chat.framework().call(new Request("", List.of(document), Tools.NONE, 0));
            }

            assertReportedOnce(chat, document, sent);
        }
    }

    @Test
    void reportsNothingWhereNothingIsCut() {
        try (SessionCompressor compressor = compressor(8_000)) {
            Conversation off = compressor.conversation("off");
            off.enabled(false);
            off.append(document(142_511));
            compressor.conversation("small").append(document(4_000));

            assertThat(last(off.view().messages()).text()).hasSize(142_511);
            assertThat(cuts()).isEmpty();
            assertThat(warnings.lines()).isEmpty();
        }
    }

    @Test
    void reportsDocumentOfAToolLoopOnceInItsTurn() {
        try (SessionCompressor compressor = compressor(8_000)) {
            FrameworkChat framework = compressor.conversation("chat").framework();
            Message document = document(140_000);
            for (int turns = 1; turns <= 2; turns++) {
                TurnHandle turn = framework.append(framework.begin(), List.of(Message.user("Summarise " + turns)));
                for (int round = 0; round < 3; round++) {
                    List<Message> request = new ArrayList<>(turn.view().messages());
                    request.add(document);
                    ToolCall call = new ToolCall("c" + round, "lookup", "{}");
                    turn = framework.append(
                            turn,
                            List.of(
                                    Message.assistant("", List.of(call)),
                                    Message.toolResult("c" + round, "lookup", "ok")));
                    request.addAll(turn.messages().subList(1, turn.messages().size()));
                    framework.call(new Request("", request, Tools.NONE, 0), turn);
                }
                turn = framework.append(turn, List.of(Message.assistant("Done.")));

                assertThat(cuts()).hasSize(turns);
            }
        }
    }
}
