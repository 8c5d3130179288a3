package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.sessioncompression.Warnings;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

/** Parts of a message that are not kept, and the warning about them. */
@Tag("once")
class LeftOutTest extends MessageSourcesFixture {
    @Test
    void omitsValuesWithoutJsonWithOneWarning() {
        Map<String, Object> itself = new HashMap<>();
        itself.put("itself", itself);
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("object", Optional.of("my secret"));
        metadata.put("inside", List.of("kept?", Optional.of("my secret")));
        metadata.put("no number", Double.NaN);
        metadata.put("huge", BigInteger.TWO.pow(100_000));
        metadata.put("itself", itself);
        metadata.put("key", Map.of(7, "my secret"));
        metadata.put("k".repeat(60_000), "my secret");
        metadata.put("long", "x".repeat(MetadataJson.MAX_TEXT));
        metadata.put("bed", "south");
        UserMessage message =
                UserMessage.builder().text("Hello").metadata(metadata).build();
        try (Warnings warnings = new Warnings()) {
            for (int i = 0; i < 3; i++) {
                assertSaysTheSame(
                        throughTheCodec(message).get(0),
                        UserMessage.builder()
                                .text("Hello")
                                .metadata(Map.of("bed", "south"))
                                .build());
            }
            assertThat(warnings.lines()).singleElement().asString().doesNotContain("my secret");
        }
    }

    @Test
    void warningNamesClassOfOmittedValue() {
        UserMessage message = UserMessage.builder()
                .text("Hello")
                .metadata(Map.of("inside", List.of("kept?", Optional.of("my secret"))))
                .build();
        try (Warnings warnings = new Warnings()) {
            assertSaysTheSame(throughTheCodec(message).get(0), new UserMessage("Hello"));
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("java.util.Optional")
                    .doesNotContain("my secret");
        }
    }

    @Test
    void omitsUnknownMetadataOfAnAnswerWithoutWarning() {
        AssistantMessage answer = AssistantMessage.builder()
                .content("Hello")
                .properties(Map.of("refusal", Optional.of("my secret"), "index", 1))
                .build();
        try (LogLines lines = new LogLines(Level.DEBUG)) {
            for (int i = 0; i < 2; i++) {
                assertThat(throughTheCodec(answer).get(0).getMetadata())
                        .containsEntry("index", 1)
                        .doesNotContainKey("refusal");
            }
            assertThat(lines.at(Level.WARN)).isEmpty();
            assertThat(lines.at(Level.DEBUG))
                    .filteredOn(line -> line.contains("java.util.Optional"))
                    .singleElement()
                    .asString()
                    .doesNotContain("my secret");
        }
    }

    @Test
    void metadataAreBoundedInNumberAndMediaInSize() {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < MetadataJson.MAX_VALUES; i++) {
            many.add(i);
        }
        UserMessage message = UserMessage.builder()
                .text("Hello")
                .metadata(Map.of("many", many))
                .media(
                        new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(new byte[MediaJson.MAX_BYTES + 1])),
                        SEEN.getMedia().get(0))
                .build();
        try (Warnings warnings = new Warnings()) {
            UserMessage read = (UserMessage) throughTheCodec(message).get(0);
            assertThat(read.getMetadata()).doesNotContainKey("many");
            assertThat(read.getMedia()).singleElement().satisfies(media -> assertThat(media.getId())
                    .isEqualTo("leaf-7"));
            assertThat(warnings.lines()).hasSize(1);
        }
    }

    /** As some providers' modules have one. */
    private static final class Reasoning extends AssistantMessage {
        Reasoning() {
            super("A nasturtium.", Map.of("index", 1), List.of(), List.of());
        }
    }

    @Test
    void readsCustomMessageAsSpringAiMessageAndWarns() {
        try (Warnings warnings = new Warnings()) {
            Message read = throughTheCodec(new Reasoning()).get(0);
            assertThat(read).isExactlyInstanceOf(AssistantMessage.class);
            assertSaysTheSame(read, new Reasoning());
            assertThat(warnings.lines()).singleElement().asString().contains(Reasoning.class.getName());
        }
    }
}
