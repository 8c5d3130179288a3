package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Pattern SCRIPT = Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL);

    private final Path directory;

    ReportTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private String bundled(String... args) {
        Run.of(concat(args, "--out", directory.toString()));
        return Run.text(directory, "report.html");
    }

    private static String[] concat(String[] some, String... more) {
        String[] all = java.util.Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    @Test
    void needsNoNetwork() {
        String page = bundled();
        assertThat(page.length()).isLessThan(1_500_000);
        assertThat(page)
                .doesNotContain("<link", "<img", "<iframe", "@import", "url(")
                .doesNotContain(" src=", "srcset=");
        assertThat(page).contains("default-src 'none'");
    }

    @Test
    void letsNoScriptRunButItsOwn() throws Exception {
        String page = bundled();
        Matcher scripts = SCRIPT.matcher(page);
        int running = 0;
        while (scripts.find()) {
            if (!scripts.group(1).contains("application/json")) {
                byte[] digest = MessageDigest.getInstance("SHA-256")
                        .digest(scripts.group(2).getBytes(StandardCharsets.UTF_8));
                assertThat(page).contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
                running++;
            }
        }
        assertThat(running).isEqualTo(2);
        assertThat(page).doesNotContain("script-src 'unsafe-inline'").doesNotContain(" onclick=", " onload=");
    }

    @Test
    void showsWhatHappenedAndThePolicy() {
        String page = bundled("--set", "trigger-ratio=0.65");
        assertThat(page)
                .contains("messages put into the state: ", "conversation_summary", "<code>trigger-ratio</code>", "0.65")
                .contains("Show 70 calls", "Chart.js v4.5.1");
        assertThat(page).doesNotContain("{{");
    }

    @Test
    void holdsTheChartsDataAsJson() {
        Matcher data = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>")
                .matcher(bundled());
        assertThat(data.find()).isTrue();
        assertThat(Json.parseObject(data.group(1))).containsOnlyKeys("limits", "calls", "events");
    }

    @Test
    void escapesWhateverATranscriptSays() {
        String attack =
                "<script>alert(1)</script><img src=x onerror=alert(2)> {{title}} & \\\"quoted\\\" ]]> --> </style>";
        StringBuilder chat = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            chat.append("{\"role\": \"user\", \"content\": \"My name is ")
                    .append(attack)
                    .append(", order ")
                    .append(i)
                    .append(" costs 40 EUR.\"}\n");
            chat.append("{\"role\": \"assistant\", \"content\": \"Noted: ")
                    .append(attack)
                    .append(" number ")
                    .append(i)
                    .append(".\"}\n");
        }
        Run run = Run.reading(chat.toString(), "--transcript", "-", "--final-compress", "--out", directory.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(Run.text(directory, "state.json")).contains("<script>");
        String page = Run.text(directory, "report.html");
        assertThat(page).contains("&lt;script&gt;alert(1)").doesNotContain("<script>alert", "<img");
        Matcher scripts = SCRIPT.matcher(page);
        int count = 0;
        while (scripts.find()) {
            count++;
        }
        assertThat(count).isEqualTo(3);
    }

    @Test
    void escapesTheFilesName() throws Exception {
        Path file = directory.resolve("<b onclick=alert(1)>&.json");
        java.nio.file.Files.writeString(file, "[{\"role\": \"user\", \"content\": \"hi\"}]");
        Run run = Run.of("--transcript", file.toString(), "--out", directory.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(Run.text(directory, "report.html")).contains("&lt;b onclick").doesNotContain("<b onclick");
    }
}
