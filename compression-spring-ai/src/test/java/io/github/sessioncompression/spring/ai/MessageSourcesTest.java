package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.ai.content.MediaContent;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

class MessageSourcesTest {
    private static final byte[] LEAF = "a round leaf".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SIGNATURE = {0, 1, -1, 127, -128};
    private static final UserMessage SEEN = UserMessage.builder()
            .text("Which plant is this?")
            .media(
                    Media.builder()
                            .mimeType(MimeTypeUtils.IMAGE_PNG)
                            .data(new ByteArrayResource(LEAF))
                            .id("leaf-7")
                            .name("leaf")
                            .build(),
                    new Media(MimeTypeUtils.IMAGE_JPEG, URI.create("https://garden.example/bed.jpg?row=2")))
            .metadata(Map.of("bed", "south", "$row", 2))
            .build();
    private static final AssistantMessage THOUGHT = AssistantMessage.builder()
            .content("")
            .properties(metadata())
            .toolCalls(List.of(
                    new AssistantMessage.ToolCall("c1", "function", "look", "{\"leaf\":\"round\"}"),
                    new AssistantMessage.ToolCall("c2", "function", "look", "{\"bloom\":\"orange\"}")))
            .build();
    private static final ToolResponseMessage FOUND = ToolResponseMessage.builder()
            .responses(
                    List.of(new ToolResponse("c1", "look", "Nasturtium."), new ToolResponse("c2", "look", "Marigold.")))
            .metadata(Map.of("page", 12))
            .build();
    private static final AssistantMessage SHOWN = AssistantMessage.builder()
            .content("A nasturtium.")
            .media(List.of(new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(LEAF))))
            .build();
    private static final List<Message> CHAT = List.of(SEEN, THOUGHT, FOUND, SHOWN);

    private final MessageCodec codec = MessageSources.codec(new LeftOut());

    private static Map<String, Object> metadata() {
        Map<String, Object> nested = new LinkedHashMap<>();
        nested.put("sure", true);
        nested.put("share", 0.25);
        nested.put("nothing", null);
        nested.put("$bytes", "a text");
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("finishReason", "STOP");
        metadata.put("index", 0);
        metadata.put("created", 1_900_000_000_000L);
        metadata.put("beyond", BigInteger.TWO.pow(80));
        metadata.put("none", null);
        metadata.put("list", Arrays.asList("a", null, nested, List.of()));
        return metadata;
    }

    private List<Message> throughTheCodec(Message... messages) {
        List<io.github.sessioncompression.message.Message> read = MessageMapper.toCore(List.of(messages)).stream()
                .map(codec::write)
                .map(codec::read)
                .toList();
        return MessageMapper.fromCore(read);
    }

    /** Spring AI's own comparison knows media by identity only. */
    private static void assertSaysTheSame(Message read, Message original) {
        assertThat(read.getText()).isEqualTo(original.getText());
        assertThat(read.getMetadata()).isEqualTo(original.getMetadata());
        assertThat(read.getMessageType()).isEqualTo(original.getMessageType());
        if (original instanceof MediaContent content) {
            assertThat(((MediaContent) read)
                            .getMedia().stream().map(MessageSourcesTest::parts).toList())
                    .isEqualTo(content.getMedia().stream()
                            .map(MessageSourcesTest::parts)
                            .toList());
        } else {
            assertThat(read).isEqualTo(original);
        }
        if (original instanceof AssistantMessage assistant) {
            assertThat(((AssistantMessage) read).getToolCalls()).isEqualTo(assistant.getToolCalls());
        }
    }

    private static List<Object> parts(Media media) {
        Object data = media.getData() instanceof byte[] bytes ? Arrays.toString(bytes) : media.getData();
        return Arrays.asList(media.getMimeType(), media.getId(), media.getName(), data);
    }

    @Test
    void eachKindOfMessageComesBackWithAllItSays() {
        SystemMessage system = SystemMessage.builder()
                .text("You know plants.")
                .metadata(Map.of("version", 3))
                .build();
        for (Message message : List.of(SEEN, THOUGHT, FOUND, SHOWN, system)) {
            List<Message> read = throughTheCodec(message);
            assertThat(read).hasSize(1);
            assertSaysTheSame(read.get(0), message);
        }
    }

    @Test
    void aSignatureOfAThoughtComesBackAsBytes() {
        AssistantMessage signed = AssistantMessage.builder()
                .content("Hm.")
                .properties(Map.of("thoughtSignatures", List.of(SIGNATURE)))
                .build();
        assertThat(throughTheCodec(signed).get(0).getMetadata().get("thoughtSignatures"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .singleElement(InstanceOfAssertFactories.BYTE_ARRAY)
                .isEqualTo(SIGNATURE);
    }

    private static CompressingChatMemory memory(DataSource database) {
        return CompressingChatMemory.builder()
                .compressor(SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(100_000))
                        .store(JdbcSessionStore.builder(database)
                                .messageCodec(MessageSources.codec())
                                .build())
                        .build())
                .build();
    }

    @Test
    void anotherProcessSendsTheSameMessages() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        memory(database).add("user-42", CHAT);
        List<Message> read = memory(database).get("user-42");
        assertThat(read).hasSameSizeAs(CHAT);
        for (int i = 0; i < CHAT.size(); i++) {
            assertSaysTheSame(read.get(i), CHAT.get(i));
        }
    }

    @Test
    void whatWasReadIsWrittenAsBefore() {
        for (io.github.sessioncompression.message.Message message : MessageMapper.toCore(CHAT)) {
            String written = codec.write(message);
            assertThat(written).contains("\"source\"");
            assertThat(codec.write(codec.read(written))).isEqualTo(written);
        }
    }

    @Test
    void resultsOfMessagesInARowStayApart() {
        ToolResponseMessage next = ToolResponseMessage.builder()
                .responses(List.of(new ToolResponse("c3", "look", "Sage."), new ToolResponse("c4", "look", "Mint.")))
                .metadata(Map.of("page", 13))
                .build();
        ToolResponseMessage withoutIds = ToolResponseMessage.builder()
                .responses(List.of(new ToolResponse("", "look", "Rue."), new ToolResponse("", "look", "Dill.")))
                .metadata(Map.of("page", 14))
                .build();
        assertThat(throughTheCodec(FOUND, next)).containsExactly(FOUND, next);
        assertThat(throughTheCodec(withoutIds)).containsExactly(withoutIds);
    }

    @Test
    void whatSaysNoMoreThanItsTextIsNotWrittenTwice() {
        for (Message plain : List.of(
                new UserMessage("Hello"),
                new AssistantMessage("Hello"),
                new SystemMessage("Hello"),
                AssistantMessage.builder()
                        .content("")
                        .toolCalls(THOUGHT.getToolCalls())
                        .build(),
                ToolResponseMessage.builder().responses(FOUND.getResponses()).build())) {
            MessageMapper.toCore(List.of(plain))
                    .forEach(message -> assertThat(codec.write(message)).doesNotContain("source"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"metadata\":{ | \"metadata\":7,\"was\":{",
                "\"media\":[ | \"media\":[null,",
                "\"media\":[ | \"media\":{},\"was\":[",
                "\"type\":\"image/png\" | \"type\":\"no type\"",
                "\"type\":\"image/png\" | \"type\":null",
                "\"bytes\":\" | \"bytes\":\"*",
                "\"bytes\":\" | \"bytes\":7,\"was\":\"",
                "\"uri\":\"https | \"uri\":\" https",
                "\"uri\" | \"url\"",
                "\"$$row\":2 | \"$row\":2",
                "\"$$row\":2 | \"row\":{\"$bytes\":\"*\"}",
                "\"$$row\":2 | \"row\":{\"$bytes\":7}",
                "\"id\":\"leaf-7\" | \"id\":[[[[]]]]"
            })
    void whatIsDamagedComesBackAsThePlainMessage(String part, String damage) {
        String written = codec.write(MessageMapper.toCore(List.of(SEEN)).get(0));
        assertThat(codec.read(written).source()).isNotNull();
        assertThat(written).contains(part);
        io.github.sessioncompression.message.Message read = codec.read(written.replace(part, damage));
        assertThat(read.source()).isNull();
        assertThat(read.text()).isEqualTo("Which plant is this?");
        assertThat(read.mediaCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"-1", "99999999999", "null", "'\"x\"'"})
    void aResultAtADamagedPlaceComesBackAsThePlainMessage(String place) {
        String written = codec.write(MessageMapper.toCore(List.of(FOUND)).get(1));
        assertThat(written).contains("\"place\":1");
        assertThat(codec.read(written.replace("\"place\":1", "\"place\":" + place))
                        .source())
                .isNull();
    }

    @Test
    void whatHasNoJsonIsLeftOutWithOneWarning() {
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
    void theWarningNamesTheClassOfWhatIsLeftOut() {
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
    void aMessageOfAnotherClassComesBackAsSpringAisOwnAndTheClassIsNamed() {
        try (Warnings warnings = new Warnings()) {
            Message read = throughTheCodec(new Reasoning()).get(0);
            assertThat(read).isExactlyInstanceOf(AssistantMessage.class);
            assertSaysTheSame(read, new Reasoning());
            assertThat(warnings.lines()).singleElement().asString().contains(Reasoning.class.getName());
        }
    }
}
