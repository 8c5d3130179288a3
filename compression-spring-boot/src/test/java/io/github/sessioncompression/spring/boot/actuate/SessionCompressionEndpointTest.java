package io.github.sessioncompression.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.PropertiesEndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationFilter;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.invoke.convert.ConversionServiceParameterValueMapper;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.actuate.endpoint.web.ExposableWebEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.actuate.endpoint.web.WebEndpointHttpMethod;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpointDiscoverer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

class SessionCompressionEndpointTest extends EndpointFixture {
    private static final String UNRESTRICTED = "management.endpoint.sessioncompression.access=unrestricted";

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
    void showsNothingWithoutCompressor() {
        unused.run(context -> {
            assertRefused(endpoint(context).read(null, null, null, null), 404, "compresses nothing");
            assertRefused(endpoint(context).read("user-42", null, null, null), 404, "compresses nothing");
        });
    }

    @Test
    void showsTheTotals() {
        exposed.run(context -> {
            context.getBean(SessionCompressor.class)
                    .conversation("user-42")
                    .append(Message.user("The kiln KL-2207 costs 1,450 euros."), Message.assistant("Noted."));
            chat(context).compress();

            TotalsReport totals =
                    (TotalsReport) Objects.requireNonNull(endpoint(context).read(null, null, null, null));

            assertThat(totals.enabled()).isTrue();
            assertThat(totals.contextWindow()).isEqualTo(4_000);
            assertThat(totals.triggerTokens()).isEqualTo(3_600);
            assertThat(totals.stats().compressions()).isEqualTo(1);
            assertThat(totals.stats().tokensSaved()).isPositive();
            assertThat(totals.stats().factCoverage())
                    .isEqualTo(context.getBean(SessionCompressor.class).stats().factCoverage());
            assertThat(totals.stats().factCoverage().required()).isPositive();
        });
    }

    @Test
    void showsConversationWithoutContents() {
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
    void hidesContentsThatOnlyTheConsoleShows() {
        exposed.withPropertyValues("session-compression.console.contents=true").run(context -> {
            chat(context).compress();

            assertThat(report(context, "user-42").contents()).isNull();
        });
    }

    @Test
    void showsContentsIfConfigured() {
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
    void requestForUnknownConversationStartsNone() {
        exposed.run(context -> {
            assertRefused(endpoint(context).read("nobody", null, null, null), 404, "no conversation");
            assertRefused(
                    endpoint(context).act("nobody", SessionCompressionEndpoint.Action.CLEAR, null),
                    404,
                    "no conversation");
            assertRefused(endpoint(context).read("x".repeat(600), null, null, null), 400, "512");
            assertRefused(endpoint(context).read("user-42~sessions", null, null, null), 400, "~sessions");
            assertRefused(endpoint(context).read("user-42~sessions/1-a", null, null, null), 404, "no conversation");
            assertThat(store.head("nobody")).isEmpty();
        });
    }

    @Test
    void showsHistoryAndSessionsWithoutContents() {
        exposed.run(context -> {
            Conversation chat = chat(context);
            chat.compress();
            chat.sessions().startNew();

            ConversationReport report = report(context, "user-42");

            assertThat(report.history())
                    .extracting(ConversationReport.RecordReport::cause)
                    .contains("continued");
            assertThat(report.sessions())
                    .extracting(ConversationReport.SessionReport::id)
                    .containsExactly("1", "2");
            assertThat(report.toString()).doesNotContain("pottery");
            String earlier = report.sessions().get(0).conversationId();
            assertThat(report(context, earlier).messages()).isEqualTo(7);
            assertThat(report(context, earlier).sessions()).isEmpty();
        });
    }

    @Test
    void comparesTheLastTwoStatesByNumbers() {
        exposed.run(context -> {
            Conversation chat = chat(context);
            assertThat(report(context, "user-42").diff()).isNull();
            chat.compress();
            chat.append(Message.user("The glaze costs 14 euros."), Message.assistant("Noted."), Message.user("Well?"));
            chat.compress();

            ConversationReport.DiffReport diff =
                    Objects.requireNonNull(report(context, "user-42").diff());

            assertThat(diff.added()).isPositive();
            assertThat(List.of(diff.from(), diff.to())).containsExactly(1L, 2L);
            assertThat(diff.tokensBefore()).isPositive();
            assertThat(diff.tokensAfter()).isPositive();
        });
    }

    @Test
    void comparesTheAskedRecords() {
        exposed.run(context -> {
            Conversation chat = chat(context);
            assertRefused(endpoint(context).read("user-42", null, 1L, 2L), 400, "none yet");
            for (int i = 0; i < 3; i++) {
                chat.compress();
                chat.append(
                        Message.user("Glaze " + i + " costs 14 euros."),
                        Message.assistant("Noted."),
                        Message.user("Well?"));
            }

            ConversationReport report = (ConversationReport) endpoint(context).read("user-42", null, 1L, null);

            assertThat(Objects.requireNonNull(report.diff()).from()).isEqualTo(1);
            assertThat(report.diff().to()).isEqualTo(3);
            assertRefused(endpoint(context).read("user-42", null, 1L, 99L), 400, "99");
        });
    }

    @Test
    void showsPlanAndMessageNumbersWithoutContents() {
        exposed.withPropertyValues(
                        "session-compression.trigger-points=none",
                        "session-compression.trigger-ratio=0.5",
                        "session-compression.target-ratio=0.3")
                .run(context -> {
                    Conversation chat = chat(context);
                    ConversationReport.PlanReport idle =
                            report(context, "user-42").plan();
                    assertThat(idle.step()).isEqualTo("nothing");
                    for (int i = 0; i < 6; i++) {
                        chat.append(
                                Message.user("Pottery " + i + " is glazed in blue. ".repeat(60)),
                                Message.assistant("Noted."));
                    }

                    ConversationReport report = report(context, "user-42");

                    assertThat(report.lastMessages())
                            .extracting(ConversationReport.MessageReport::number)
                            .containsExactlyElementsOf(
                                    chat.entries().stream().map(Entry::sequence).toList());
                    assertThat(report.lastMessages()).last().satisfies(message -> {
                        assertThat(message.role()).isEqualTo("assistant");
                        assertThat(message.tokens()).isPositive();
                    });
                    assertThat(report.toString()).doesNotContain("glazed");
                    assertThat(report.plan().step())
                            .isEqualTo(chat.plan().step().name().toLowerCase(Locale.ROOT));
                });
    }

    @Test
    void searchesWhereContentsAreShown() {
        exposed.withPropertyValues("session-compression.actuator.show-contents=true")
                .run(context -> {
                    chat(context);
                    ConversationReport report = (ConversationReport)
                            Objects.requireNonNull(endpoint(context).read("user-42", "pottery", null, null));
                    assertThat(Objects.requireNonNull(report.contents()).found())
                            .anyMatch(hit -> hit.excerpt().contains("pottery"));
                    assertThat(Objects.requireNonNull(report(context, "user-42").contents())
                                    .found())
                            .isEmpty();
                });
    }

    @Test
    void isReadOnlyUnlessTheApplicationSaysOtherwise() {
        exposed.run(context -> assertThat(requests(context)).containsExactly("GET sessioncompression"));
        exposed.withPropertyValues(UNRESTRICTED).run(context -> assertThat(requests(context))
                .containsExactlyInAnyOrder("GET sessioncompression", "POST sessioncompression"));
        exposed.withPropertyValues(UNRESTRICTED, "management.endpoints.access.max-permitted=read-only")
                .run(context -> assertThat(requests(context)).containsExactly("GET sessioncompression"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user-42", "tenant/7/user 42", "a?b&c=d#e", "..;/%2F", "Größe \u00b7 \ud83d\ude42", "{id}"})
    void isReadAndWrittenOverWebWithAnyId(String id) {
        exposed.withPropertyValues(UNRESTRICTED).run(context -> {
            chat(context, id);

            assertThat(invoke(context, WebEndpointHttpMethod.GET, Map.of("id", id)))
                    .isInstanceOfSatisfying(ConversationReport.class, report -> assertThat(report.id())
                            .isEqualTo(id));
            assertThat(invoke(context, WebEndpointHttpMethod.POST, Map.of("id", id, "action", "compress")))
                    .isInstanceOfSatisfying(ActionReport.class, done -> assertThat(done.outcome())
                            .isEqualTo("compressed"));
            assertThat(invoke(context, WebEndpointHttpMethod.GET, Map.of())).isInstanceOf(TotalsReport.class);
        });
    }

    private static Object invoke(
            AssertableApplicationContext context, WebEndpointHttpMethod method, Map<String, Object> parameters) {
        return discover(context).getOperations().stream()
                .filter(operation -> operation.getRequestPredicate().getHttpMethod() == method)
                .findFirst()
                .orElseThrow()
                .invoke(new InvocationContext(SecurityContext.NONE, parameters));
    }

    private static List<String> requests(AssertableApplicationContext context) {
        return discover(context).getOperations().stream()
                .map(operation -> operation.getRequestPredicate().getHttpMethod() + " "
                        + operation.getRequestPredicate().getPath())
                .toList();
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
                        List.of(OperationFilter.byAccess(
                                new PropertiesEndpointAccessResolver(context.getEnvironment()))))
                .getEndpoints().stream().findFirst().orElseThrow();
    }
}
