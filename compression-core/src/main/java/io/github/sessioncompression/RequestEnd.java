package io.github.sessioncompression;

import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.MadeId;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** What a request asks: that which it has to end with. */
final class RequestEnd {
    private RequestEnd() {}

    /**
     * The question and what comes behind it; or, where other turns came between them, the calls with the results that the request ends with.
     * Where the calls are nowhere in the request, because other turns have gone on so far that they are covered, they are told of by their
     * names.
     *
     * @param asked the request, at least one message, each call with an id of its own
     */
    static List<Message> of(List<Message> asked) {
        Message end = asked.get(asked.size() - 1);
        int question = asked.size() - 1;
        while (question > 0 && asked.get(question).role() != Role.USER) {
            question--;
        }
        if (end.role() != Role.TOOL) {
            return asked.subList(question, asked.size());
        }
        int calling = calling(asked, end.toolCallId());
        if (calling < 0) {
            return withCalls(asked);
        }
        return calling > question ? asked.subList(question, asked.size()) : withResults(asked.get(calling), asked);
    }

    /** The results at the end with calls made for them. */
    private static List<Message> withCalls(List<Message> asked) {
        int from = asked.size();
        while (from > 0 && asked.get(from - 1).role() == Role.TOOL) {
            from--;
        }
        List<Message> results = asked.subList(from, asked.size());
        List<Message> group = new ArrayList<>(results.size() + 1);
        group.add(Message.assistant(
                "",
                results.stream()
                        .map(result -> new ToolCall(
                                result.toolCallId(), Objects.requireNonNullElse(result.name(), Contents.NO_NAME), "{}"))
                        .toList()));
        group.addAll(results);
        return group;
    }

    /** Where the call of that id stands, the nearest before the end; -1 if nowhere. A view may have given it another one. */
    private static int calling(List<Message> asked, String id) {
        int exact = last(asked, call -> call.id().equals(id));
        String told = MadeId.told(id);
        return exact >= 0 ? exact : last(asked, call -> MadeId.told(call.id()).equals(told));
    }

    private static int last(List<Message> asked, Predicate<ToolCall> call) {
        int at = asked.size() - 1;
        while (at >= 0 && asked.get(at).toolCalls().stream().noneMatch(call)) {
            at--;
        }
        return at;
    }

    /** Of a result that was missing when the chat was read a stand-in comes first: the last one of each call counts. */
    private static List<Message> withResults(Message calling, List<Message> asked) {
        Map<String, Message> byId = new HashMap<>();
        Map<String, Message> byTold = new HashMap<>();
        asked.stream().filter(message -> message.role() == Role.TOOL).forEach(message -> {
            byId.put(message.toolCallId(), message);
            byTold.put(MadeId.told(message.toolCallId()), message);
        });
        List<Message> group = new ArrayList<>(List.of(calling));
        for (ToolCall call : calling.toolCalls()) {
            Message result = byId.get(call.id());
            if (result == null || result.text().equals(Repair.UNANSWERED)) {
                result = byTold.get(MadeId.told(call.id()));
            }
            if (result != null) {
                group.add(result);
            }
        }
        return group;
    }
}
