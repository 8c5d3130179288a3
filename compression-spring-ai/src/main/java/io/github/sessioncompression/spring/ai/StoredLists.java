package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.lists.MessageLists;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageRules;
import io.github.sessioncompression.text.LogText;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;

/**
 * A {@link ChatMemoryRepository} as the place where whole conversations are kept.
 *
 * <p>It gives and takes the library's messages, because one message of Spring AI's may hold several results.
 */
final class StoredLists implements MessageLists<Message> {
    private static final Logger log = LoggerFactory.getLogger(StoredLists.class);
    /** Width of the id's column in Spring AI's own JDBC schemas. */
    private static final int JDBC_ID_CHARACTERS = 36;

    private static final String JDBC = "JdbcChatMemoryRepository";

    private final ChatMemoryRepository repository;
    private final MessageRules<org.springframework.ai.chat.messages.Message> rules;
    private final boolean jdbc;
    private final AtomicBoolean toldOfNulls = new AtomicBoolean();
    private final RememberedOrder order = new RememberedOrder();

    StoredLists(ChatMemoryRepository repository, MessageRules<org.springframework.ai.chat.messages.Message> rules) {
        this.repository = repository;
        this.rules = rules;
        this.jdbc = repository.getClass().getSimpleName().equals(JDBC);
    }

    @Override
    public List<Message> load(String id) {
        return MessageMapper.marked(loaded(id), rules);
    }

    private List<Message> loaded(String id) {
        List<org.springframework.ai.chat.messages.Message> found = found(id);
        List<Message> unchanged = order.unchanged(id, found);
        if (unchanged != null) {
            return unchanged;
        }
        List<Message> loaded = MessageMapper.toCore(found);
        // What is left of an assistant message whose calls were dropped.
        loaded.removeIf(MessageMapper::saysNothing);
        return order.restored(id, loaded);
    }

    /** Messages of the repository without {@code null}s; none if it has no list. */
    private List<org.springframework.ai.chat.messages.Message> found(String id) {
        List<org.springframework.ai.chat.messages.Message> found = repository.findByConversationId(id);
        List<org.springframework.ai.chat.messages.Message> messages = found == null
                ? List.of()
                : found.stream().filter(Objects::nonNull).toList();
        if (found != null && messages.size() < found.size() && !toldOfNulls.getAndSet(true)) {
            log.warn(
                    "Conversation {}: the repository has null among the messages; that is left out, here and elsewhere.",
                    LogText.name(id));
        }
        return messages;
    }

    @Override
    public void save(String id, List<Message> messages) {
        List<org.springframework.ai.chat.messages.Message> written = MessageMapper.fromCore(messages);
        if (jdbc) {
            written.replaceAll(StoredLists::withText);
        }
        try {
            List<org.springframework.ai.chat.messages.Message> copy = List.copyOf(written);
            repository.saveAll(id, written);
            order.saved(id, messages, copy);
        } catch (RuntimeException e) {
            if (jdbc && id.length() > JDBC_ID_CHARACTERS) {
                log.warn(
                        "A conversation could not be saved. Its id has {} characters, but the schema that comes with {} takes"
                                + " {}: use shorter ids, or widen the column conversation_id.",
                        id.length(),
                        JDBC,
                        JDBC_ID_CHARACTERS);
            }
            throw e;
        }
    }

    /** An assistant message that only calls tools may have no text at all, which the table refuses in Spring AI 1.1. */
    private static org.springframework.ai.chat.messages.Message withText(
            org.springframework.ai.chat.messages.Message message) {
        if (message.getText() != null || !(message instanceof AssistantMessage assistant)) {
            return message;
        }
        return AssistantMessage.builder()
                .content("")
                .properties(assistant.getMetadata())
                .toolCalls(assistant.getToolCalls())
                .media(assistant.getMedia())
                .build();
    }

    @Override
    public void delete(String id) {
        repository.deleteByConversationId(id);
        order.deleted(id);
    }

    @Override
    public Optional<List<String>> conversationIds() {
        try {
            return Optional.ofNullable(repository.findConversationIds())
                    .map(ids -> ids.stream().filter(Objects::nonNull).toList());
        } catch (UnsupportedOperationException cannotTell) {
            return Optional.empty();
        }
    }

    @Override
    public Message read(Message message) {
        return message;
    }

    @Override
    public Message write(Message message) {
        return message;
    }

    @Override
    public Object identity() {
        return repository;
    }
}
