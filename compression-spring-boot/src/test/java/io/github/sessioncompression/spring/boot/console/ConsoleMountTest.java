package io.github.sessioncompression.spring.boot.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.console.Chromium;
import io.github.sessioncompression.console.ConsoleTour;
import io.github.sessioncompression.console.ConsoleWindow;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Message;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;

/** The console in Spring Boot applications with Spring Security, on servlets in Tomcat and reactive in Netty; each starts once. */
class ConsoleMountTest {
    private static Map<WebApplicationType, ConsoleApplication> applications = Map.of();

    @BeforeAll
    static void start() {
        applications = Map.of(
                WebApplicationType.SERVLET,
                ConsoleApplication.secured(WebApplicationType.SERVLET),
                WebApplicationType.REACTIVE,
                ConsoleApplication.secured(WebApplicationType.REACTIVE));
    }

    @AfterAll
    static void stop() {
        applications.values().forEach(ConsoleApplication::close);
    }

    private static ConsoleApplication on(WebApplicationType type) {
        return java.util.Objects.requireNonNull(applications.get(type));
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void isBehindTheApplicationsLogin(WebApplicationType type) throws IOException, InterruptedException {
        for (String path : new String[] {"", "/", "/app.js", "/api/chats", "/api/events"}) {
            assertThat(on(type).get(path, "").statusCode()).as(path).isEqualTo(401);
        }
        HttpResponse<String> page = on(type).get("/", "ann");
        assertThat(page.body()).contains("<html");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
        HttpResponse<String> bare = on(type).get("", "ann");
        assertThat(bare.statusCode()).isEqualTo(302);
        assertThat(on(type).page().resolve(bare.headers().firstValue("Location").orElseThrow()))
                .as("resolved from the path without a slash")
                .hasPath("/session-compression/session-compression/");
    }

    @Tag("landing")
    @Test
    void readerFollowsAChatOfFortyTurns() {
        Assumptions.assumeTrue(FuzzCases.runs(2, 1), "this landing follows it on the JDK's server");
        Assumptions.assumeTrue(
                Chromium.find().isPresent(), "no Chromium on the PATH: the page is not tested in a browser");
        ConsoleApplication application = on(WebApplicationType.SERVLET);
        try (ConsoleWindow window = new ConsoleWindow(
                application.page(),
                new Browser.NewContextOptions()
                        .setLocale("en-GB")
                        .setExtraHTTPHeaders(ConsoleApplication.login("ann")))) {
            Conversation chat = application.compressor().conversation("ann/tour");
            new ConsoleTour(window, chat, ConsoleApplication.TOKEN).walk();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void consoleAccessRefusesAnotherUsersChat(WebApplicationType type) throws IOException, InterruptedException {
        assertThat(on(type).get("/api/messages?id=ann", "ann").body()).contains(ConsoleApplication.SECRET);
        HttpResponse<String> other = on(type).get("/api/messages?id=bob", "ann");
        assertThat(other.statusCode()).isEqualTo(403);
        assertThat(other.body()).contains("\"access\"").doesNotContain(ConsoleApplication.SECRET);
        assertThat(on(type).get("/api/chats", "ann").body()).contains("\"ann\"").doesNotContain("\"bob\"");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void actionsNeedBothTokensAndTheSameSite(WebApplicationType type) throws IOException, InterruptedException {
        String token = "X-Session-Compression-Token";
        assertThat(on(type).send(on(type).prune("ann").header(token, ConsoleApplication.TOKEN), BodyHandlers.ofString())
                        .statusCode())
                .as("Spring Security refuses it without its own token")
                .isEqualTo(403);
        JsonFields csrf = JsonFields.parse(
                        "about", on(type).get("/api/about", "ann").body())
                .object("csrf");
        String[] own = {csrf.text("header"), csrf.text("token")};
        assertThat(on(type).send(on(type).prune("ann").headers(own), BodyHandlers.ofString())
                        .body())
                .contains("\"token\"");
        assertThat(on(type).send(
                                on(type).prune("ann")
                                        .headers(own)
                                        .header(token, ConsoleApplication.TOKEN)
                                        .header("Sec-Fetch-Site", "cross-site"),
                                BodyHandlers.ofString())
                        .body())
                .contains("\"cross-site\"");
        assertThat(on(type).send(
                                on(type).prune("ann").headers(own).header(token, ConsoleApplication.TOKEN),
                                BodyHandlers.ofString())
                        .body())
                .contains("\"unchanged\"");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void sendsEventsOfOwnChatsAsTheyHappen(WebApplicationType type) throws IOException, InterruptedException {
        HttpResponse<Stream<String>> response = on(type).events("ann");
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(found -> assertThat(found).startsWith("text/event-stream"));
        try (Stream<String> lines = response.body()) {
            for (String id : new String[] {"bob", "ann"}) {
                Conversation chat = on(type).compressor().conversation(id);
                for (int i = 0; i < 6; i++) {
                    chat.append(
                            Message.user("And parcel " + i + "? " + "It is urgent. ".repeat(40)),
                            Message.assistant("No."));
                }
                chat.compress();
            }
            assertThat(lines.filter(line -> line.contains("stage-finished")).findFirst())
                    .hasValueSatisfying(
                            line -> assertThat(line).contains("\"ann\"").doesNotContain("\"bob\""));
        }
    }
}
