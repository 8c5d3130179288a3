package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class ChatMessageSourcesTest {
    private static final UserMessage SEEN = UserMessage.from(
            TextContent.from("Which plant is this?"),
            ImageContent.from(
                    Image.builder().base64Data("aGVsbG8=").mimeType("image/png").build()));
    private static final ToolExecutionRequest LOOK = ToolExecutionRequest.builder()
            .id("c1")
            .name("look")
            .arguments("{\"leaf\":\"round\"}")
            .build();
    private static final AiMessage THOUGHT = AiMessage.builder()
            .text("")
            .thinking("Round leaves: look it up.")
            .attributes(Map.of("signature", "abc"))
            .toolExecutionRequests(List.of(LOOK))
            .build();
    private static final ToolExecutionResultMessage FOUND = ToolExecutionResultMessage.builder()
            .id("c1")
            .toolName("look")
            .text("A nasturtium.")
            .attributes(Map.of("page", "12"))
            .build();
    private static final List<ChatMessage> CHAT =
            List.of(SystemMessage.from("You know plants."), SEEN, THOUGHT, FOUND, AiMessage.from("A nasturtium."));

    private final MessageMapper mapper = new MessageMapper(message -> false);
    private final MessageCodec codec = ChatMessageSources.codec();

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    @Test
    void anotherProcessSendsTheSameMessages() {
        DataSource database = database();
        CompressingChatMemory here = chat(database);
        for (ChatMessage message : CHAT) {
            here.add(message);
            here.messages();
        }
        assertThat(chat(database).messages().subList(1, CHAT.size())).isEqualTo(CHAT.subList(1, CHAT.size()));
    }

    /** A memory as another process would have it. */
    private static CompressingChatMemory chat(DataSource database) {
        SessionStore store = JdbcSessionStore.builder(database)
                .messageCodec(ChatMessageSources.codec())
                .build();
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(100_000))
                .store(store)
                .build();
        return CompressingChatMemoryProvider.builder()
                .compressor(compressor)
                .build()
                .get("user-42");
    }

    @Test
    void writesNoSourceForPlainText() {
        for (ChatMessage plain : List.of(
                UserMessage.from("Hello"),
                UserMessage.from("Ann", "Hello"),
                AiMessage.from("Hello"),
                AiMessage.from(LOOK),
                SystemMessage.from("Hello"),
                ToolExecutionResultMessage.from("c1", "look", "found"))) {
            assertThat(codec.write(mapper.toCore(plain))).doesNotContain("source");
        }
        assertThat(codec.write(mapper.toCore(SEEN))).contains("source", "aGVsbG8=");
        assertThat(codec.write(mapper.toCore(CustomMessage.from(Map.of("a", "b")))))
                .contains("source");
    }

    @Test
    void ignoresChangedOrDamagedSource() {
        String written = codec.write(mapper.toCore(SEEN));
        assertThat(codec.read(written).source()).isEqualTo(SEEN);
        for (String changed : List.of(
                written.replaceFirst("Which plant", "Which tree"),
                written.replace("\\\"type\\\":\\\"USER\\\"", "\\\"type\\\":\\\"AI\\\""),
                written.replace("\\\"contents\\\"", "\\\"nothing\\\""))) {
            assertThat(changed).isNotEqualTo(written);
            assertThat(codec.read(changed).source()).isNull();
        }
        Message plain = MessageCodec.neutral().read(written);
        assertThat(plain.text()).isEqualTo("Which plant is this?");
        assertThat(plain.mediaCount()).isEqualTo(1);
    }

    @Test
    void omitsUnwritableSourceWithOneWarning() {
        Map<String, Object> attributes = new HashMap<>();
        attributes.put("itself", attributes);
        UserMessage message = UserMessage.builder()
                .addContent(TextContent.from("my secret"))
                .attributes(attributes)
                .build();
        try (Warnings warnings = new Warnings()) {
            for (int i = 0; i < 3; i++) {
                String written = codec.write(mapper.toCore(message));
                assertThat(written).contains("my secret").doesNotContain("source");
            }
            assertThat(warnings.lines()).hasSizeLessThanOrEqualTo(1).allMatch(line -> !line.contains("my secret"));
        }
    }
}
