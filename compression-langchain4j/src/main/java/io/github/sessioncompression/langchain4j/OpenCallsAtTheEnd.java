package io.github.sessioncompression.langchain4j;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import java.util.List;

/**
 * The calls at the end of a view that have no result.
 *
 * <p>The core leaves them open, for a result may be on its way. But LangChain4j reads a chat before it adds the user's message,
 * so after a turn that failed amid its tools the user's message would follow an open call, and the provider would refuse
 * this chat for ever. While a turn is under way LangChain4j reads it only once all results are there.
 */
final class OpenCallsAtTheEnd {
    private OpenCallsAtTheEnd() {}

    /** The results that {@link Repair} gives these calls once a user message follows; none if all are answered. */
    static List<Message> results(List<Message> view) {
        int group = view.size() - 1;
        while (group >= 0 && view.get(group).role() == Role.TOOL) {
            group--;
        }
        if (group < 0 || !view.get(group).callsTools()) {
            return List.of();
        }
        Repair repair = new Repair(false);
        view.subList(group, view.size()).forEach(repair::accept);
        return repair.accept(Message.user("")).stream()
                .filter(message -> message.role() == Role.TOOL)
                .toList();
    }
}
