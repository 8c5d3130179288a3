package io.github.sessioncompression.replay;

import com.samskivert.mustache.Mustache;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

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
        String chartJs = "\n/*\n" + Resource.text(webjar + "/LICENSE.md") + "*/\n"
                + Resource.text(webjar + "/dist/chart.umd.min.js");
        String script = Resource.text("report.js");
        Map<String, Object> page = new HashMap<>(new ReportModel(replayed).values());
        page.put("version", build.version());
        page.put("chartJsVersion", build.chartJsVersion());
        page.put("css", Resource.text("report.css"));
        page.put("chartJs", chartJs);
        page.put("script", script);
        page.put("scriptHashes", hash(chartJs) + " " + hash(script));
        page.put("data", ChartData.of(replayed));
        return Mustache.compiler()
                .emptyStringIsFalse(true)
                .compile(Resource.text("report.html"))
                .execute(page);
    }

    /** How a content security policy names a script. */
    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
