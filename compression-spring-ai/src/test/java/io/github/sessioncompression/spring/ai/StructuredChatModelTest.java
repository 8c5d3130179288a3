package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.spring.ai.provider.ProviderStub;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StructuredChatModelTest {
    private static final String SCHEMA = StateJson.jsonSchema(StateSchema.session());
    private static final String STATE =
            "{\"logos\":[\"order 4711\"],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"An order.\"}";

    private static ModelRequest request() {
        return new ModelRequest(
                "Write the state. {braces} stay.", "user: {\"q\": \"{order}\"}", "session", SCHEMA, 4_321);
    }

    static List<Provider> providers() {
        return Provider.onTheClassPath();
    }

    static List<Provider> providersWithSchema() {
        return providers().stream().filter(StructuredChatModelTest::sendsSchema).toList();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void passesOnMessagesLimitAndAnswer(Provider provider) {
        try (ProviderStub stub = new ProviderStub(provider).answers(STATE)) {
            ModelAnswer answer = StructuredChatModel.of(stub.client()).answer(request());

            assertThat(answer.text()).isEqualTo(STATE);
            assertThat(answer.finishReason()).isEqualTo(FinishReason.STOP);
            String sent = Json.write(stub.sent().get(0));
            assertThat(sent).contains("Write the state. {braces} stay.", "{order}", "4321");
            assertThat(stub.sent()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void reportsUsageWithEachTokenCountedOnce(Provider provider) {
        try (ProviderStub stub = new ProviderStub(provider).answers(STATE)) {
            Usage usage = Objects.requireNonNull(
                    StructuredChatModel.of(stub.client()).answer(request()).usage());

            assertThat(usage.requestTokens()).isEqualTo(1_000);
            assertThat(usage.outputTokens()).isEqualTo(50);
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void reportsTruncatedAnswer(Provider provider) {
        try (ProviderStub stub = new ProviderStub(provider).isCutOff("{\"logos\":[")) {
            ModelAnswer answer = StructuredChatModel.of(stub.client()).answer(request());

            assertThat(answer.finishReason()).isEqualTo(FinishReason.LENGTH);
            assertThat(answer.text()).isEqualTo("{\"logos\":[");
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void takesAnAnswerWithoutTextAsEmpty(Provider provider) {
        try (ProviderStub stub = new ProviderStub(provider).answers("")) {
            assertThat(StructuredChatModel.of(stub.client()).answer(request()).text())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void rethrowsFailureWithoutRetry(Provider provider) {
        for (int status : List.of(429, 500, 401)) {
            try (ProviderStub stub = new ProviderStub(provider).fails(status, "no")) {
                StructuredChatModel model = StructuredChatModel.of(stub.client());

                assertThatThrownBy(() -> model.answer(request())).isInstanceOf(RuntimeException.class);
                assertThat(stub.sent()).as("requests after status %s", status).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("providersWithSchema")
    void remembersRefusedSchema(Provider provider) {
        try (ProviderStub stub = new ProviderStub(provider)
                .fails(400, "response_format of type 'json_schema' is not supported")
                .answers(STATE)) {
            StructuredChatModel model = StructuredChatModel.of(stub.client());

            assertThat(model.answer(request()).text()).isEqualTo(STATE);
            assertThat(model.answer(request()).text()).isEqualTo(STATE);
            assertThat(stub.sent()).hasSize(3);
            assertThat(holdsSchema(stub.sent().get(0))).isTrue();
            assertThat(holdsSchema(stub.sent().get(1))).isFalse();
            assertThat(holdsSchema(stub.sent().get(2))).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("providersWithSchema")
    void sendsAFlatSchemaInTheOrderOfItsFields(Provider provider) {
        try (ProviderStub stub = new ProviderStub(provider).answers(STATE)) {
            StructuredChatModel.of(stub.client()).answer(request());

            String sent = Json.write(stub.sent().get(0));
            assertThat(sent).doesNotContain("$ref", "$defs", "$schema");
            String properties = sent.substring(sent.indexOf("\"properties\""));
            assertThat(List.of("\"logos\"", "\"pathos\"", "\"abstract\"", "\"conversation_summary\""))
                    .isSortedAccordingTo(
                            (one, other) -> Integer.compare(properties.indexOf(one), properties.indexOf(other)));
        }
    }

    private static boolean sendsSchema(Provider provider) {
        try (ProviderStub probe = new ProviderStub(provider).answers(STATE)) {
            StructuredChatModel.of(probe.client()).answer(request());
            return holdsSchema(probe.sent().get(0));
        }
    }

    private static boolean holdsSchema(Map<String, @Nullable Object> body) {
        String sent = Json.write(body);
        return sent.contains("conversation_summary") && !sent.contains("valid under this JSON Schema");
    }
}
