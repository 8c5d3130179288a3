package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.stub.ProviderStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every fault of a chat's model with every fault of its compression model, at each provider, streamed and not: ten more turns succeed,
 * nothing is lost, the early facts are in the request, and no call waits for a compression.
 *
 * <p>Each of the 96 pairs of faults, of which a landing takes one of five and {@code -Pfuzz} all, runs once, at one of the eight ways to talk to a provider, which are dealt out so that each of them
 * meets each fault: all pairs of three factors. A compression model that hangs does so until the chat is over: a call that waited for
 * it would never end.
 */
@Tag("landing")
class FaultMatrixTest {
    private final Map<Clients, ProviderStub> chats = new EnumMap<>(Clients.class);
    private final Map<Clients, ProviderStub> compressions = new EnumMap<>(Clients.class);

    @AfterEach
    void stop() {
        chats.values().forEach(ProviderStub::close);
        compressions.values().forEach(ProviderStub::close);
    }

    @Test
    @Timeout(180)
    void chatSurvivesEveryModelFault() throws Exception {
        for (Clients provider : Clients.values()) {
            chats.put(provider, provider.start());
            compressions.put(provider, provider.start());
        }
        StringBuilder table = new StringBuilder(String.format(
                "%-10s %-13s %-10s %-7s %-20s %s%n", "chat", "compression", "provider", "mode", "turn", "then"));
        List<String> failures = new ArrayList<>();
        List<Clients> providers = List.of(Clients.values());
        ChatFault[] faults = ChatFault.values();
        ModelFault[] modelFaults = ModelFault.values();
        for (int i = 0; i < faults.length; i++) {
            for (int j = 0; j < modelFaults.length; j++) {
                if (!FuzzCases.runs(5, i, j)) {
                    continue;
                }
                int way = (i + j) % 8;
                Clients provider = providers.get(way / 2);
                String row = row(provider, way % 2 == 1, faults[i], modelFaults[j]);
                table.append(row);
                if (!row.contains(" ok, ") || (faults[i] == ChatFault.TOO_LONG && !row.contains(" recovered "))) {
                    failures.add(row);
                }
            }
        }
        print(table.toString());
        assertThat(failures).isEmpty();
    }

    private String row(Clients provider, boolean streamed, ChatFault fault, ModelFault modelFault) throws Exception {
        ProviderStub chat = Objects.requireNonNull(chats.get(provider));
        ProviderStub compression = Objects.requireNonNull(compressions.get(provider));
        FaultyChat talk = new FaultyChat(provider, streamed, fault, modelFault, chat, compression);
        String then = talk.run();
        return String.format(
                "%-10s %-13s %-10s %-7s %-20s %s%n",
                fault, modelFault, provider, streamed ? "stream" : "sync", talk.turn(), then);
    }

    private static void print(String table) throws IOException {
        Path target = Path.of("target", "fault-matrix-langchain4j.txt");
        Files.createDirectories(target.getParent());
        Files.writeString(target, table);
        System.out.println(table);
    }
}
