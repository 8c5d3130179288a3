package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
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

    /** Adds messages of the chat {@code id} in one process. */
    protected void say(SessionCompressor process, String id, List<Message> said) {
        process.conversation(id).append(said);
    }

    /** Texts that a process shows a model next. */
    protected List<String> shown(SessionCompressor process, String id) {
        List<Message> messages = process.conversation(id).view().messages();
        ValidSequence.check(messages);
        return texts(messages);
    }

    private SessionCompressor process() {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(POLICY)
                .store(open())
                .executor(Runnable::run)
                .build();
        processes.add(compressor);
        return compressor;
    }

    private void say(SessionCompressor process, String question, String answer) {
        say(process, CHAT, List.of(Message.user(question), Message.assistant(answer)));
    }

    private static Conversation chat(SessionCompressor process) {
        return process.conversation(CHAT);
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

    private String text(SessionCompressor process) {
        return String.join("\n", shown(process, CHAT));
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).toList();
    }

    @Test
    void everySessionIsFoundAndResumedByAnyProcess() {
        List<SessionCompressor> both = List.of(process(), process());
        for (int number = 1; number <= sessions(); number++) {
            SessionCompressor process = both.get(number % 2);
            say(process, CHAT, session(number));
            assertThat(chat(process).sessions().startNew().id()).isEqualTo(String.valueOf(number + 1));
        }
        both.forEach(process -> say(process, "Good morning!", "Good morning!"));

        for (SessionCompressor process : both) {
            Sessions sessions = chat(process).sessions();
            assertThat(sessions.list()).hasSize(sessions() + 1);
            assertThat(text(process)).contains("door " + (700 + sessions()));
            List<Session.Hit> hits = sessions.search("Where is the key of shed 1?", 3);
            assertThat(hits.get(0).session().id()).isEqualTo("1");
            assertThat(hits.get(0).excerpt()).contains("door 701");
        }
        for (int number : new int[] {1, sessions() / 2, sessions()}) {
            SessionCompressor process = both.get(number % 2);
            chat(process).sessions().resume(String.valueOf(number));
            SessionCompressor other = both.get((number + 1) % 2);
            assertThat(texts(chat(other).transcript())).isEqualTo(texts(session(number)));
            assertThat(text(other)).contains("door " + (700 + number));
            say(other, "Where does it hang?", "Behind the door.");
            chat(other).sessions().startNew();
            assertThat(chat(process).transcript()).isEmpty();
        }
        assertThat(chat(both.get(0)).sessions().list()).hasSize(sessions() + 2);
    }
}
