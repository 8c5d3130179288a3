package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions that begin, are resumed or are cleared while an answer is under way. */
class TurnInFlightTest {
    private static final String ID = "user-42";
    private static final String PROMPT = "You help the customers of a garden shop.";
    private static final String QUESTION = "Read me the secret letter.";
    private static final String ANSWER = "The letter tells: OLD-ANSWER.";

    /** Moment at which the chat gets another session. */
    enum Moment {
        BEFORE_ANSWER,
        IN_TOOL,
        IN_TOOL_AND_BEFORE_ANSWER
    }

    interface Plain {
        @SystemMessage(PROMPT)
        String chat(@MemoryId String id, @UserMessage String question);
    }

    interface Streamed {
        @SystemMessage(PROMPT)
        TokenStream chat(@MemoryId String id, @UserMessage String question);
    }

    /** A tool in which something else happens. */
    public static final class Shop {
        private final Runnable meanwhile;

        Shop(Runnable meanwhile) {
            this.meanwhile = meanwhile;
        }

        /** Finds a letter. */
        @Tool("looks something up")
        public String lookup(@P("topic") String topic) {
            meanwhile.run();
            return "A letter in an envelope.";
        }
    }

    private final StrictOpenAiServer server = StrictOpenAiServer.start();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(16_000))
            .executor(Runnable::run)
            .build();
    private final CompressingChatMemoryProvider memories =
            CompressingChatMemoryProvider.builder().compressor(compressor).build();
    private final Conversation chat = memories.conversation(ID);
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

    @AfterEach
    void stop() {
        server.close();
        compressor.close();
    }

    static Stream<Arguments> ways() {
        return Stream.of(false, true)
                .flatMap(streaming -> Stream.of(false, true).flatMap(guarded -> Stream.of(Moment.values())
                        .map(moment -> Arguments.of(streaming, guarded, moment))));
    }

    private void happen() {
        meanwhile.getAndSet(() -> {}).run();
    }

    private UnaryOperator<String> service(boolean streaming, boolean guarded, Moment moment) {
        server.answers(request -> {
            SentMessage last = request.last();
            if (last.role().equals(SentMessage.TOOL)) {
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
            return Reply.call("lookup", Map.of("topic", "letter"));
        });
        String url = server.baseUrl();
        if (!streaming) {
            var model = Clients.OPENAI.model(url, GardenService.PATIENT);
            Plain plain = AiServices.builder(Plain.class)
                    .chatModel(guarded ? memories.guard(model) : model)
                    .chatMemoryProvider(memories)
                    .tools(new Shop(this::happen))
                    .build();
            return question -> plain.chat(ID, question);
        }
        var model = Clients.OPENAI.streaming(url, GardenService.PATIENT);
        Streamed streamed = AiServices.builder(Streamed.class)
                .streamingChatModel(guarded ? memories.guard(model) : model)
                .chatMemoryProvider(memories)
                .tools(new Shop(this::happen))
                .build();
        return question -> {
            CompletableFuture<String> done = new CompletableFuture<>();
            streamed.chat(ID, question)
                    .onPartialResponse(piece -> {})
                    .onCompleteResponse(
                            response -> done.complete(response.aiMessage().text()))
                    .onError(done::completeExceptionally)
                    .start();
            return done.orTimeout(GardenService.PATIENT.toSeconds(), TimeUnit.SECONDS)
                    .join();
        };
    }

    private List<Message> session(String id) {
        Session session = chat.sessions().list().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
        return compressor.conversationOf(session).transcript();
    }

    private static List<String> said(List<Message> transcript) {
        return transcript.stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .map(Message::text)
                .toList();
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

    private void ask(UnaryOperator<String> service, Consumer<Conversation> what) {
        assertThat(service.apply("One: my name is Ingrid.")).isNotNull();
        meanwhile.set(() -> what.accept(chat));
        assertThat(service.apply(QUESTION)).isEqualTo(ANSWER);
        assertThat(server.refusals()).isEmpty();
        for (Sent request : server.sent().subList(1, server.sent().size())) {
            assertThat(request.question()).isEqualTo(QUESTION);
        }
    }

    private void nextRequestIsClean(UnaryOperator<String> service) {
        assertThat(service.apply("Hello again.")).isNotNull();
        Sent last = server.lastSent();
        assertThat(last.question()).isEqualTo("Hello again.");
        assertThat(last.messages())
                .extracting(SentMessage::text)
                .doesNotContain(ANSWER, "(Go on.)", "(You speak first.)", "(Noted.)");
        assertThat(server.refusals()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerGoesToItsSessionWhenNewOneBegins(boolean streaming, boolean guarded, Moment moment) {
        UnaryOperator<String> service = service(streaming, guarded, moment);
        ask(service, it -> it.sessions().startNew());

        hasAnswerBehindQuestion(session("1"));
        assertThat(said(chat.transcript())).isEmpty();
        nextRequestIsClean(service);
        assertThat(said(chat.transcript())).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerGoesToItsSessionWhenOtherIsResumed(boolean streaming, boolean guarded, Moment moment) {
        chat.append(Message.user("The first session."), Message.assistant("I see."));
        chat.sessions().startNew();
        UnaryOperator<String> service = service(streaming, guarded, moment);

        ask(service, it -> it.sessions().resume("1"));

        hasAnswerBehindQuestion(session("2"));
        assertThat(said(chat.transcript())).containsExactly("The first session.", "I see.");
        nextRequestIsClean(service);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerFollowsQuestionWhenItsSessionIsResumed(boolean streaming, boolean guarded, Moment moment) {
        ask(service(streaming, guarded, moment), it -> {
            it.sessions().startNew();
            it.append(Message.user("A short visit."), Message.assistant("Bye."));
            it.sessions().resume("1");
        });

        hasAnswerBehindQuestion(chat.transcript());
        assertThat(said(session("2"))).containsExactly("A short visit.", "Bye.");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerIsDroppedWhenChatIsCleared(boolean streaming, boolean guarded, Moment moment) {
        UnaryOperator<String> service = service(streaming, guarded, moment);
        ask(service, it -> memories.get(ID).clear());

        assertThat(chat.transcript()).isEmpty();
        nextRequestIsClean(service);
        assertThat(said(chat.transcript())).hasSize(2);
    }
}
