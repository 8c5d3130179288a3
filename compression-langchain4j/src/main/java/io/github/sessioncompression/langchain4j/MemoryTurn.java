package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.ModelCall;
import io.github.sessioncompression.TurnHandle;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One turn of a chat. Safe for use by many threads. */
final class MemoryTurn {
    private final String conversation;
    private final long thread;
    private @Nullable TurnHandle handle;
    /** Ids of the calls so far. */
    private Set<String> calls = Set.of();
    /** True if tools were called last, or results came. */
    private boolean calling;
    /** True if a request must follow what was added last. */
    private boolean continues;

    private boolean failed;
    /** True if its requests have nothing before the question: its list was empty, and no guard has seen a request. */
    private boolean bare;

    private MemoryTurn(String conversation, long thread, TurnHandle handle, boolean continues, boolean bare) {
        this.bare = bare;
        this.conversation = conversation;
        this.thread = thread;
        this.handle = handle;
        this.continues = continues;
    }

    static MemoryTurn of(Conversation conversation, @Nullable TurnHandle begun, List<Message> question, long thread) {
        TurnHandle asked = begun == null
                ? conversation.framework().begin(question)
                : conversation.framework().append(begun, question);
        return new MemoryTurn(
                conversation.id(), thread, asked, begun == null, begun != null && MemoryTurns.isEmpty(begun.view()));
    }

    /** The thread that has begun it. */
    long thread() {
        return thread;
    }

    synchronized boolean isOver() {
        return handle == null;
    }

    synchronized boolean isOpen(Conversation of) {
        return handle != null && conversation.equals(of.id());
    }

    synchronized boolean isWaiting(Conversation of) {
        return isOpen(of) && !failed;
    }

    synchronized boolean hasCalled(@Nullable String id) {
        return id != null && calls.contains(id);
    }

    synchronized boolean isBare() {
        return bare;
    }

    synchronized boolean isCalling() {
        return calling;
    }

    /** The view of the next request, once for what was added last; {@code null} if this turn makes none now. */
    synchronized @Nullable View view(Conversation of) {
        if (handle == null || !continues) {
            bare = false; // The caller makes its request of the whole list now.
            return null;
        }
        continues = false;
        return bare ? of.framework().ownView(handle) : of.framework().view(handle);
    }

    /** False if the turn has ended. */
    synchronized boolean append(Conversation to, List<ChatMessage> given, List<Message> messages) {
        if (handle == null) {
            return false;
        }
        handle = to.framework().append(handle, messages);
        Set<String> called = new HashSet<>(calls);
        for (ChatMessage message : given) {
            if (message instanceof AiMessage answer) {
                answer.toolExecutionRequests().stream()
                        .map(ToolExecutionRequest::id)
                        .filter(id -> id != null)
                        .forEach(called::add);
            }
        }
        calls = called;
        calling = true;
        continues = true;
        failed = false;
        if (given.get(given.size() - 1) instanceof AiMessage last && !last.hasToolExecutionRequests()) {
            end();
        }
        return true;
    }

    /** Looks at a request of it that is about to be sent. */
    synchronized ModelCall call(Conversation to, ModelCall.Request request) {
        continues = false;
        failed = false;
        bare = false;
        return handle == null ? to.framework().call(request) : to.framework().call(request, handle);
    }

    /** Its request failed: what comes next is not its answer, unless it is asked again. */
    synchronized void fail() {
        failed = true;
    }

    synchronized void end() {
        handle = null;
        calls = Set.of();
    }
}
