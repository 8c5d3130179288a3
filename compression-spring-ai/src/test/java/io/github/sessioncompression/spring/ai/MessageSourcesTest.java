package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

@Tag("once")
class MessageSourcesTest extends MessageSourcesFixture {
    private static final byte[] SIGNATURE = {0, 1, -1, 127, -128};
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
    void keepsEnumsByNameAndTimesAsText() {
        Instant created = Instant.parse("2026-11-28T09:44:43.123456Z");
        UUID id = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("finishReason", MessageType.TOOL);
        metadata.put("createdAt", created);
        metadata.put("day", LocalDate.of(2026, 11, 28));
        metadata.put("took", Duration.ofMillis(1_500));
        metadata.put("id", id);
        metadata.put("source", URI.create("https://garden.example/roses"));
        metadata.put("inside", List.of(MessageType.USER, Map.of("at", created)));
        AssistantMessage answer = AssistantMessage.builder()
                .content("Roses.")
                .properties(metadata)
                .build();
        try (Warnings warnings = new Warnings()) {
            Map<String, Object> read = throughTheCodec(answer).get(0).getMetadata();

            assertThat(read)
                    .containsEntry("finishReason", "TOOL")
                    .containsEntry("createdAt", "2026-11-28T09:44:43.123456Z")
                    .containsEntry("day", "2026-11-28")
                    .containsEntry("took", "PT1.5S")
                    .containsEntry("id", id.toString())
                    .containsEntry("source", "https://garden.example/roses")
                    .containsEntry("inside", List.of("USER", Map.of("at", "2026-11-28T09:44:43.123456Z")));
            assertThat(warnings.lines()).isEmpty();
        }
    }

    @Test
    void streamedAnswerIsStoredWithoutWarning() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        try (ProviderStub server = OpenAiStub.start();
                Warnings warnings = new Warnings()) {
            CompressingChatMemory memory = memory(database);
            ChatClient client = SpringChat.client(
                    server,
                    memory,
                    List.of(),
                    SessionStateAdvisor.builder(memory).build());
            server.next(Reply.text("In the morning."), Reply.text("In the evening."));
            SpringChat.ask(true, client, "When do I water roses?");
            SpringChat.ask(false, client, "And peonies?");

            List<Message> read = memory(database).get(SpringChat.ID);
            assertThat(read).extracting(Message::getText).contains("In the morning.", "In the evening.");
            assertThat(read.get(1).getMetadata().get("finishReason"))
                    .isInstanceOf(String.class)
                    .isNotEqualTo("");
            assertThat(warnings.lines()).isEmpty();
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
    void writesReadMessageIdentically() {
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
    void writesNoSourceForPlainText() {
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
}
