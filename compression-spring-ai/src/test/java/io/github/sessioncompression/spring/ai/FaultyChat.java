package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.core.Ordered;
import reactor.core.Disposable;

/**
 * A long chat in which one call of the chat's model fails while the compression model does nothing but fail, and ten turns after it.
 *
 * <p>Until the third of these turns is answered the compression model is held, and where it hangs until all are: a call that waited
 * for it would never come to its end.
 */
record FaultyChat(
        WireFormat format, boolean streaming, boolean nested, ChatFault chatFault, CompressionFault compressionFault) {
    static final int TURNS = 10;
    private static final int BEFORE = 65;
    private static final int HELD = 3;
    private static final int WINDOW = 7_000;
    /** Number of tokens by which the window is smaller than a request. */
    private static final int SMALLER = 300;

    /**
     * Outcome of a chat with faults.
     *
     * @param fault exception of the call with the fault, if any
     * @param failures exceptions of the turns after it
     * @param objections requests refused by the provider for their form or length
     * @param lost messages missing from the transcript
     * @param missing early facts missing from the last request
     */
    record Course(
            FaultyChat chat,
            Optional<Throwable> fault,
            List<Throwable> failures,
            int answered,
            int requests,
            List<String> objections,
            List<String> lost,
            List<GardenChat.Fact> missing,
            int compressionsAsked) {
        String row() {
            return String.format(
                    Locale.ROOT,
                    "%-10s %-9s %-8s %-13s %-13s %8d %8d %8d %8d %8d",
                    chat.format,
                    chat.streaming ? "streamed" : "plain",
                    chat.nested ? "inside" : "outside",
                    chat.chatFault,
                    chat.compressionFault,
                    answered,
                    requests,
                    objections.size(),
                    lost.size(),
                    missing.size());
        }
    }

    /** Checks the end of the call with the fault. */
    void isAsExpected(Optional<Throwable> thrown) {
        if (chatFault.isRecovered()) {
            assertThat(thrown).isEmpty();
        } else if (chatFault.isThrown()) {
            assertThat(thrown).isPresent();
        }
    }

    /**
     * Has the chat.
     *
     * @param server the provider of the chat's model, of {@link #format}
     * @param compressing that of the compression model
     */
    Course run(ProviderStub server, ProviderStub compressing) throws Exception {
        List<String> objections = Collections.synchronizedList(new ArrayList<>());
        server.forget();
        compressing.forget();
        compressing.answers(compressionFault.reply());
        AtomicInteger window = new AtomicInteger(WINDOW);
        server.answers(request -> answer(request, window, objections));
        HeldModel model = new HeldModel(StructuredChatModel.of(format.client(compressing)), compressionFault);
        FaultyChatModel chatModel = new FaultyChatModel(format.client(server));
        CompressionPolicy policy = CompressionPolicy.forWindow(WINDOW)
                .withModel(ModelOptions.defaults().withRetries(1).withBackoff(Duration.ofMillis(1)));
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .model(model)
                .listener(model)
                .build()) {
            return run(server, compressor, chatModel, model, objections);
        } finally {
            model.end();
            chatModel.release();
        }
    }

    /** As a provider whose window is smaller than was said, where that is the fault: its first refusal is no objection. */
    private Reply answer(Sent request, AtomicInteger window, List<String> objections) {
        int size = request.textTokens();
        if (chatFault == ChatFault.TOO_LONG && window.compareAndSet(WINDOW, size - SMALLER)) {
            return new Reply.Failure(400, format.tooLong(size - SMALLER, size));
        }
        Optional<String> objection = WireFormat.objection(request);
        if (objection.isEmpty() && size > window.get()) {
            objection = Optional.of(format.tooLong(window.get(), size));
        }
        objection.ifPresent(objections::add);
        return objection
                .<Reply>map(words -> new Reply.Failure(400, words))
                .orElseGet(() -> ((Reply.Answer) GardenChat.answer(request)).costing(new Usage(size, 0, 0, 20, 0)));
    }

    private Course run(
            ProviderStub server,
            SessionCompressor compressor,
            FaultyChatModel chatModel,
            HeldModel model,
            List<String> objections)
            throws Exception {
        CompressingChatMemory memory =
                CompressingChatMemory.builder().compressor(compressor).build();
        List<String> said = new ArrayList<>();
        for (int turn = 1; turn <= BEFORE; turn++) {
            said.add(GardenChat.question(turn));
            memory.add(SpringChat.ID, new UserMessage(GardenChat.question(turn)));
            memory.add(SpringChat.ID, new AssistantMessage("Noted: " + GardenChat.found("garden " + turn)));
        }
        ChatClient client = client(chatModel, memory);
        said.add(question(0));
        Faulty faulty = new Faulty(client, chatModel, server);
        Optional<Throwable> fault = faulty.begin();

        List<Throwable> failures = new ArrayList<>();
        int answered = 0;
        for (int turn = 1; turn <= TURNS; turn++) {
            said.add(question(turn));
            try {
                answered += ask(client, question(turn)).isBlank() ? 0 : 1;
            } catch (RuntimeException e) {
                failures.add(e);
            }
            if (turn == HELD) {
                model.answerFromNowOn();
            }
        }
        Sent last = server.lastSent();
        faulty.end();
        List<String> lost = new ArrayList<>(said);
        for (Message message : compressor.conversation(SpringChat.ID).transcript()) {
            lost.remove(message.text());
        }
        return new Course(
                this,
                fault,
                failures,
                answered,
                server.sent().size(),
                objections,
                lost,
                GardenChat.missingFrom(last),
                model.asked());
    }

    private static String question(int turn) {
        return GardenChat.question(BEFORE + 1 + turn);
    }

    private ChatClient client(FaultyChatModel chatModel, CompressingChatMemory memory) {
        return ChatClient.builder(chatModel.asModel())
                .defaultSystem(SpringChat.SYSTEM)
                .defaultToolCallbacks(new Lookup(GardenChat::found))
                .defaultAdvisors(
                        SessionStateAdvisor.builder(memory).build(),
                        nested
                                ? SpringChat.nested(memory)
                                : MessageChatMemoryAdvisor.builder(memory)
                                        .order(Ordered.HIGHEST_PRECEDENCE + 200)
                                        .build(),
                        nested ? SpringChat.toolAdvisorWithoutHistory() : SpringChat.toolAdvisor())
                .build();
    }

    private String ask(ChatClient client, String question) {
        ChatClient.ChatClientRequestSpec request = client.prompt()
                .user(question)
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, SpringChat.ID));
        if (streaming) {
            List<String> pieces = request.stream().content().collectList().block();
            return pieces == null ? "" : String.join("", pieces);
        }
        String answer = request.call().content();
        return answer == null ? "" : answer;
    }

    /** The turn whose call of the model fails. */
    private final class Faulty {
        private final ChatClient client;
        private final FaultyChatModel model;
        private final ProviderStub server;
        private @Nullable Thread waiting;
        private @Nullable Disposable subscribed;

        Faulty(ChatClient client, FaultyChatModel model, ProviderStub server) {
            this.client = client;
            this.model = model;
            this.server = server;
        }

        Optional<Throwable> begin() throws InterruptedException {
            model.next(chatFault);
            switch (chatFault) {
                case BLANK -> server.next(Reply.text(""));
                case REFUSAL -> server.next(Reply.text("").ended(Reply.End.FILTERED));
                case RATE_LIMIT -> server.next(new Reply.Failure(429, "Rate limit reached"));
                case SERVER_ERROR -> server.next(new Reply.Failure(500, "the model is unwell"));
                case MALFORMED -> server.next(Reply.call(Lookup.NAME, Map.of("topic", "roses")));
                case TOO_LONG, CANCELLED, HANG -> {}
            }
            try {
                if (chatFault == ChatFault.HANG) {
                    hang();
                } else if (chatFault == ChatFault.CANCELLED && streaming) {
                    stream().filter(piece -> !piece.isEmpty()).blockFirst();
                } else {
                    ask(client, question(0));
                }
                return Optional.empty();
            } catch (RuntimeException e) {
                return Optional.of(e);
            }
        }

        private void hang() throws InterruptedException {
            if (streaming) {
                subscribed = stream().onErrorComplete().subscribe();
            } else {
                waiting = new Thread(() -> assertThat(thrownByAsking()).isInstanceOf(IllegalStateException.class));
                waiting.start();
            }
            model.awaitHanging();
        }

        private @Nullable Throwable thrownByAsking() {
            try {
                ask(client, question(0));
                return null;
            } catch (RuntimeException e) {
                return e;
            }
        }

        private reactor.core.publisher.Flux<String> stream() {
            return client
                    .prompt()
                    .user(question(0))
                    .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, SpringChat.ID))
                    .stream()
                    .content();
        }

        /** A call that hangs ends at last. */
        void end() throws InterruptedException {
            model.release();
            if (subscribed != null) {
                subscribed.dispose();
            }
            if (waiting != null) {
                waiting.join();
            }
        }
    }
}
