package io.github.sessioncompression.spring.ai.session;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.spring.ai.MessageMapper;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.session.SessionEvent;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Reads events of the community's session API. */
final class SessionEventReader {
    static final SessionEventReader INSTANCE = new SessionEventReader(SessionEvent.class);

    /** True if an event has no branch; {@code null} where events have none at all, as since version 0.10. */
    private final @Nullable Method isRoot;

    /** A reader of events of the class that {@code events} is, or stands for in a test. */
    SessionEventReader(Class<?> events) {
        isRoot = ClassUtils.getMethodIfAvailable(events, "isRootEvent");
    }

    /** True if an event is the session's own, not a sub-agent's. */
    boolean isOwn(SessionEvent event) {
        return isRoot == null || Boolean.TRUE.equals(ReflectionUtils.invokeMethod(isRoot, event));
    }

    /** True if an event is one of those that an earlier compaction put in. */
    static boolean isSummary(SessionEvent event) {
        return event.isSynthetic()
                && SessionStateCompactionStrategy.COMPACTION_SOURCE.equals(
                        event.getMetadata().get(SessionEvent.METADATA_COMPACTION_SOURCE));
    }

    /** The messages of an event: one for each parallel tool result, else one. */
    List<Message> messages(SessionEvent event) {
        return dated(event, MessageMapper.toCore(List.of(event.getMessage())));
    }

    /** The messages of each event: as above, except for a model's thinking before its answer, which holds no text. */
    List<List<Message>> messages(List<SessionEvent> events) {
        List<List<Message>> all = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            boolean thinking = i + 1 < events.size() && isThinking(events.get(i), events.get(i + 1));
            all.add(thinking ? dated(events.get(i), new ArrayList<>()) : messages(events.get(i)));
        }
        return all;
    }

    private static boolean isThinking(SessionEvent event, SessionEvent next) {
        return event.getMessage() instanceof AssistantMessage
                && next.getMessage() instanceof AssistantMessage
                && MessageMapper.toCore(List.of(event.getMessage(), next.getMessage()))
                                .size()
                        == 1;
    }

    private static List<Message> dated(SessionEvent event, List<Message> read) {
        if (read.isEmpty()) {
            // An event without a message would never be covered, and so never be archived.
            read.add(Message.toolResult("", "", ""));
        }
        read.replaceAll(message -> message.withTimestamp(event.getTimestamp()));
        return read;
    }
}
