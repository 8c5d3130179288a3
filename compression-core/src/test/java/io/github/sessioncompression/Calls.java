package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Calls of a chat's model, for tests. */
final class Calls {
    private Calls() {}

    /** A request of the view that is in force, and of {@code own} after it, as a framework would send it. */
    static ModelCall call(Conversation chat, Message... own) {
        List<Message> request = new ArrayList<>(chat.framework().steadyView().messages());
        request.addAll(List.of(own));
        return chat.framework().call(new ModelCall.Request("", request, ModelCall.Tools.NONE, 0));
    }

    /** The provider refuses the request of the view that is in force, and says no number. */
    static boolean refuse(Conversation chat) {
        return refuse(chat, chat.framework().steadyView().messages());
    }

    /** The provider refuses a request, and says no number. */
    static boolean refuse(Conversation chat, List<Message> request) {
        ModelCall call = chat.framework().call(new ModelCall.Request("", request, ModelCall.Tools.NONE, 0));
        return call.refused(new ContextLengthExceeded(OptionalInt.empty(), OptionalInt.empty()));
    }

    /** The provider refuses a request although it is below the window that the policy names: it counts more. */
    static boolean refuseAtTheWindow(Conversation chat, List<Message> request) {
        int window = chat.policy().contextWindow();
        ModelCall call = chat.framework().call(new ModelCall.Request("", request, ModelCall.Tools.NONE, 0));
        return call.refused(refusal(window, window + 1));
    }

    /** Refusal of a provider with a limit of {@code limit} tokens after a request of {@code requested}. */
    static ContextLengthExceeded refusal(int limit, int requested) {
        return new ContextLengthExceeded(OptionalInt.of(limit), OptionalInt.of(requested));
    }
}
