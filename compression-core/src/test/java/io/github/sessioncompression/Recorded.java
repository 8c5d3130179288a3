package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Made-up chats, and what real small models answered when they were asked for their states. */
public final class Recorded {
    private Recorded() {}

    /** The chats by their titles. */
    public static Map<String, List<Message>> chats() throws IOException {
        Map<String, List<Message>> chats = new LinkedHashMap<>();
        String title = "";
        for (String line : lines("chats.txt")) {
            if (line.startsWith("## ")) {
                title = line.substring(3);
                chats.put(title, new ArrayList<>());
            } else if (line.startsWith("U: ")) {
                chats.getOrDefault(title, List.of()).add(Message.user(line.substring(3)));
            } else if (line.startsWith("A: ")) {
                chats.getOrDefault(title, List.of()).add(Message.assistant(line.substring(3)));
            }
        }
        return chats;
    }

    /** Recorded answers of a model to compression 1 or 2 of a chat, call by call. */
    record Answers(String model, String chat, int compression, List<ModelAnswer> answers) {}

    static List<Answers> answers() throws IOException {
        Map<String, Answers> all = new LinkedHashMap<>();
        String heading = "";
        FinishReason finish = FinishReason.STOP;
        for (String line : lines("answers.txt")) {
            if (line.startsWith("## ")) {
                String[] parts = line.substring(3).split(" \\| ", -1);
                finish = FinishReason.valueOf(parts[3]);
                heading = String.join(" | ", parts[0], parts[1], parts[2]);
                all.putIfAbsent(
                        heading, new Answers(parts[0], parts[1], Integer.parseInt(parts[2]), new ArrayList<>()));
            } else if (!line.startsWith("#") && !line.isBlank()) {
                Objects.requireNonNull(all.get(heading), heading).answers().add(new ModelAnswer(line, finish, null));
            }
        }
        return List.copyOf(all.values());
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = Recorded.class.getResourceAsStream("recorded/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
