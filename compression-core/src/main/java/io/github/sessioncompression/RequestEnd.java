package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a request asks: that which it has to end with. */
final class RequestEnd {
    private RequestEnd() {}

    /**
     * The question and what comes behind it; or, where other turns came between them, the calls with the results that the request ends with.
     *
     * @param asked the request, at least one message
     */
    static List<Message> of(List<Message> asked) {
        Message end = asked.get(asked.size() - 1);
        int question = asked.size() - 1;
        while (question > 0 && asked.get(question).role() != Role.USER) {
            question--;
        }
        for (Message calling : end.role() == Role.TOOL ? asked.subList(0, question) : List.<Message>of()) {
            if (calling.toolCalls().stream().anyMatch(call -> call.id().equals(end.toolCallId()))) {
                return withResults(calling, asked);
            }
        }
        return asked.subList(question, asked.size());
    }

    /** Of a result that was missing when the chat was read a stand-in comes first: the last one of each call counts. */
    private static List<Message> withResults(Message calling, List<Message> asked) {
        Map<String, Message> results = new HashMap<>();
        asked.stream()
                .filter(message -> message.role() == Role.TOOL)
                .forEach(message -> results.put(message.toolCallId(), message));
        List<Message> group = new ArrayList<>(List.of(calling));
        for (ToolCall call : calling.toolCalls()) {
            Message result = results.get(call.id());
            if (result != null) {
                group.add(result);
            }
        }
        return group;
    }
}
