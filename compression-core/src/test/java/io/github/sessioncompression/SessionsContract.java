package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A chat of many sessions that two processes take part in, over any store. */
public abstract class SessionsContract {
    /** The policy of the processes. */
    protected static final CompressionPolicy POLICY = CompressionPolicy.forWindow(8_000);

    private static final int TURNS = 40;
    private static final String CHAT = "user-42";

    private final List<SessionCompressor> processes = new ArrayList<>();

    /** The store as a process sees it: the same data each time. */
    protected abstract SessionStore open();

    /** How many sessions the chat has: 30 unless the store is slow. */
    protected int sessions() {
        return 30;
    }

    private Conversation process() {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(POLICY)
                .store(open())
                .executor(Runnable::run)
                .build();
        processes.add(compressor);
        return compressor.conversation(CHAT);
    }

    @AfterEach
    void close() {
        processes.forEach(SessionCompressor::close);
    }

    private static List<Message> session(int number) {
        List<Message> said = new ArrayList<>();
        said.add(Message.user("The key of shed " + number + " hangs behind door " + (700 + number) + "."));
        said.add(Message.assistant("I have noted that down for you."));
        for (int turn = 1; turn < TURNS; turn++) {
            said.addAll(Chats.smallTalk(turn, 20));
        }
        return said;
    }

    private static String text(Conversation chat) {
        return chat.view().messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    private static List<String> texts(Conversation chat) {
        return chat.transcript().stream().map(Message::text).toList();
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).toList();
    }

    @Test
    void everySessionIsFoundAndResumedByAnyProcess() {
        List<Conversation> both = List.of(process(), process());
        for (int number = 1; number <= sessions(); number++) {
            Conversation chat = both.get(number % 2);
            chat.append(session(number));
            assertThat(chat.sessions().startNew().id()).isEqualTo(String.valueOf(number + 1));
        }
        both.forEach(chat -> chat.append(Message.user("Good morning!"), Message.assistant("Good morning!")));

        for (Conversation chat : both) {
            assertThat(chat.sessions().list()).hasSize(sessions() + 1);
            assertThat(text(chat)).contains("door " + (700 + sessions()));
            List<Session.Hit> hits = chat.sessions().search("Where is the key of shed 1?", 3);
            assertThat(hits.get(0).session().id()).isEqualTo("1");
            assertThat(hits.get(0).excerpt()).contains("door 701");
        }
        for (int number : new int[] {1, sessions() / 2, sessions()}) {
            Conversation chat = both.get(number % 2);
            chat.sessions().resume(String.valueOf(number));
            Conversation other = both.get((number + 1) % 2);
            assertThat(texts(other)).isEqualTo(texts(session(number)));
            ValidSequence.check(other.view().messages());
            assertThat(text(other)).contains("door " + (700 + number));
            other.append(Message.user("Where does it hang?"), Message.assistant("Behind the door."));
            other.sessions().startNew();
            assertThat(texts(chat)).isEmpty();
        }
        assertThat(both.get(0).sessions().list()).hasSize(sessions() + 2);
    }
}
