package io.github.sessioncompression.langchain4j;

import java.util.List;

/**
 * Distinguishes calls of a guarded model by LangChain4j's AI services from calls by the application itself: by the caller on the stack, because
 * a request carries no sign of either. Needed in the first turn of a chat without a system message, if a {@code chatRequestTransformer} or retrieval
 * that is not stored has changed the question: the service has read an empty list, so the request has no message that the memory gave out or took.
 * {@code InvocationContext} reaches guardrails, retrieval, tools and listeners of services, but neither models nor memories (read in the sources of
 * LangChain4j 1.13 and 1.19 and in the classes of core 1.23).
 */
final class ServiceCalls {
    /** AI services, and their executor of requests for guardrails. */
    private static final List<String> SERVICES = List.of("dev.langchain4j.service.", "dev.langchain4j.guardrail.");
    /** Code that may be between the caller and the guard: models, this library, proxies. */
    private static final List<String> BETWEEN = List.of(
            "dev.langchain4j.model.",
            "io.github.sessioncompression.langchain4j.",
            "org.springframework.aop.",
            "java.",
            "jdk.");

    private static final StackWalker STACK = StackWalker.getInstance();

    private ServiceCalls() {}

    /** True if an AI service has called the model that asks this on this thread. */
    static boolean isOneNow() {
        return STACK.walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                .filter(name -> BETWEEN.stream().noneMatch(name::startsWith) && !name.contains("$$SpringCGLIB$$"))
                .findFirst()
                .filter(name -> SERVICES.stream().anyMatch(name::startsWith))
                .isPresent());
    }
}
