package io.github.sessioncompression.spring.ai;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** A repository that loses what one of Spring AI's repositories loses. Several may stand over the same data, as in several processes. */
final class LossyRepository implements ChatMemoryRepository {
    /** Losses of a repository. */
    enum Loss {
        /** Nothing: in memory. */
        NOTHING,
        /** Tool calls and results, metadata but for a timestamp of its own, media: JDBC and Cassandra. */
        TOOLS_AND_METADATA,
        /** Tool calls and results, and now and then the order of two neighbours: MongoDB. */
        TOOLS_AND_ORDER,
        /** The types of numbers in metadata: Redis. */
        NUMBERS
    }

    private final Loss loss;
    private final Map<String, List<Message>> data;
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicInteger saves = new AtomicInteger();

    LossyRepository(Loss loss) {
        this(loss, new ConcurrentHashMap<>());
    }

    private LossyRepository(Loss loss, Map<String, List<Message>> data) {
        this.loss = loss;
        this.data = data;
    }

    /** Another repository over the same data, as another process has it. */
    LossyRepository inAnotherProcess() {
        return new LossyRepository(loss, data);
    }

    int loads() {
        return loads.get();
    }

    int saves() {
        return saves.get();
    }

    @Override
    public List<String> findConversationIds() {
        return List.copyOf(data.keySet());
    }

    @Override
    public List<Message> findByConversationId(String id) {
        loads.incrementAndGet();
        List<Message> found = new ArrayList<>(data.getOrDefault(id, List.of()));
        if (loss == Loss.TOOLS_AND_ORDER) {
            Random random = new Random(found.size());
            for (int i = 0; i + 1 < found.size(); i++) {
                if (random.nextInt(10) == 0) {
                    Collections.swap(found, i, i + 1);
                }
            }
        }
        return found;
    }

    @Override
    public void saveAll(String id, List<Message> messages) {
        saves.incrementAndGet();
        List<Message> kept = new ArrayList<>();
        for (Message message : messages) {
            Message copy = kept(message);
            if (copy != null) {
                kept.add(copy);
            }
        }
        data.put(id, kept);
    }

    private @Nullable Message kept(Message message) {
        if (loss == Loss.NOTHING) {
            return message;
        }
        boolean tools = loss == Loss.NUMBERS;
        Map<String, Object> metadata = new HashMap<>();
        if (loss == Loss.NUMBERS) {
            message.getMetadata()
                    .forEach((key, value) ->
                            metadata.put(key, value instanceof Integer number ? Double.valueOf(number) : value));
        } else {
            metadata.put("timestamp", Instant.EPOCH);
        }
        if (message instanceof ToolResponseMessage results) {
            return tools
                    ? ToolResponseMessage.builder()
                            .responses(results.getResponses())
                            .metadata(metadata)
                            .build()
                    : null;
        }
        if (message instanceof AssistantMessage assistant) {
            if (assistant.hasToolCalls() && !tools) {
                return null;
            }
            return AssistantMessage.builder()
                    .content(assistant.getText())
                    .toolCalls(assistant.getToolCalls())
                    .properties(metadata)
                    .build();
        }
        return message.getMessageType() == MessageType.USER
                ? UserMessage.builder()
                        .text(message.getText())
                        .metadata(metadata)
                        .build()
                : new SystemMessage(message.getText());
    }

    @Override
    public void deleteByConversationId(String id) {
        data.remove(id);
    }
}
