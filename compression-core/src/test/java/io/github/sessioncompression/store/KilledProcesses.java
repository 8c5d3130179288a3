package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.session.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A process that chats and compresses is killed at random points, again and again: what was acknowledged is there, once and in order. */
public final class KilledProcesses {
    private KilledProcesses() {}

    /** Opens the store that the processes use. */
    @FunctionalInterface
    public interface Opener {
        /** The store. */
        Opened open();
    }

    /**
     * A store, and what is to be done with it in the end.
     *
     * @param closing closes what it needs
     */
    public record Opened(SessionStore store, Runnable closing) implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    /**
     * Starts a process and kills it, so many times.
     *
     * @param main opens the store at the address that it is given, and {@linkplain ChattingProcess#chat chats}
     */
    public static void kill(int times, Class<?> main, String address, Opener opener) throws Exception {
        Random random = random();
        Map<String, Integer> acknowledged = new TreeMap<>();
        long version = 0;
        // Few processes must each live long enough for a compression.
        int atLeast = times < 20 ? 80 : 1;
        for (int i = 0; i < times; i++) {
            chatUntilKilled(main, address, "alone", atLeast + random.nextInt(40), acknowledged);
            version = check(opener, acknowledged, version);
        }
        assertThat(version).as("compressions").isPositive();
    }

    /** The same with a process that begins sessions, too: no turn is lost or doubled, and each session that has ended has a title. */
    public static void killSessions(int times, Class<?> main, String address, Opener opener) throws Exception {
        Random random = random();
        Map<String, Integer> acknowledged = new TreeMap<>();
        for (int i = 0; i < times; i++) {
            chatUntilKilled(main, address, "sessions", 15 + random.nextInt(30), acknowledged);
            try (Opened opened = opener.open();
                    SessionCompressor compressor = ChattingProcess.compressor(opened.store())) {
                acknowledged.forEach((id, turns) -> checkSessions(compressor, compressor.conversation(id), turns));
            }
        }
    }

    private static void checkSessions(SessionCompressor compressor, Conversation chat, int acknowledged) {
        List<Session> sessions = chat.sessions().list();
        List<Message> said = ChattingProcess.said(compressor, chat);
        assertThat(said.size() / 2).isGreaterThanOrEqualTo(acknowledged);
        List<Message> expected = new ArrayList<>();
        for (int turn = 1; turn <= said.size() / 2; turn++) {
            expected.addAll(ChattingProcess.turn("turn " + turn));
        }
        assertThat(said).isEqualTo(expected);
        assertThat(sessions)
                .filteredOn(session -> session.ended() != null)
                .allSatisfy(session -> assertThat(session.title()).isNotBlank());
        ValidSequence.check(chat.view().messages());
    }

    private static Random random() {
        long seed = System.nanoTime();
        System.out.println("KilledProcesses seed " + seed);
        return new Random(seed);
    }

    /** Kills the process when it has said so many turns; those it has said beyond count, too. */
    private static void chatUntilKilled(
            Class<?> main, String address, String mode, int turns, Map<String, Integer> acknowledged) throws Exception {
        Process process = ChattingProcess.start(main, address, mode);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            int said = 0;
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                String[] words = line.split(" ", -1);
                // The last line may have been cut short.
                if (words.length == 5 && words[4].equals("ok")) {
                    acknowledged.put(words[1] + " " + words[2], Integer.parseInt(words[3]));
                }
                if (++said == turns) {
                    process.destroyForcibly();
                }
            }
            assertThat(said).as("it was chatting").isGreaterThanOrEqualTo(turns);
        } catch (IOException streamClosedByTheKill) {
            assertThat(streamClosedByTheKill).hasMessageContaining("Stream closed");
        }
        assertThat(process.waitFor()).as("killed").isNotZero();
    }

    /** The newest record's version in all conversations together. */
    private static long check(Opener opener, Map<String, Integer> acknowledged, long before) throws Exception {
        long versions = 0;
        try (Opened opened = opener.open();
                SessionCompressor compressor = ChattingProcess.compressor(opened.store())) {
            SessionStore store = opened.store();
            for (Map.Entry<String, Integer> each : acknowledged.entrySet()) {
                Conversation chat = compressor.conversation(each.getKey());
                List<Message> transcript = chat.transcript();
                int turns = transcript.size() / 2;
                assertThat(turns).isGreaterThanOrEqualTo(each.getValue());
                List<Message> expected = new ArrayList<>();
                for (int turn = 1; turn <= turns; turn++) {
                    expected.addAll(ChattingProcess.turn("turn " + turn));
                }
                assertThat(transcript).isEqualTo(expected);
                for (CompressionRecord record : store.history(each.getKey())) {
                    assertThat(store.segments(each.getKey(), record.segments())).hasSameSizeAs(record.segments());
                    assertThat(record.boundary()).isLessThanOrEqualTo(transcript.size());
                }
                long version = chat.record().map(CompressionRecord::version).orElse(0L);
                assertThat(version)
                        .isLessThanOrEqualTo(
                                store.head(each.getKey()).orElseThrow().recordVersion());
                versions += version;
                View view = chat.view();
                ValidSequence.check(view.messages());
                // What the server was about to commit when the process was killed may have come meanwhile.
                assertThat(chat.transcript()).startsWith(transcript.toArray(Message[]::new));
                assertThat(List.of(last(transcript), last(chat.transcript()))).contains(last(view.messages()));
            }
        }
        assertThat(versions).isGreaterThanOrEqualTo(before);
        return versions;
    }

    private static Message last(List<Message> messages) {
        return messages.get(messages.size() - 1);
    }
}
