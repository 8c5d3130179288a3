package io.github.sessioncompression.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.invoke.convert.ConversionServiceParameterValueMapper;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.actuate.endpoint.web.ExposableWebEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpointDiscoverer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SessionCompressionEndpointTest {
    private final SessionStore store = SessionStore.inMemory();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SessionCompressionAutoConfiguration.class, SessionCompressionEndpointAutoConfiguration.class))
            .withBean(SessionStore.class, () -> store)
            .withPropertyValues("session-compression.context-window=4000");
    private final ApplicationContextRunner exposed =
            runner.withPropertyValues("management.endpoints.web.exposure.include=sessioncompression");

    @Test
    void isThereOnlyIfItIsExposed() {
        runner.run(context -> assertThat(context).doesNotHaveBean(SessionCompressionEndpoint.class));
        exposed.run(context -> assertThat(context).hasSingleBean(SessionCompressionEndpoint.class));
        exposed.withPropertyValues("management.endpoint.sessioncompression.access=NONE")
                .run(context -> assertThat(context).doesNotHaveBean(SessionCompressionEndpoint.class));
    }

    @Test
    void isNotThereWithoutTheActuator() {
        exposed.withClassLoader(new FilteredClassLoader(Endpoint.class)).run(context -> assertThat(context)
                .hasSingleBean(SessionCompressor.class)
                .doesNotHaveBean(SessionCompressionEndpoint.class));
    }

    @Test
    void showsTheTotals() {
        exposed.run(context -> {
            chat(context).compress();

            TotalsReport totals = endpoint(context).totals();

            assertThat(totals.enabled()).isTrue();
            assertThat(totals.contextWindow()).isEqualTo(4_000);
            assertThat(totals.triggerTokens()).isEqualTo(2_800);
            assertThat(totals.stats().compressions()).isEqualTo(1);
            assertThat(totals.stats().tokensSaved()).isPositive();
        });
    }

    @Test
    void showsAConversationWithoutWhatWasSaid() {
        exposed.run(context -> {
            chat(context).compress();

            ConversationReport report = report(context, "user-42");

            assertThat(report.id()).isEqualTo("user-42");
            assertThat(report.messages()).isEqualTo(7);
            assertThat(report.activeMessages()).isEqualTo(1);
            assertThat(report.stateTokens()).isPositive();
            assertThat(report.contents()).isNull();
            assertThat(report.toString()).doesNotContain("pottery");
        });
    }

    @Test
    void showsWhatWasSaidWhereTheApplicationWantsIt() {
        exposed.withPropertyValues("session-compression.actuator.show-contents=true")
                .run(context -> {
                    chat(context).compress();

                    ConversationReport report = report(context, "user-42");

                    ConversationReport.Contents contents = Objects.requireNonNull(report.contents());
                    assertThat(contents.state()).isNotEmpty();
                    assertThat(contents.messages()).hasSize(7).first().satisfies(message -> {
                        assertThat(message.role()).isEqualTo("user");
                        assertThat(message.text()).contains("pottery");
                    });
                });
    }

    @Test
    void showsTheLastHundredMessagesAtMost() {
        exposed.withPropertyValues("session-compression.actuator.show-contents=true")
                .run(context -> {
                    Conversation chat = context.getBean(SessionCompressor.class).conversation("long");
                    for (int i = 0; i < 80; i++) {
                        chat.append(Message.user("question " + i), Message.assistant("answer " + i));
                    }

                    ConversationReport report = report(context, "long");

                    assertThat(Objects.requireNonNull(report.contents()).messages())
                            .hasSize(100)
                            .last()
                            .satisfies(message -> assertThat(message.text()).isEqualTo("answer 79"));
                });
    }

    @Test
    void askingForAConversationThatDoesNotExistBeginsNone() {
        exposed.run(context -> {
            assertThat(endpoint(context).conversation("nobody")).isNull();
            assertThatThrownBy(() -> endpoint(context).act("nobody", SessionCompressionEndpoint.Action.CLEAR))
                    .isInstanceOf(InvalidEndpointRequestException.class);
            assertThatThrownBy(() -> endpoint(context).conversation("x".repeat(600)))
                    .isInstanceOf(InvalidEndpointRequestException.class);
            assertThat(store.head("nobody")).isEmpty();
        });
    }

    @Test
    void compressesPrunesAndClears() {
        exposed.run(context -> {
            Conversation chat = chat(context);

            assertThat(endpoint(context)
                            .act("user-42", SessionCompressionEndpoint.Action.PRUNE)
                            .outcome())
                    .isEqualTo("unchanged");
            ActionReport compressed = endpoint(context).act("user-42", SessionCompressionEndpoint.Action.COMPRESS);
            assertThat(compressed.outcome()).isEqualTo("compressed");
            assertThat(compressed.detail()).matches("from \\d+ to \\d+ tokens");
            assertThat(chat.record()).isPresent();
            assertThat(endpoint(context)
                            .act("user-42", SessionCompressionEndpoint.Action.CLEAR)
                            .outcome())
                    .isEqualTo("cleared");
            assertThat(store.head("user-42")).isEmpty();
        });
    }

    @Test
    void isReadAndWrittenOverTheWebByPath() {
        exposed.run(context -> {
            chat(context);
            ExposableWebEndpoint endpoint = discover(context);

            assertThat(endpoint.getOperations())
                    .extracting(operation -> operation.getRequestPredicate().getHttpMethod() + " "
                            + operation.getRequestPredicate().getPath())
                    .containsExactlyInAnyOrder(
                            "GET sessioncompression",
                            "GET sessioncompression/{id}",
                            "POST sessioncompression/{id}/{action}");
            Object report = operation(endpoint, "{action}")
                    .invoke(new InvocationContext(SecurityContext.NONE, Map.of("id", "user-42", "action", "compress")));
            assertThat(report).isInstanceOfSatisfying(ActionReport.class, done -> assertThat(done.outcome())
                    .isEqualTo("compressed"));
        });
    }

    private static WebOperation operation(ExposableWebEndpoint endpoint, String end) {
        return endpoint.getOperations().stream()
                .filter(operation -> operation.getRequestPredicate().getPath().endsWith(end))
                .findFirst()
                .orElseThrow();
    }

    private static ExposableWebEndpoint discover(AssertableApplicationContext context) {
        return new WebEndpointDiscoverer(
                        context.getSourceApplicationContext(),
                        new ConversionServiceParameterValueMapper(),
                        EndpointMediaTypes.DEFAULT,
                        List.<PathMapper>of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of())
                .getEndpoints().stream().findFirst().orElseThrow();
    }

    private static SessionCompressionEndpoint endpoint(AssertableApplicationContext context) {
        return context.getBean(SessionCompressionEndpoint.class);
    }

    private static ConversationReport report(AssertableApplicationContext context, String id) {
        return Objects.requireNonNull(endpoint(context).conversation(id));
    }

    private static Conversation chat(AssertableApplicationContext context) {
        Conversation chat = context.getBean(SessionCompressor.class).conversation("user-42");
        for (int i = 0; i < 3; i++) {
            chat.append(
                    Message.user("Question " + i + " about pottery: " + "where is it? ".repeat(40)),
                    Message.assistant("Answer " + i + ": " + "on its way. ".repeat(40)));
        }
        chat.append(Message.user("And now?"));
        return chat;
    }
}
