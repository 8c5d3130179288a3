package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.MessageLists;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;

/**
 * A {@link ChatMemoryRepository} as the place where whole conversations are kept.
 *
 * <p>It gives and takes the library's messages, because one message of Spring AI's may hold several results.
 */
final class RepositoryMessages implements MessageLists<Message> {
    private static final Logger log = LoggerFactory.getLogger(RepositoryMessages.class);
    /** What the columns of Spring AI's own JDBC schemas hold. */
    private static final int JDBC_ID_CHARACTERS = 36;

    private static final String JDBC = "JdbcChatMemoryRepository";

    private final ChatMemoryRepository repository;
    private final RememberedOrder order = new RememberedOrder();

    RepositoryMessages(ChatMemoryRepository repository) {
        this.repository = repository;
    }

    @Override
    public List<Message> load(String id) {
        return order.restored(id, SpringMessages.read(repository.findByConversationId(id)));
    }

    @Override
    public void save(String id, List<Message> messages) {
        try {
            repository.saveAll(id, SpringMessages.write(messages));
            order.saved(id, messages);
        } catch (RuntimeException e) {
            if (id.length() > JDBC_ID_CHARACTERS && repository.getClass().getSimpleName().equals(JDBC)) {
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

    @Override
    public void delete(String id) {
        repository.deleteByConversationId(id);
        order.deleted(id);
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
