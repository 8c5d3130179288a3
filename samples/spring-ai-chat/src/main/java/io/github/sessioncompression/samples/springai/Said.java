package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.FrameworkChat;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.List;

/**
 * A message as the page shows it.
 *
 * @param role {@code user} or {@code assistant}
 * @param text what was said; empty for an answer that did not come
 */
record Said(String role, String text) {
    private static final int MAX_SHOWN = 500;

    /** The end of a chat; what tools and the system say is not shown. */
    static List<Said> in(List<Message> transcript) {
        List<Said> said = transcript.stream()
                .filter(message -> message.role() == Role.USER
                        || (message.role() == Role.ASSISTANT
                                && message.toolCalls().isEmpty()))
                .map(message -> message.role() == Role.USER
                        ? new Said("user", message.text())
                        : new Said("assistant", isNone(message) ? "" : message.text()))
                .toList();
        return said.subList(Math.max(0, said.size() - MAX_SHOWN), said.size());
    }

    /** True if it is no answer: one without words, or what stands for one that never came. */
    static boolean isNone(Message answer) {
        return answer.role() == Role.ASSISTANT
                && answer.toolCalls().isEmpty()
                && (answer.text().isBlank() || answer.text().equals(FrameworkChat.INTERRUPTED));
    }
}
