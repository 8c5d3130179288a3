package io.github.sessioncompression.spring.boot.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.console.SessionConsole;
import io.github.sessioncompression.settings.InvalidSettingsException;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;

/** The settings {@code session-compression.console.*}. */
@Tag("once")
class ConsoleSettingsTest {
    private static final AutoConfigurations OURS = AutoConfigurations.of(
            SessionCompressionAutoConfiguration.class, SessionCompressionConsoleAutoConfiguration.class);
    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(OURS)
            .withPropertyValues("session-compression.context-window=8000");
    private final WebApplicationContextRunner on =
            runner.withPropertyValues("session-compression.console.enabled=true");

    @Test
    void thereIsNoPathByDefault() throws IOException, InterruptedException {
        try (ConsoleApplication application = ConsoleApplication.open(WebApplicationType.SERVLET)) {
            for (String path : new String[] {"", "/", "/api/chats", "/api/about"}) {
                assertThat(application.get(path, "").statusCode()).as(path).isEqualTo(404);
            }
        }
    }

    @Test
    void showsSizesAndChangesNothingByDefault() throws IOException, InterruptedException {
        try (ConsoleApplication application = ConsoleApplication.open(
                WebApplicationType.SERVLET,
                "session-compression.console.enabled=true",
                "server.servlet.context-path=/shop",
                "spring.mvc.servlet.path=/app")) {
            assertThat(application.get("/api/messages?id=ann", "").body())
                    .contains("\"sequence\":1")
                    .doesNotContain(ConsoleApplication.SECRET);
            assertThat(application
                            .send(application.prune("ann"), BodyHandlers.ofString())
                            .body())
                    .contains("writes-off");
            assertThat(application.get("/api/about", "").body()).contains("\"csrf\":null");
        }
    }

    @Test
    void isNoBeanUnlessEnabled() {
        runner.run(context -> assertThat(context).doesNotHaveBean(SessionConsole.class));
        runner.withPropertyValues("session-compression.console.enabled=")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SessionConsole.class));
        new ApplicationContextRunner()
                .withConfiguration(OURS)
                .withPropertyValues("session-compression.console.enabled=true")
                .run(context ->
                        assertThat(context).as("no web server").hasNotFailed().doesNotHaveBean(SessionConsole.class));
    }

    @Test
    void enabledConsoleMakesNoCompressor() {
        on.run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(SessionConsole.class)
                .hasBean("sessionCompressionConsoleMapping"));
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(OURS)
                .withPropertyValues("session-compression.console.enabled=true")
                .run(context -> {
                    assertThat(context).as("no window is set").hasNotFailed();
                    assertThat(context).hasSingleBean(SimpleUrlHandlerMapping.class);
                    assertThat(context.getBeanFactory().containsSingleton("sessionCompressor"))
                            .isFalse();
                });
        on.run(context -> assertThat(context.getBean(SessionCompressor.class)).isNotNull());
    }

    @Test
    void enabledConsoleNeedsItsModule() {
        on.withClassLoader(new FilteredClassLoader(SessionConsole.class))
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .rootCause()
                                .isInstanceOf(InvalidSettingsException.class)
                                .hasMessage(
                                        "session-compression.console.enabled=true needs compression-console, which is not on the class path"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', session-compression.console.writes=true needs session-compression.console.token",
        "hunter2, session-compression.console.token must be 16 to 256 characters"
    })
    void writesNeedTokenThatNoMessageShows(String token, String message) {
        on.withPropertyValues("session-compression.console.writes=true", "session-compression.console.token=" + token)
                .run(context -> {
                    assertThat(context.getStartupFailure())
                            .rootCause()
                            .isInstanceOfSatisfying(
                                    InvalidSettingsException.class, refused -> assertThat(refused.description())
                                            .contains(message)
                                            .doesNotContain("hunter2"));
                });
    }
}
