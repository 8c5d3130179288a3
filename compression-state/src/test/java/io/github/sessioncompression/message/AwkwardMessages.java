package io.github.sessioncompression.message;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Messages of every shape, with texts that break encodings. */
public final class AwkwardMessages {
    private static final List<Role> ROLES = List.of(Role.values());
    private static final String[] PIECES = {
        "hi", "", " ", "\u0000", "\u001f", "\n", "\"", "\\", "\\ud800", "é", "\u2028", "\ufffe", "😀", "\ud83d",
        "\ude00", "</a>", "{}"
    };

    private final Random random;

    /** Always the same for one seed. */
    public AwkwardMessages(Random random) {
        this.random = random;
    }

    /** The next one, without a source. */
    public Message next() {
        Role role = ROLES.get(random.nextInt(ROLES.size()));
        List<ToolCall> calls = new ArrayList<>();
        for (int i = role == Role.ASSISTANT ? random.nextInt(3) : 0; i > 0; i--) {
            calls.add(new ToolCall(text(), text(), text()));
        }
        return new Message(
                role,
                text(),
                calls,
                role == Role.TOOL ? text() : "",
                random.nextBoolean(),
                random.nextBoolean() ? random.nextInt(5) : 0,
                maybe(text()),
                maybe(text()),
                maybe(Instant.ofEpochSecond(random.nextLong() >> 28, random.nextInt(1_000_000_000))),
                random.nextBoolean(),
                role == Role.USER && random.nextBoolean() ? new Message.Parts(text(), text()) : null,
                null);
    }

    /** A text that is hard to write down. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private <T> @Nullable T maybe(T value) {
        return random.nextBoolean() ? value : null;
    }
}
