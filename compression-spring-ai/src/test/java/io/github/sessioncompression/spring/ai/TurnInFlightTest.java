package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
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
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import reactor.core.publisher.Flux;

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
    private final List<Advisor> others = new ArrayList<>();
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
                Stream.concat(SpringChat.wired(memory, nested, !nested).stream(), others.stream())
                        .toList());
    }

    private List<Message> session(String id) {
        Session session = chat.sessions().list().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
        return compressor.conversationOf(session).transcript();
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
            assertThat(request.question()).isEqualTo(QUESTION);
        }
    }

    private static List<String> texts(Sent request) {
        return request.messages().stream()
                .map(message -> Objects.toString(message.text(), ""))
                .toList();
    }

    private void nextRequestIsClean(boolean streaming, boolean nested) {
        SpringChat.ask(streaming, client(nested, Moment.BEFORE_ANSWER), "Hello again.");
        Sent last = server.sent().get(server.sent().size() - 1);
        assertThat(last.question()).isEqualTo("Hello again.");
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

    /** Reads the chat for the log, say, by a memory of its own. */
    private final class Reader implements CallAdvisor, StreamAdvisor {
        private final CompressingChatMemory own =
                CompressingChatMemory.builder().compressor(compressor).build();

        @Override
        public String getName() {
            return "reader";
        }

        @Override
        public int getOrder() {
            return SessionStateAdvisor.DEFAULT_ORDER - 1;
        }

        @Override
        public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
            assertThat(own.get(SpringChat.ID)).isNotNull();
            return chain.nextCall(request);
        }

        @Override
        public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
            return Flux.defer(() -> {
                assertThat(own.get(SpringChat.ID)).isNotNull();
                return chain.nextStream(request);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerGoesToItsSessionBehindSecondMemory(boolean streaming, boolean nested, Moment moment) {
        others.add(new Reader());
        ask(streaming, nested, moment, it -> it.sessions().startNew());

        hasAnswerBehindQuestion(session("1"));
        assertThat(chat.transcript()).isEmpty();
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

    /** Something that happens in another thread between the memory and the model. */
    enum Other {
        NEW_SESSION,
        CLEAR,
        OTHER_CALL,
        OTHER_CALL_AND_COMPRESSION
    }

    private final class Gap implements CallAdvisor, StreamAdvisor {
        @Override
        public String getName() {
            return "gap";
        }

        @Override
        public int getOrder() {
            return SessionStateAdvisor.MODEL_CALL_ORDER - 1;
        }

        @Override
        public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
            happen();
            return chain.nextCall(request);
        }

        @Override
        public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
            return Flux.defer(() -> {
                happen();
                return chain.nextStream(request);
            });
        }
    }

    static Stream<Arguments> others() {
        return Stream.of(false, true).flatMap(streaming -> Stream.of(false, true)
                .flatMap(nested -> Stream.of(Other.values()).map(other -> Arguments.of(streaming, nested, other))));
    }

    @ParameterizedTest
    @MethodSource("others")
    void requestEndsWithItsQuestionWhateverHappensBeforeIt(boolean streaming, boolean nested, Other other) {
        server.answers(request -> Reply.text("You asked: " + request.question()));
        List<Advisor> advisors = new ArrayList<>(SpringChat.wired(memory, nested, !nested));
        advisors.add(new Gap());
        ChatClient client = SpringChat.client(server, List.of(new Lookup(topic -> "nothing")), advisors);
        SpringChat.ask(streaming, client, "One: my name is Ingrid.");
        meanwhile.set(() -> {
            switch (other) {
                case NEW_SESSION -> chat.sessions().startNew();
                case CLEAR -> memory.clear(SpringChat.ID);
                case OTHER_CALL -> SpringChat.call(client, SpringChat.ID, "Another question?");
                case OTHER_CALL_AND_COMPRESSION -> {
                    for (int i = 0; i < 12; i++) {
                        SpringChat.call(client, SpringChat.ID, "Question " + i + ": " + GardenChat.question(i + 1));
                    }
                    chat.compressAll(Focus.none());
                }
            }
        });

        assertThat(SpringChat.ask(streaming, client, QUESTION)).isEqualTo("You asked: " + QUESTION);
        assertThat(server.refusals()).isEmpty();
    }
}
