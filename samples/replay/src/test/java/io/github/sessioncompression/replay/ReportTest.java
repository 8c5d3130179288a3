package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.Accounting.Coverage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Pattern SCRIPT = Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL);

    private static final String HOSTILE =
            "<script>alert(1)</script><img src=x onerror=alert(2)><b onclick=a()>{{title}} & \"q\" 'q' ]]> --> </style>";

    private final Path directory;

    ReportTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private String bundled(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--out";
        all[args.length + 1] = directory.toString();
        Run.of(all);
        return Run.text(directory, "report.html");
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
    void showsResultsAndPolicy() {
        String page = bundled("--set", "trigger-ratio=0.65", "--state-tokens", "2000");
        assertThat(page)
                .contains("messages put into the state: ", "conversation_summary", "<code>trigger-ratio</code>", "0.65")
                .containsPattern(
                        "put into the state: \\d+; [\\d,]+ of [\\d,]+ facts shown(?:; no room for \\d+ sentences)?; by the model 0 tokens, extract [\\d,]+, ledger \\d+")
                .containsPattern("<p class=\"name\">Facts shown</p>\\s*<p class=\"value\">\\d+\\.\\d %</p>\\s*"
                        + "<p class=\"note\">[\\d,]+ of [\\d,]+ over all compressions")
                .contains("Show 70 calls", "Chart.js v4.5.1");
        assertThat(page).doesNotContain("{{");
    }

    @Test
    void holdsTheChartsDataAsJson() {
        Map<String, @Nullable Object> data = data(bundled());
        assertThat(data).containsOnlyKeys("limits", "calls", "events", "callsPerBar", "stableShares");
        assertThat(columns(data))
                .allSatisfy((name, column) -> assertThat(column).as(name).hasSize(70));
        assertThat(data)
                .extractingByKey("stableShares", InstanceOfAssertFactories.LIST)
                .hasSize(70);
    }

    private static Map<String, @Nullable Object> data(String page) {
        Matcher data = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>")
                .matcher(page);
        assertThat(data.find()).isTrue();
        return Json.parseObject(data.group(1));
    }

    private static Map<String, List<Object>> columns(Map<String, @Nullable Object> data) {
        Map<String, List<Object>> columns = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(data.get("calls")))
                .forEach((name, values) -> columns.put((String) name, new ArrayList<>((List<?>) values)));
        return columns;
    }

    @Test
    void escapesTranscriptText() {
        StateDocument state = StateDocument.ofTexts(Map.of(
                "logos",
                Collections.nCopies(30, HOSTILE),
                "pathos",
                List.of(),
                "conversation_summary",
                List.of(HOSTILE)));
        String page = Report.of(replayed(HOSTILE, state, List.of(call(1, new Outcome.Failed(HOSTILE)))));
        assertThat(page)
                .contains("&lt;script&gt;alert(1)", "compression failed: &lt;script", "<p class=\"none\">nothing</p>")
                .doesNotContain("<script>alert", "<img", "<b onclick");
        // The charts' data and the page's own two: nothing has opened or closed another.
        assertThat(SCRIPT.matcher(page).results()).hasSize(3);
        assertThat(data(page).toString()).contains("</script>");
    }

    @Test
    void describesFactsOfOneCompression() {
        assertThat(Facts.of(new Coverage(40, 30, 36, 1, 2)))
                .isEqualTo("36 of 40 facts shown, 6 by the ledger; no room for 1 sentence; invented and taken away: 2");
        assertThat(Facts.of(new Coverage(7, 7, 7, 0, 0))).isEqualTo("7 of 7 facts shown");
        assertThat(Facts.of(Coverage.NONE)).isEqualTo("no facts had to be shown");
    }

    @Test
    void describesFactsOfAllCompressions() {
        assertThat(Facts.overall(new Coverage(1_200, 900, 960, 1, 2)))
                .isEqualTo("960 of 1,200 over all compressions, 60 by the ledger; no room for 1 sentence;"
                        + " invented and taken away: 2");
        assertThat(Facts.share(new Coverage(1_200, 900, 960, 1, 2))).isEqualTo("80.0 %");
        assertThat(Facts.overall(new Coverage(7, 7, 7, 0, 0))).isEqualTo("7 of 7 over all compressions");
        assertThat(Facts.overall(Coverage.NONE)).isEqualTo("none had to be shown");
        assertThat(Facts.share(Coverage.NONE)).isEqualTo("–");
    }

    @Test
    void staysSmallWhenEveryOneOfManyCallsIsAnEvent() {
        List<Call> calls = IntStream.rangeClosed(1, 50_000)
                .mapToObj(number -> call(number, new Outcome.OverBudget(1_000_000, 850_000)))
                .toList();
        String page = Report.of(replayed("large", StateDocument.EMPTY, calls));
        assertThat(page.length()).isLessThan(1_500_000);
        assertThat(page).contains("turns.csv has all");
    }

    @Test
    void showsEveryEventOfALongChat() {
        List<Call> calls = IntStream.rangeClosed(1, 9_999)
                .mapToObj(number -> call(
                        number,
                        number % 1_000 == 7
                                ? new Outcome.Pruned(3, 1_000, 500)
                                : new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED)))
                .toList();
        Map<String, @Nullable Object> data = data(Report.of(replayed("long", StateDocument.EMPTY, calls)));
        assertThat(data)
                .extractingByKey("events", InstanceOfAssertFactories.LIST)
                .hasSize(10);
        assertThat(columns(data).get("number")).contains(1L, 7L, 1_007L, 9_999L).hasSizeLessThan(5_000);
    }

    @Test
    void copesWithAChatWithoutCalls() {
        String page = Report.of(replayed("none", StateDocument.EMPTY, List.of()));
        String text = page.substring(0, page.indexOf("<script>"));
        assertThat(text).contains("1 message and 0 model calls").doesNotContain("NaN", "Infinity");
    }

    private static Call call(int number, Outcome outcome) {
        return new Call(number, number, 12_345_678, 1_000_000, 1_000, 2_000, 3_000, 900_000, 4, 5, outcome, 678_901);
    }

    private static Replayed replayed(String name, StateDocument state, List<Call> calls) {
        Transcript transcript = new Transcript(name, List.of(Message.user("hi")));
        CompressionPolicy policy = CompressionPolicy.forWindow(1_000_000);
        Replayed nothing = new ReplayLoop(policy, Framework.NONE, Compressor.OFFLINE, System::nanoTime)
                .run(transcript, false, (call, view) -> {});
        return new Replayed(
                transcript,
                policy,
                Framework.NONE,
                Compressor.OFFLINE,
                calls,
                5,
                nothing.end(),
                0,
                false,
                state,
                nothing.stats(),
                null);
    }
}
