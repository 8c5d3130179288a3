package io.github.sessioncompression.conformance;

import static io.github.sessioncompression.conformance.ProviderRules.ANTHROPIC;
import static io.github.sessioncompression.conformance.ProviderRules.GEMINI;
import static io.github.sessioncompression.conformance.ProviderRules.MISTRAL;
import static io.github.sessioncompression.conformance.ProviderRules.OPENAI;
import static io.github.sessioncompression.conformance.RequestMessage.assistant;
import static io.github.sessioncompression.conformance.RequestMessage.system;
import static io.github.sessioncompression.conformance.RequestMessage.tool;
import static io.github.sessioncompression.conformance.RequestMessage.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProviderRulesTest {
    @Test
    void acceptTurnsWithParallelCalls() {
        refusedBy(
                Set.of(),
                system("Be brief."),
                user("Hello"),
                assistant("Hello. What may I do?"),
                user("The weather in both towns?"),
                assistant("I look.", "c1", "c2"),
                tool("c2", "rain"),
                tool("c1", "sun"),
                assistant("", "c3"),
                tool("c3", "wind"));
    }

    @Test
    void refuseResultsWithoutCalls() {
        refusedBy(all(), user("?"), tool("c1", "sun"), assistant("Sun."), user("And?"));
        refusedBy(all(), user("?"), assistant("", "c1"), tool("c1", "sun"), tool("c1", "sun"));
        refusedBy(all(), user("?"), assistant("", "c1"), tool("c9", "sun"));
        refusedBy(all(), assistant("", "c1"), user("?"), tool("c1", "sun"));
    }

    @Test
    void refuseCallsWithoutResults() {
        refusedBy(all(), user("?"), assistant("", "c1"), user("And?"));
        refusedBy(all(), user("?"), assistant("", "c1", "c2"), tool("c1", "sun"));
        refusedBy(all(), user("?"), assistant("", "c1", "c2"), tool("c1", "sun"), assistant("Sun."), user("And?"));
    }

    @Test
    void refuseRequestsWithoutMessages() {
        refusedBy(all());
        refusedBy(all(), system("Be brief."));
    }

    @Test
    void refuseMessagesWithoutContents() {
        refusedBy(all(), user(" "));
        refusedBy(all(), user("?"), assistant(""), user("And?"));
    }

    @Test
    void anthropicRefusesAssistantFirstAndRepeatedIds() {
        refusedBy(Set.of(ANTHROPIC), system("Be brief."), assistant("Welcome."), user("Hello"));
        refusedBy(
                Set.of(ANTHROPIC),
                user("?"),
                assistant("", "c1"),
                tool("c1", "sun"),
                assistant("", "c1"),
                tool("c1", "rain"));
    }

    @Test
    void geminiRefusesCallsAfterAnswers() {
        refusedBy(Set.of(GEMINI), user("?"), assistant("I look."), assistant("", "c1"), tool("c1", "sun"));
        refusedBy(Set.of(GEMINI, ANTHROPIC), system("Be brief."), assistant("", "c1"), tool("c1", "sun"));
    }

    @Test
    void mistralRefusesQuestionsAfterResults() {
        refusedBy(Set.of(MISTRAL), user("?"), assistant("", "c1"), tool("c1", "sun"), user("And?"));
        refusedBy(Set.of(MISTRAL), user("?"), assistant("Yes."), system("Be brief."), user("And?"));
    }

    @Test
    void onlyOpenAiAcceptsAnswerAtTheEnd() {
        refusedBy(Set.of(ANTHROPIC, GEMINI, MISTRAL), user("?"), assistant("Well,"));
    }

    @Test
    void violationsNameMessageAndReason() {
        assertThat(OPENAI.violations(List.of(user("?"), tool("c1", "sun"))))
                .extracting(Violation::toString)
                .containsExactly("message 1: a tool result without its call before it: c1");
    }

    @Test
    void rejectsTinyMemories() {
        assertThat(MemorySize.ofMessages(10)).isEqualTo(new MemorySize(10, 500));
        assertThatThrownBy(() -> MemorySize.ofMessages(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("messages must be at least 4, but was 3");
        assertThatThrownBy(() -> new MemorySize(4, 0)).hasMessage("tokens must be at least 1, but was 0");
    }

    @Test
    void samplesHaveTheTokensOfTheirSize() {
        for (int i = 0; i < 50; i++) {
            assertThat(Sample.question(i).length() / 4).isBetween(35, 65);
            assertThat(Sample.answer(i).length() / 4).isBetween(35, 65);
            assertThat(Sample.result(i).length() / 4).isBetween(30, 65);
        }
    }

    private static Set<ProviderRules> all() {
        return EnumSet.allOf(ProviderRules.class);
    }

    private static void refusedBy(Set<ProviderRules> providers, RequestMessage... request) {
        assertThat(Arrays.stream(ProviderRules.values())
                        .filter(rules -> !rules.violations(List.of(request)).isEmpty()))
                .as(RequestMessage.line(List.of(request)))
                .containsExactlyInAnyOrderElementsOf(providers);
    }
}
