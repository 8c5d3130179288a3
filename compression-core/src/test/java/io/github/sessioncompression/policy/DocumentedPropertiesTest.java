package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties shown in the README and the pages can be copied into a properties file, one value per line. */
class DocumentedPropertiesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile("```\\w*\\n([^`]*)```");

    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void areReadAsTheyAreMeant(Path page) throws IOException {
        String keys = Files.readString(ROOT.resolve("docs/configuration.md"));
        Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            Properties properties = new Properties();
            properties.load(new StringReader(block.group(1)));
            for (String key : properties.stringPropertyNames()) {
                if (key.startsWith(CompressionPolicy.PREFIX)) {
                    assertThat(properties.getProperty(key)).as(key).matches("\\S+");
                    String known = key.substring(CompressionPolicy.PREFIX.length())
                            .replaceFirst("prune\\.tools\\..*", "prune.tools.<name>");
                    assertThat(keys).as("known").contains("| `" + known + "` |");
                }
            }
        }
    }
}
