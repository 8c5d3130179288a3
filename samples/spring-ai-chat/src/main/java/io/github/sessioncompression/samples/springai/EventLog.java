package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.command.Notices;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.CompressionListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Keeps the last notices of the conversations used last. Safe for use by many threads. */
@Component
class EventLog implements CompressionListener {
    private static final int CONVERSATIONS = 1_000;
    private static final int NOTICES = 20;

    private final Notices texts = Notices.of(Locale.ENGLISH);
    private final Map<String, Deque<String>> notices = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Deque<String>> eldest) {
            return size() > CONVERSATIONS;
        }
    };

    @Override
    public void onEvent(CompressionEvent event) {
        boolean nothingNew =
                event instanceof StageStarted || (event instanceof StageFinished finished && finished.affected() == 0);
        if (!nothingNew) {
            synchronized (notices) {
                Deque<String> own = notices.computeIfAbsent(event.conversationId(), id -> new ArrayDeque<>());
                own.add(texts.text(event));
                if (own.size() > NOTICES) {
                    own.remove();
                }
            }
        }
    }

    /** Forgets the notices of a conversation. */
    void forget(String conversationId) {
        synchronized (notices) {
            notices.remove(conversationId);
        }
    }

    /** The notices of a conversation, oldest first. */
    List<String> of(String conversationId) {
        synchronized (notices) {
            return List.copyOf(notices.getOrDefault(conversationId, new ArrayDeque<>()));
        }
    }
}
