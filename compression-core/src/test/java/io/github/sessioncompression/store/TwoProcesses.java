package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Two processes with many threads at the same conversations: no message is lost or doubled, and no compression is paid for twice. */
public final class TwoProcesses {
    private static final boolean FUZZ = Boolean.getBoolean("fuzz");
    private static final int THREADS = 32;
    private static final int TURNS = FUZZ ? 40 : 6;

    private TwoProcesses() {}

    /**
     * Starts both, waits for them and looks at what they have left.
     *
     * @param main opens the store at the address that it is given, and {@linkplain ChattingProcess#chat chats}
     * @param store the same store
     */
    public static void chat(Class<?> main, String address, SessionStore store) throws Exception {
        store.conversations(null, 1_000).forEach(store::delete);
        List<Process> processes = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            processes.add(ChattingProcess.start(
                    main, address, String.valueOf(p), String.valueOf(THREADS), String.valueOf(TURNS)));
        }
        List<String> lines = new ArrayList<>();
        for (Process process : processes) {
            try (var output = process.inputReader(StandardCharsets.UTF_8)) {
                output.lines().forEach(lines::add);
            }
            assertThat(process.waitFor()).isZero();
        }
        assertThat(lines).filteredOn("end"::equals).hasSize(2);
        Map<String, List<Message>> expected = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("done")) {
                expected.computeIfAbsent(words[1] + " " + words[2], chat -> new ArrayList<>())
                        .addAll(ChattingProcess.turn(words[3]));
            }
        }
        assertThat(expected).hasSize(ChattingProcess.CHATS);
        long compressions = 0;
        for (Map.Entry<String, List<Message>> chat : expected.entrySet()) {
            List<Message> transcript = store.load(chat.getKey(), 0, 100_000).stream()
                    .map(Entry::message)
                    .toList();
            assertThat(transcript).containsExactlyInAnyOrderElementsOf(chat.getValue());
            for (int i = 0; i < transcript.size(); i += 2) {
                String name = transcript.get(i).text().split(" ", 3)[1];
                assertThat(transcript.subList(i, i + 2)).as("turns stay whole").isEqualTo(ChattingProcess.turn(name));
            }
            compressions += store.history(chat.getKey()).stream()
                    .map(CompressionRecord::cause)
                    .filter(Cause.MODEL::equals)
                    .count();
        }
        long calls = lines.stream().filter("call"::equals).count();
        System.out.println(main.getSimpleName() + ": " + calls + " model calls for " + compressions + " compressions");
        assertThat(compressions).isPositive();
        assertThat(calls).isLessThanOrEqualTo(compressions);
    }
}
