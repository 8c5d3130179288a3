package io.github.sessioncompression.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.SessionsContract;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.event.command.CommandListener;
import io.lettuce.core.event.command.CommandStartedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sessions of one chat by two processes in Redis. */
@Tag("landing")
class SessionsOnRedisTest extends SessionsContract {
    private final List<RedisClient> clients = new ArrayList<>();

    @Override
    protected SessionStore open() {
        return open(RedisClient.create(Redis.uri()));
    }

    private SessionStore open(RedisClient client) {
        clients.add(client);
        return RedisSessionStore.builder(client).keyPrefix("sessions").build();
    }

    @Test
    void sessionSwitchTakesTwelveRoundTripsAtMost() {
        AtomicInteger trips = new AtomicInteger();
        RedisClient client = RedisClient.create(Redis.uri());
        client.addListener(new CommandListener() {
            @Override
            public void commandStarted(CommandStartedEvent event) {
                trips.incrementAndGet();
            }
        });
        List<Runnable> later = new ArrayList<>();
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(POLICY)
                .executor(later::add)
                .store(open(client))
                .build()) {
            Conversation chat = compressor.conversation("trips");
            for (int i = 0; i < 250; i++) {
                chat.append(
                        Message.user("question " + i), Message.assistant("The answer to that is long. ".repeat(20)));
            }
            chat.compress();
            chat.sessions().startNew(); // the server learns the scripts
            chat.append(Message.user("hello"), Message.assistant("hello"));
            trips.set(0);
            chat.sessions().startNew();
            assertThat(trips.getAndSet(0)).isBetween(5, 12);
            chat.append(Message.user("good day"), Message.assistant("good day"));
            trips.set(0);
            chat.sessions().resume("1");
            assertThat(trips.getAndSet(0)).isBetween(5, 12);
            assertThat(chat.transcript()).hasSize(500);
            assertThat(chat.sessions().list()).hasSize(3);
        }
    }

    @AfterEach
    void disconnect() {
        clients.forEach(RedisClient::shutdown);
    }
}
