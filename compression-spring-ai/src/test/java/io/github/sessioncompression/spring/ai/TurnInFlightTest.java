package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.client.ChatClient;

/** Sessions that begin, are resumed or are cleared while an answer is under way. */
class TurnInFlightTest {
    private static final String QUESTION = "Read me the secret letter.";
    private static final String ANSWER = "The letter tells: OLD-ANSWER.";

    /** Moment at which the chat gets another session. */
    enum Moment {
        BEFORE_ANSWER,
        IN_TOOL,
        IN_TOOL_AND_BEFORE_ANSWER
    }

    private final StrictOpenAiServer server = StrictOpenAiServer.start();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(16_000))
            .executor(Runnable::run)
            .build();
    private final CompressingChatMemory memory =
            CompressingChatMemory.builder().compressor(compressor).build();
    private final Conversation chat = compressor.conversation(SpringChat.ID);
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

    @AfterEach
    void stop() {
        server.close();
        compressor.close();
    }

    static Stream<Arguments> ways() {
        return Stream.of(false, true).flatMap(streaming -> Stream.of(false, true)
                .flatMap(nested -> Stream.of(Moment.values()).map(moment -> Arguments.of(streaming, nested, moment))));
    }

    private void happen() {
        meanwhile.getAndSet(() -> {}).run();
    }

    private ChatClient client(boolean nested, Moment moment) {
        server.answers(request -> {
            SentMessage last = request.messages().get(request.messages().size() - 1);
            if (last.role().equals("tool")) {
                if (moment == Moment.IN_TOOL_AND_BEFORE_ANSWER) {
                    happen();
                }
                return Reply.text(ANSWER);
            }
            if (!last.text().equals(QUESTION)) {
                return Reply.text("Noted.");
            }
            if (moment == Moment.BEFORE_ANSWER) {
                happen();
                return Reply.text(ANSWER);
            }
            return Reply.call(Lookup.NAME, Map.of("topic", "letter"));
        });
        return SpringChat.client(
                server,
                List.of(new Lookup(topic -> {
                    happen();
                    return "A letter in an envelope.";
                })),
                SpringChat.wired(memory, nested, !nested));
    }

    private List<Message> session(String id) {
        Session session = chat.sessions().list().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
        return compressor.conversation(session.conversationId()).transcript();
    }

    private static void hasAnswerBehindQuestion(List<Message> transcript) {
        assertThat(transcript)
                .filteredOn(message -> message.text().equals(ANSWER))
                .hasSize(1);
        assertThat(transcript.get(transcript.size() - 1).text()).isEqualTo(ANSWER);
        assertThat(transcript)
                .filteredOn(message -> message.role() == Role.USER)
                .last()
                .extracting(Message::text)
                .isEqualTo(QUESTION);
    }

    private void ask(boolean streaming, boolean nested, Moment moment, Consumer<Conversation> what) {
        ChatClient client = client(nested, moment);
        SpringChat.ask(streaming, client, "One: my name is Ingrid.");
        meanwhile.set(() -> what.accept(chat));
        assertThat(SpringChat.ask(streaming, client, QUESTION)).isEqualTo(ANSWER);
        assertThat(server.refusals()).isEmpty();
        for (Sent request : server.sent().subList(1, server.sent().size())) {
            assertThat(lastOfUser(request)).isEqualTo(QUESTION);
        }
    }

    private static String lastOfUser(Sent request) {
        return request.messages().stream()
                .filter(message -> message.role().equals("user"))
                .reduce((first, second) -> second)
                .map(SentMessage::text)
                .orElse("");
    }

    private static List<String> texts(Sent request) {
        return request.messages().stream()
                .map(message -> Objects.toString(message.text(), ""))
                .toList();
    }

    private void nextRequestIsClean(boolean streaming, boolean nested) {
        SpringChat.ask(streaming, client(nested, Moment.BEFORE_ANSWER), "Hello again.");
        Sent last = server.sent().get(server.sent().size() - 1);
        assertThat(lastOfUser(last)).isEqualTo("Hello again.");
        assertThat(texts(last)).doesNotContain(ANSWER, "(Go on.)", "(You speak first.)", "(Noted.)");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerGoesToItsSessionWhenNewOneBegins(boolean streaming, boolean nested, Moment moment) {
        ask(streaming, nested, moment, it -> it.sessions().startNew());

        hasAnswerBehindQuestion(session("1"));
        assertThat(chat.transcript()).isEmpty();
        nextRequestIsClean(streaming, nested);
        assertThat(chat.transcript()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerGoesToItsSessionWhenOtherIsResumed(boolean streaming, boolean nested, Moment moment) {
        chat.append(Message.user("The first session."), Message.assistant("I see."));
        chat.sessions().startNew();

        ask(streaming, nested, moment, it -> it.sessions().resume("1"));

        hasAnswerBehindQuestion(session("2"));
        assertThat(chat.transcript()).extracting(Message::text).containsExactly("The first session.", "I see.");
        nextRequestIsClean(streaming, nested);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerFollowsQuestionWhenItsSessionIsResumed(boolean streaming, boolean nested, Moment moment) {
        ask(streaming, nested, moment, it -> {
            it.sessions().startNew();
            it.append(Message.user("A short visit."), Message.assistant("Bye."));
            it.sessions().resume("1");
        });

        hasAnswerBehindQuestion(chat.transcript());
        assertThat(session("2")).extracting(Message::text).containsExactly("A short visit.", "Bye.");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerIsDroppedWhenChatIsCleared(boolean streaming, boolean nested, Moment moment) {
        ask(streaming, nested, moment, it -> memory.clear(SpringChat.ID));

        assertThat(chat.transcript()).isEmpty();
        nextRequestIsClean(streaming, nested);
        assertThat(chat.transcript()).hasSize(2);
    }
}
