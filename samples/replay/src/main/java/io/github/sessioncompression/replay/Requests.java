package io.github.sessioncompression.replay;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;

/** Accounting of the requests that a framework's model received. Not safe for use by many threads. */
final class Requests {
    private final Conversation conversation;
    private final MessageTokens tokens;
    private final Happenings happenings;
    private List<Message> before = List.of();

    Requests(Conversation conversation, MessageTokens tokens, Happenings happenings) {
        this.conversation = conversation;
        this.tokens = tokens;
        this.happenings = happenings;
    }

    View view(List<Message> request) {
        int all = 0;
        int system = 0;
        int state = 0;
        int tools = 0;
        int stable = 0;
        int common = 0;
        for (int i = 0; i < request.size(); i++) {
            Message message = request.get(i);
            int cost = tokens.count(message);
            all += cost;
            system += message.role() == Role.SYSTEM ? cost : 0;
            tools += message.role() == Role.TOOL ? cost : 0;
            state += isState(request, i) ? cost : 0;
            if (common == i && i < before.size() && before.get(i).equals(message)) {
                common++;
                stable += cost;
            }
        }
        boolean extended = common == before.size();
        before = List.copyOf(request);
        return new View(
                before,
                before.stream().map(Requests::part).toList(),
                true,
                all,
                system,
                state,
                tools,
                stable,
                0,
                happenings.prunedResults(),
                conversation.status().stats().compressions(),
                happenings.take(extended));
    }

    /** A framework's request says no more than what its messages are. */
    private static View.Part part(Message message) {
        View.Kind kind = message.role() == Role.SYSTEM
                ? View.Kind.SYSTEM
                : holdsState(message) ? View.Kind.STATE : View.Kind.ORIGINAL;
        return new View.Part(kind, 0);
    }

    /** True if that is the state or its acknowledgement. */
    private static boolean isState(List<Message> request, int at) {
        return holdsState(request.get(at))
                || (at > 0 && request.get(at).role() == Role.ASSISTANT && holdsState(request.get(at - 1)));
    }

    private static boolean holdsState(Message message) {
        return message.role() == Role.USER && StateEnvelope.holds(message.text());
    }
}
