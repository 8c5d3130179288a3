package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.ai.chat.messages.AssistantMessage;

/**
 * Ids of tool calls for a memory inside the tool loop whose requests nothing of this library sees.
 *
 * <p>Some models give their calls the same ids in each answer. A view gives every call an id of its own, but the tool loop puts the results of the last calls
 * behind the list that it reads, with the ids that the model gave. So in a chat with repeated ids:
 *
 * <ul>
 *   <li>calls without results at the end keep the ids that the model gave them;
 *   <li>the first call with a repeated id is numbered as the others are, with 0, so that no id of an answered call is that of an open one.
 * </ul>
 *
 * <p>A request extends the one before it except for the last calls and results, and except for once an id, when it is repeated for the first time.
 */
final class OpenCallIds {
    private OpenCallIds() {}

    /** True if each call of a view has the id that the model gave it. */
    static boolean areOwn(List<Message> view) {
        for (int i = 0; i < view.size(); i++) { // no stream and no iterator: asked of the whole view each turn
            Message message = view.get(i);
            if (message.callsTools() && message.toolCalls().stream().anyMatch(OpenCallIds::isChanged)) {
                return false;
            }
        }
        return true;
    }

    private static Stream<String> changed(List<Message> view) {
        return view.stream()
                .flatMap(message -> message.toolCalls().stream())
                .filter(OpenCallIds::isChanged)
                .map(ToolCall::id);
    }

    private static boolean isChanged(ToolCall call) {
        return !call.id().equals(Contents.originalId(call.id()));
    }

    /** The messages of a view as the tool loop needs them. */
    static List<Message> kept(List<Message> view) {
        Set<String> repeated = changed(view).map(Contents::originalId).collect(Collectors.toSet());
        List<Message> kept = new ArrayList<>(view);
        int last = view.size() - 1;
        if (view.get(last).callsTools()) {
            kept.set(last, asGiven(view.get(last)));
        }
        int end = view.get(last).callsTools() ? last : view.size();
        kept.subList(0, end).replaceAll(numbering(repeated));
        return kept;
    }

    private static Message asGiven(Message message) {
        return message.frameworkMessage() instanceof AssistantMessage given
                ? message.withToolCalls(MessageMapper.calls(given)).withSource(message.source())
                : message;
    }

    private static UnaryOperator<Message> numbering(Set<String> repeated) {
        Set<String> numbered = new HashSet<>();
        return message -> {
            if (message.role() == Role.TOOL) {
                String id = message.toolCallId();
                return numbered.contains(id) ? message.withCall(Contents.firstId(id), message.name()) : message;
            }
            numbered.clear();
            return message.withEachCall(call -> {
                if (!repeated.contains(call.id())) {
                    return call;
                }
                numbered.add(call.id());
                return new ToolCall(Contents.firstId(call.id()), call.name(), call.arguments());
            });
        };
    }
}
