package io.github.sessioncompression.replay;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;

/**
 * A replay as one page that needs no network.
 *
 * <p>Whatever comes from the transcript is escaped by the template, or is in the charts' data; beyond that the page's
 * own security policy lets no script run but the page's own, named by their hashes.
 */
final class Report {
    private Report() {}

    /** The page. */
    static String of(Replayed replayed) {
        BuildInfo build = new BuildInfo();
        String webjar = "/META-INF/resources/webjars/chart.js/" + build.chartJsVersion();
        String chartJs =
                "\n/*\n" + resource(webjar + "/LICENSE.md") + "*/\n" + resource(webjar + "/dist/chart.umd.min.js");
        String script = resource("report.js");
        Map<String, Object> page = new ReportModel(replayed).values();
        page.put("version", build.version());
        page.put("chartJsVersion", build.chartJsVersion());
        page.put("css", resource("report.css"));
        page.put("chartJs", chartJs);
        page.put("script", script);
        page.put("scriptHashes", hash(chartJs) + " " + hash(script));
        page.put("data", ChartData.of(replayed));
        return Mustache.compiler()
                .emptyStringIsFalse(true)
                .zeroIsFalse(true)
                .nullValue("")
                .withFormatter(Report::format)
                .compile(resource("report.html"))
                .execute(page);
    }

    private static String format(Object value) {
        if (value instanceof Double share) {
            return Text.percent(share);
        }
        return value instanceof Number number ? Text.number(number.longValue()) : String.valueOf(value);
    }

    private static String resource(String name) {
        try (InputStream in = Report.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Name of a script in a content security policy. */
    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
