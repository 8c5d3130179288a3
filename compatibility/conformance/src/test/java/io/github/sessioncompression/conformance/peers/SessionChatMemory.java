package io.github.sessioncompression.conformance.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.MediaContent;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.InMemorySessionRepository;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.compaction.CompactionStrategy;
import org.springframework.ai.session.compaction.CompactionTrigger;
import org.springframework.ai.tokenizer.TokenCountEstimator;

/** spring-ai-session as a chat memory: as its advisor does, it compacts after the answer of a turn; here it has the turn's tool messages, too. */
final class SessionChatMemory implements ChatMemory {
    /** The summary of all memories that have one written. */
    static final String SUMMARY = "The customer asked when several orders arrive and pays by invoice.";

    private final DefaultSessionService service = DefaultSessionService.builder()
            .sessionRepository(InMemorySessionRepository.builder().build())
            .build();
    private final Map<String, String> sessions = new ConcurrentHashMap<>();
    private final CompactionTrigger trigger;
    private final CompactionStrategy strategy;

    SessionChatMemory(CompactionTrigger trigger, CompactionStrategy strategy) {
        this.trigger = trigger;
        this.strategy = strategy;
    }

    private String session(String id) {
        return sessions.computeIfAbsent(id, key -> service.create(
                        CreateSessionRequest.builder().userId(key).build())
                .id());
    }

    @Override
    public void add(String id, List<Message> messages) {
        String session = session(id);
        messages.forEach(message -> service.appendMessage(session, message));
        if (messages.get(messages.size() - 1) instanceof AssistantMessage answer && !answer.hasToolCalls()) {
            service.compact(session, trigger, strategy);
        }
    }

    @Override
    public List<Message> get(String id) {
        List<Message> messages = new ArrayList<>();
        for (SessionEvent event : service.getEvents(session(id), EventFilter.active())) {
            messages.add(event.getMessage());
        }
        return messages;
    }

    @Override
    public void clear(String id) {
        String session = sessions.remove(id);
        if (session != null) {
            service.delete(session);
        }
    }

    /** A model that answers each prompt with one short summary. */
    static ChatModel summariser() {
        return new ChatModel() {
            @Override
            public ChatResponse call(Prompt prompt) {
                return new ChatResponse(List.of(new Generation(new AssistantMessage(SUMMARY))));
            }
        };
    }

    /** Counts four characters as a token. */
    static final class Estimator implements TokenCountEstimator {
        @Override
        public int estimate(String text) {
            return text == null ? 0 : text.length() / 4;
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
