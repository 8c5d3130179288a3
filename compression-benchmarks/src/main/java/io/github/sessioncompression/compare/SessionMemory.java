package io.github.sessioncompression.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.content.MediaContent;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.InMemorySessionRepository;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.compaction.CompactionStrategy;
import org.springframework.ai.session.compaction.TokenCountTrigger;
import org.springframework.ai.tokenizer.TokenCountEstimator;

/** spring-ai-session for one chat: compacted above the window, decided after the answer of a turn, as its advisor does. */
final class SessionMemory implements ChatMemory {
    private final DefaultSessionService service = DefaultSessionService.builder()
            .sessionRepository(InMemorySessionRepository.builder().build())
            .build();
    private final TokenCountTrigger trigger;
    private final CompactionStrategy strategy;
    private final String session = service.create(
                    CreateSessionRequest.builder().userId("user").build())
            .id();

    SessionMemory(int window, CompactionStrategy strategy) {
        this.strategy = strategy;
        trigger = TokenCountTrigger.builder()
                .threshold(window)
                .tokenCountEstimator(new Estimator())
                .build();
    }

    @Override
    public void add(String id, List<Message> messages) {
        messages.forEach(message -> service.appendMessage(session, message));
        if (messages.get(messages.size() - 1) instanceof AssistantMessage answer && !answer.hasToolCalls()) {
            service.compact(session, trigger, strategy);
        }
    }

    @Override
    public List<Message> get(String id) {
        return service.getEvents(session, EventFilter.active()).stream()
                .map(SessionEvent::getMessage)
                .toList();
    }

    @Override
    public void clear(String id) {
        service.delete(session);
    }

    static final class Estimator implements TokenCountEstimator {
        @Override
        public int estimate(@Nullable String text) {
            return Sent.tokens(text == null ? 0 : text.length());
        }

        @Override
        public int estimate(MediaContent content) {
            return estimate(content.getText());
        }

        @Override
        public int estimate(Iterable<MediaContent> contents) {
            int sum = 0;
            for (MediaContent content : contents) {
                sum += estimate(content);
            }
            return sum;
        }
    }
}
