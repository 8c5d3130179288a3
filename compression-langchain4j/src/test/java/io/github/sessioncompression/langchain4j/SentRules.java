package io.github.sessioncompression.langchain4j;

import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import java.util.List;
import java.util.Optional;

/** Rules common to all providers for a request's messages. */
final class SentRules {
    private SentRules() {}

    /** First violated rule, or empty. */
    static Optional<String> objection(Sent request) {
        List<SentMessage> messages = request.messages();
        int open = 0;
        String before = "";
        for (int i = 0; i < messages.size(); i++) {
            SentMessage message = messages.get(i);
            boolean result = message.role().equals(SentMessage.TOOL);
            if (open > 0 && !result) {
                return wrong(i, "calls without results");
            } else if (open == 0 && result) {
                return wrong(i, "a result without a call");
            } else if (!result && message.text().isBlank() && message.calls().isEmpty()) {
                return wrong(i, "contents must not be empty");
            } else if (!result && message.role().equals(before)) {
                return wrong(i, "roles must alternate");
            } else if (i == 0 && !message.role().equals(SentMessage.USER)) {
                return wrong(i, "a user message must come first");
            }
            open = result ? open - 1 : message.calls().size();
            before = message.role();
        }
        return open == 0 && !before.equals(SentMessage.ASSISTANT)
                ? Optional.empty()
                : wrong(messages.size(), "the last message must be of the user or a tool");
    }

    private static Optional<String> wrong(int index, String why) {
        return Optional.of("Invalid message " + index + ": " + why);
    }
}
