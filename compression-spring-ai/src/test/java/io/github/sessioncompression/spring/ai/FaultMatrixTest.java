package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.stub.ProviderStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults of the chat's model times faults of the compression model, over all wire formats, plain and streamed.
 *
 * <p>Each pair of faults is there once, and each fault of either kind with each wire format plain and streamed: 104 of the 832
 * combinations, in which all that belong to three of the four dimensions with one of the faults left out occur. One of five in a landing, with
 * each fault of either kind, other ones with each change of the tree; all under {@code -Pfuzz}. The table is written to {@code target/fault-matrix.txt}, too.
 */
@Tag("landing")
class FaultMatrixTest {
    private static final List<String> TABLE = new ArrayList<>();
    private static final Map<WireFormat, ProviderStub> CHATS = new EnumMap<>(WireFormat.class);
    private static final Map<WireFormat, ProviderStub> COMPRESSIONS = new EnumMap<>(WireFormat.class);

    @BeforeAll
    static void start() {
        for (WireFormat format : WireFormat.values()) {
            CHATS.put(format, format.start());
            COMPRESSIONS.put(format, format.start());
        }
    }

    static Stream<FaultyChat> combinations() {
        List<FaultyChat> all = new ArrayList<>();
        List<CompressionFault> others = List.of(CompressionFault.values());
        for (ChatFault chat : ChatFault.values()) {
            for (int i = 0; i < others.size(); i++) {
                int way = FuzzCases.factor(chat) + i;
                WireFormat format = List.of(WireFormat.values()).get(way % 4);
                if (FuzzCases.runs(5, FuzzCases.factor(chat), i)) {
                    all.add(new FaultyChat(format, way / 4 % 2 == 1, i % 2 == 0, chat, others.get(i)));
                }
            }
        }
        return all.stream();
    }

    @AfterAll
    static void stop() throws IOException {
        CHATS.values().forEach(ProviderStub::close);
        COMPRESSIONS.values().forEach(ProviderStub::close);
        print();
    }

    private static void print() throws IOException {
        String head = String.format(
                Locale.ROOT,
                "%-10s %-9s %-8s %-13s %-13s %8s %8s %8s %8s %8s",
                "provider",
                "mode",
                "memory",
                "chat model",
                "compression",
                "turns",
                "requests",
                "refused",
                "lost",
                "missing");
        String table = head + "\n" + String.join("\n", TABLE) + "\n";
        System.out.print(table);
        Path file = Path.of("target", "fault-matrix.txt");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, table);
    }

    @ParameterizedTest
    @MethodSource("combinations")
    @Timeout(60)
    void tenTurnsFollowAsIfNothingHadHappened(FaultyChat chat) throws Exception {
        FaultyChat.Course course = chat.run(
                Objects.requireNonNull(CHATS.get(chat.format())),
                Objects.requireNonNull(COMPRESSIONS.get(chat.format())));
        TABLE.add(course.row());

        assertThat(course.objections()).isEmpty();
        assertThat(course.fault()).satisfies(chat::isAsExpected);
        assertThat(course.failures()).isEmpty();
        assertThat(course.answered()).isEqualTo(FaultyChat.TURNS);
        assertThat(course.lost()).isEmpty();
        assertThat(course.missing()).isEmpty();
        assertThat(course.compressionsAsked()).isPositive();
    }
}
