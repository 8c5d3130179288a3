package io.github.sessioncompression.prune;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds results that a later result of the same call replaces, such as a file that was read again. */
final class Repeats {
    private Repeats() {}

    /** A call by its tool and arguments, which are compared as they were written. */
    private record Call(String tool, String arguments) {}

    /**
     * The sequence numbers of the results among {@code active} whose tool was called again with the same arguments. A failed call
     * replaces nothing. Takes linear time.
     */
    static Set<Long> in(List<Entry> active) {
        Map<String, Call> open = new HashMap<>();
        Map<Call, List<Long>> results = new HashMap<>();
        Set<Long> repeated = new HashSet<>();
        for (Entry entry : active) {
            Message message = entry.message();
            for (ToolCall call : message.toolCalls()) {
                open.put(call.id(), new Call(call.name(), call.arguments()));
            }
            Call answered = message.role() == Role.TOOL ? open.remove(message.toolCallId()) : null;
            if (answered != null) {
                List<Long> former = results.computeIfAbsent(answered, any -> new ArrayList<>());
                if (!message.error()) {
                    repeated.addAll(former);
                    former.clear();
                }
                former.add(entry.sequence());
            }
        }
        return repeated;
    }
}
