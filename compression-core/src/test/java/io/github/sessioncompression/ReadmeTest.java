package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's code compiles and works: each of its blocks stands in this file, word for word. */
class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");
    private static final Path THIS =
            Path.of("src", "test", "java", "io", "github", "sessioncompression", "ReadmeTest.java");

    @Test
    void theFirstExampleAnswers() {
        Function<List<Message>, String> model = messages -> "answer to " + messages.size() + " messages";
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(128_000)) // tokens
                .build();
        Conversation chat = compressor.conversation("user-42");
        chat.append(Message.system("You help the customers of a garden shop."));
        chat.append(Message.user("When does order 1003 arrive?"));
        View view = chat.view(); // what to send: fits the window, valid for every provider
        String answer = model.apply(view.messages());
        chat.append(Message.assistant(answer));
        assertThat(chat.transcript()).hasSize(3);
        compressor.close();
    }

    @Test
    void everyBlockOfJavaForTheCoreStandsHere() throws IOException {
        String here = squeezed(Files.readString(THIS));
        Matcher block = Pattern.compile("```java\\n([^`]*)```").matcher(Files.readString(README));
        int blocks = 0;
        while (block.find()) {
            if (!block.group(1).contains("AiServices")) {
                assertThat(here).contains(squeezed(block.group(1)));
                blocks++;
            }
        }
        assertThat(blocks).isEqualTo(1);
    }

    @Test
    void isShortEnoughToBeRead() throws IOException {
        List<String> lines = Files.readAllLines(README);
        assertThat(lines).hasSizeLessThanOrEqualTo(120);
        assertThat(lines.stream().filter(line -> line.length() > 140)).isEmpty();
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s+", " ");
    }
}
