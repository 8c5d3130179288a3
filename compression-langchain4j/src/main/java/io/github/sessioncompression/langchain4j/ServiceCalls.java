package io.github.sessioncompression.langchain4j;

import dev.langchain4j.guardrail.OutputGuardrailExecutor;
import java.util.List;

/**
 * Distinguishes calls by LangChain4j's AI services from calls by the application itself: by the caller on the stack, because neither a read of a
 * memory nor a request carries a sign of either. {@code InvocationContext} reaches guardrails, retrieval, tools and listeners of services, but neither
 * memories nor models (read in the sources of LangChain4j 1.13 and 1.19 and in the classes of core 1.23).
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

    /** The class that reads a memory before it adds a question; tool loops and guardrails read it in others. */
    private static final String BEGINNING = "dev.langchain4j.service.DefaultAiServices";

    /** Frames between a memory and the executor of guardrails: an application may wrap the memory. */
    private static final int MOST_FRAMES = 32;

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private ServiceCalls() {}

    /** True if an AI service reads the memory that asks this on this thread, itself or through a memory around it, to add a question next. */
    static boolean isTurnBeginning() {
        return STACK.walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                .filter(name -> name.startsWith("dev.langchain4j."))
                .findFirst()
                .filter(name -> name.startsWith(BEGINNING))
                .isPresent());
    }

    /**
     * True if an AI service has called the model that asks this on this thread. Needed in the first turn of a chat without a system message, if a
     * {@code chatRequestTransformer} or retrieval that is not stored has changed the question: the service has read an empty list, so the request has
     * no message that the memory gave out or took.
     */
    static boolean isOneNow() {
        return STACK.walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                .filter(name -> BETWEEN.stream().noneMatch(name::startsWith) && !name.contains("$$SpringCGLIB$$"))
                .findFirst()
                .filter(name -> SERVICES.stream().anyMatch(name::startsWith))
                .isPresent());
    }

    /**
     * True if the executor of output guardrails calls the memory that asks this on this thread, itself or through a memory around it. False if it has
     * called the application before: its {@code execute} runs guardrails and the model.
     */
    static boolean isAnswerRemoval() {
        return STACK.walk(frames -> frames.limit(MOST_FRAMES)
                .filter(frame -> OutputGuardrailExecutor.class.isAssignableFrom(frame.getDeclaringClass()))
                .findFirst()
                .map(frame -> !frame.getMethodName().equals("execute"))
                .orElse(false));
    }
}
