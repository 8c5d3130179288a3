package io.github.sessioncompression.spring.ai.session;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.SessionRepository;
import org.springframework.ai.session.compaction.CompactionResult;
import org.springframework.ai.session.compaction.CompactionTrigger;

/** A session of Spring AI Session, what is said in it, and what becomes of its events. */
abstract class CompactionFixture {
    static final CompressionPolicy POLICY = CompressionPolicy.forWindow(3_500).withReservedOutputTokens(0);
    static final CompactionTrigger ALWAYS = request -> true;

    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    DefaultSessionService service;
    String session;

    abstract SessionRepository repository();

    @BeforeEach
    void start() {
        service =
                DefaultSessionService.builder().sessionRepository(repository()).build();
        session = service.create(CreateSessionRequest.builder().userId("anna").build())
                .id();
    }

    static SessionStateCompactionStrategy.Builder strategy() {
        return SessionStateCompactionStrategy.builder().policy(POLICY).clock(CLOCK);
    }

    /** A turn of about 150 tokens with a tool round, and with one fact that occurs nowhere else. */
    void turn(int number) {
        user("Question " + number + ": what about order A-" + (4_000 + number) + "? " + filler());
        append(AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(
                        new AssistantMessage.ToolCall(
                                "a" + number, "function", "look_up", "{\"order\":" + number + "}"),
                        new AssistantMessage.ToolCall("b" + number, "function", "stock", "{}")))
                .build());
        append(ToolResponseMessage.builder()
                .responses(List.of(
                        new ToolResponse("a" + number, "look_up", "Order A-" + (4_000 + number) + " is delayed."),
                        new ToolResponse("b" + number, "stock", "7 pieces left")))
                .build());
        append(new AssistantMessage("Order A-" + (4_000 + number) + " arrives on day " + number + ". " + filler()));
    }

    private static String filler() {
        return "There is a little more to be said about it, so that the turn has the length that turns have in a chat.";
    }

    void turns(int from, int to) {
        for (int number = from; number < to; number++) {
            turn(number);
        }
    }

    void user(String text) {
        append(new UserMessage(text));
    }

    void append(org.springframework.ai.chat.messages.Message message) {
        service.appendMessage(session, message);
    }

    List<SessionEvent> active() {
        return service.getEvents(session, EventFilter.active());
    }

    List<SessionEvent> all() {
        return service.getEvents(session, EventFilter.all());
    }

    static List<String> texts(List<SessionEvent> events) {
        List<String> texts = new ArrayList<>();
        for (SessionEvent event : events) {
            SessionEventReader.INSTANCE.messages(event).forEach(message -> texts.add(message.text()));
        }
        return texts;
    }

    static void assertValid(List<SessionEvent> events) {
        List<Message> messages = new ArrayList<>();
        for (SessionEvent event : events) {
            if (event.isRootEvent()) {
                messages.addAll(SessionEventReader.INSTANCE.messages(event));
            }
        }
        ValidSequence.check(messages);
    }

    static boolean holdsState(SessionEvent event) {
        String text = event.getMessage().getText();
        return text != null && StateEnvelope.holds(text);
    }

    static long pairs(List<SessionEvent> events) {
        return events.stream()
                .filter(event -> event.getMessageType() == MessageType.USER)
                .filter(CompactionFixture::holdsState)
                .filter(SessionEvent::isSynthetic)
                .count();
    }

    CompactionResult compact() {
        try (SessionStateCompactionStrategy strategy = strategy().build()) {
            return service.compact(session, SessionStateTrigger.of(POLICY), strategy);
        }
    }
}
