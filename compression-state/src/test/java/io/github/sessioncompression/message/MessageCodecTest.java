package io.github.sessioncompression.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCodecTest {
    private static final MessageCodec NEUTRAL = MessageCodec.neutral();

    /** A framework's message: only what the neutral one lacks is kept. */
    private record Framed(String thinking, String text) {}

    private record FramedCodec(String format) implements MessageCodec.SourceCodec {
        @Override
        public @Nullable Object write(Object source, Message message) {
            return source instanceof Framed framed ? Map.of("thinking", framed.thinking()) : null;
        }

        @Override
        public @Nullable Object read(Object kept, Message message) {
            return kept instanceof Map<?, ?> map && map.get("thinking") instanceof String thinking
                    ? new Framed(thinking, message.text())
                    : null;
        }
    }

    private static final MessageCodec FRAMED = MessageCodec.with(new FramedCodec("framed/1"));

    private static String throughBytes(String json) {
        return new String(json.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @Test
    void everyMessageComesBackAsItWas() {
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println("MessageCodecTest seed " + seed);
        AwkwardMessages messages = new AwkwardMessages(new Random(seed));
        for (int i = 0; i < 3_000; i++) {
            Message message = messages.next();
            String json = throughBytes(NEUTRAL.write(message));
            assertThat(NEUTRAL.read(json)).isEqualTo(message);
            assertThat(json).doesNotContain("\n", "\u0000");
            Message framed = message.withSource(new Framed(messages.text(), message.text()));
            assertThat(FRAMED.read(throughBytes(FRAMED.write(framed)))).isEqualTo(framed);
        }
    }

    @Test
    void keepsPrefixOfThinking() {
        MessageCodec.SourceCodec thoughts = new MessageCodec.SourceCodec() {
            @Override
            public String format() {
                return "thoughts/1";
            }

            @Override
            public Object write(Object source, Message message) {
                return source;
            }

            @Override
            public Object read(Object kept, Message message) {
                return new Message.Thinking(kept, "plain");
            }
        };
        Message thought = Message.assistant("Yes.").withSource(new Message.Thinking("own", "plain", "a.b.c"));
        MessageCodec codec = MessageCodec.with(thoughts);
        assertThat(codec.read(codec.write(thought))).isEqualTo(thought);
        assertThat(codec.write(thought.withThinkingPrefix(""))).doesNotContain("thinking_prefix");
        assertThat(codec.read(codec.write(thought.withThinkingPrefix("")))).isEqualTo(thought.withThinkingPrefix(""));
        assertThat(NEUTRAL.write(thought)).doesNotContain("thinking_prefix");
    }

    @Test
    void aTextOfAMegabyteSurvives() {
        Message message = Message.user("\ud800\u0000é".repeat(350_000));
        assertThat(NEUTRAL.read(throughBytes(NEUTRAL.write(message)))).isEqualTo(message);
    }

    @Test
    void writesPlainJson() {
        assertThat(NEUTRAL.write(Message.user("hi"))).isEqualTo("{\"version\":1,\"role\":\"user\",\"text\":\"hi\"}");
        assertThat(NEUTRAL.write(Message.assistant("", List.of(new ToolCall("c", "look", "{}")))
                        .withTimestamp(Instant.parse("2026-01-02T03:04:05.000000678Z"))
                        .withPinned(true)))
                .isEqualTo(
                        "{\"version\":1,\"role\":\"assistant\",\"text\":\"\",\"tool_calls\":[{\"id\":\"c\",\"name\":\"look\","
                                + "\"arguments\":\"{}\"}],\"timestamp\":\"2026-01-02T03:04:05.000000678Z\",\"pinned\":true}");
    }

    @Test
    void dropsUnknownSource() {
        Message framed = Message.user("hi").withSource(new Framed("hm", "hi"));
        String json = FRAMED.write(framed);
        assertThat(NEUTRAL.read(json)).isEqualTo(Message.user("hi"));
        assertThat(MessageCodec.with(new FramedCodec("other/1")).read(json)).isEqualTo(Message.user("hi"));
        assertThat(NEUTRAL.write(framed)).isEqualTo(NEUTRAL.write(Message.user("hi")));
        assertThat(FRAMED.read(FRAMED.write(Message.user("hi").withSource("refused"))))
                .isEqualTo(Message.user("hi"));
    }

    @Test
    void namesANewerVersion() {
        assertThatThrownBy(() -> NEUTRAL.read("{\"version\":2,\"role\":\"user\",\"text\":\"secret\"}"))
                .isInstanceOf(JsonFormatException.class)
                .hasMessage("message has format version 2, but the newest one known here is 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "[\"secret\"]",
                "{\"version\":1,\"role\":\"user\",\"text\":\"secret",
                "{\"role\":\"user\",\"text\":\"secret\"}",
                "{\"version\":\"secret\",\"role\":\"user\",\"text\":\"\"}",
                "{\"version\":1,\"role\":\"secret\",\"text\":\"\"}",
                "{\"version\":1,\"role\":\"user\",\"text\":[\"secret\"]}",
                "{\"version\":1,\"role\":\"user\",\"text\":\"secret\",\"tool_call_id\":\"secret\"}",
                "{\"version\":1,\"role\":\"user\",\"text\":\"\",\"tool_calls\":[\"secret\"]}",
                "{\"version\":1,\"role\":\"assistant\",\"text\":\"\",\"tool_calls\":[{\"id\":\"secret\"}]}",
                "{\"version\":1,\"role\":\"user\",\"text\":\"\",\"timestamp\":\"secret\"}",
                "{\"version\":1,\"role\":\"user\",\"text\":\"\",\"media\":-1}",
                "{\"version\":1,\"role\":\"user\",\"text\":\"\",\"pinned\":\"secret\"}"
            })
    void saysWhatIsDamagedAndRepeatsNothingOfIt(String json) {
        assertThatThrownBy(() -> NEUTRAL.read(json))
                .isInstanceOf(JsonFormatException.class)
                .hasMessageContaining("message")
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }
}
