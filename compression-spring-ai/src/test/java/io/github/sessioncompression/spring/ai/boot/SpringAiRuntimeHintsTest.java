package io.github.sessioncompression.spring.ai.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.advisor.DefaultAroundAdvisorChain;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class SpringAiRuntimeHintsTest {
    @Test
    void imageKeepsFieldOfMemory() {
        RuntimeHints hints = new RuntimeHints();

        new SpringAiRuntimeHints().registerHints(hints, getClass().getClassLoader());

        assertThat(RuntimeHintsPredicates.reflection().onType(MessageChatMemoryAdvisor.class))
                .accepts(hints);
        assertThat(hints.reflection()
                        .getTypeHint(MessageChatMemoryAdvisor.class)
                        .fields()
                        .map(field -> field.getName()))
                .containsExactly("chatMemory");
    }

    @Test
    void imageKeepsMethodsOfOneVersion() {
        RuntimeHints hints = new RuntimeHints();

        new SpringAiRuntimeHints().registerHints(hints, getClass().getClassLoader());

        assertThat(List.of(DefaultAroundAdvisorChain.class, ToolCallingChatOptions.class))
                .allSatisfy(type -> assertThat(RuntimeHintsPredicates.reflection()
                                .onType(type)
                                .withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS))
                        .accepts(hints));
    }
}
