package io.github.sessioncompression.spring.ai.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.advisor.DefaultAroundAdvisorChain;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Registers for native images the fields that are read to find the memory of an advisor, and the methods that are called if a version has them. */
final class SpringAiRuntimeHints implements RuntimeHintsRegistrar {
    private static final String ADVISORS = "org.springframework.ai.chat.client.advisor.";

    SpringAiRuntimeHints() {}

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerType(
                        TypeReference.of(ADVISORS + "MessageChatMemoryAdvisor"), hint -> hint.withField("chatMemory"))
                .registerTypeIfPresent(
                        classLoader, ADVISORS + "PromptChatMemoryAdvisor", hint -> hint.withField("chatMemory"))
                .registerType(DefaultAroundAdvisorChain.class, MemberCategory.INVOKE_PUBLIC_METHODS)
                .registerType(ToolCallingChatOptions.class, MemberCategory.INVOKE_PUBLIC_METHODS);
    }
}
