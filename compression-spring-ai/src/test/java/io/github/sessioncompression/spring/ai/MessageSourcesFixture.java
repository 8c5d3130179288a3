package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.MessageCodec;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.ai.content.MediaContent;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

/** Messages with more than their text, and the way through the codec. */
abstract class MessageSourcesFixture {
    static final byte[] LEAF = "a round leaf".getBytes(StandardCharsets.UTF_8);
    static final UserMessage SEEN = UserMessage.builder()
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

    final MessageCodec codec = MessageSources.codec(new LeftOut());

    List<Message> throughTheCodec(Message... messages) {
        List<io.github.sessioncompression.message.Message> read = MessageMapper.toCore(List.of(messages)).stream()
                .map(codec::write)
                .map(codec::read)
                .toList();
        return MessageMapper.fromCore(read);
    }

    /** Spring AI's own comparison knows media by identity only. */
    static void assertSaysTheSame(Message read, Message original) {
        assertThat(read.getText()).isEqualTo(original.getText());
        assertThat(read.getMetadata()).isEqualTo(original.getMetadata());
        assertThat(read.getMessageType()).isEqualTo(original.getMessageType());
        if (original instanceof MediaContent content) {
            assertThat(((MediaContent) read)
                            .getMedia().stream()
                                    .map(MessageSourcesFixture::parts)
                                    .toList())
                    .isEqualTo(content.getMedia().stream()
                            .map(MessageSourcesFixture::parts)
                            .toList());
        } else {
            assertThat(read).isEqualTo(original);
        }
        if (original instanceof AssistantMessage assistant) {
            assertThat(((AssistantMessage) read).getToolCalls()).isEqualTo(assistant.getToolCalls());
        }
    }

    static List<Object> parts(Media media) {
        Object data = media.getData() instanceof byte[] bytes ? Arrays.toString(bytes) : media.getData();
        return Arrays.asList(media.getMimeType(), media.getId(), media.getName(), data);
    }
}
