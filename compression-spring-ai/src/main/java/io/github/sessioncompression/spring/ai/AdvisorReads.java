package io.github.sessioncompression.spring.ai;

/**
 * Distinguishes reads of a memory by Spring AI's {@code MessageChatMemoryAdvisor} from reads by the application: by the caller on the stack, because a
 * read carries no sign of either. The advisor puts a question or tool results behind what it has read; the application may send the list as it is.
 */
final class AdvisorReads {
    private static final String ADVISOR = "org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor";

    private static final StackWalker STACK = StackWalker.getInstance();

    private AdvisorReads() {}

    /** True if the advisor reads the memory that asks this on this thread, itself or through a memory around it. */
    static boolean isOneNow() {
        return STACK.walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                .filter(name -> name.startsWith("org.springframework.ai."))
                .findFirst()
                .filter(ADVISOR::equals)
                .isPresent());
    }
}
