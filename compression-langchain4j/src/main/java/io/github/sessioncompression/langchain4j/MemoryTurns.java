package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.TurnHandle;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.text.LogText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turns under way in the chats of a provider.
 *
 * <p>LangChain4j adds an answer to a memory without saying what it answers. A turn begins with a user's message that is added alone; the
 * turn of what follows is found by the first of these that applies:
 * <ol>
 *   <li>the answer is one that a guarded model gave to a request with the turn's question: exact, on any thread;
 *   <li>the tool result is that of a call of the turn: by its id, or because the same thread added the call;
 *   <li>the thread has begun the turn, and it has no answer: exact without a guard if nothing is streamed;
 *   <li>the turn is the chat's latest without an answer: exact while a chat has one caller at a time.
 * </ol>
 *
 * <p>Bounded. Safe for use by many threads.
 */
final class MemoryTurns {
    private static final int MOST_CHATS = 10_000;
    private static final int MOST_THREADS = 1_000;
    private static final int MOST_TURNS = 32;
    private static final Duration REMEMBERED = Duration.ofHours(1);

    private static final Logger log = LoggerFactory.getLogger(MemoryTurns.class);

    private record Place(long thread, String conversation) {
        static Place here(Conversation conversation) {
            return new Place(Thread.currentThread().getId(), conversation.id());
        }
    }

    /** Handles of views that were given out and have no question yet. */
    private final Cache<Place, TurnHandle> begun = cache(MOST_THREADS);
    /** The turn that a thread was at work on last. */
    private final Cache<Place, MemoryTurn> latest = cache(MOST_THREADS);
    /** The turns of a chat without an answer, the oldest first. */
    private final Cache<String, Deque<MemoryTurn>> open = cache(MOST_CHATS);

    private final AtomicBoolean toldOfBare = new AtomicBoolean();

    private static <K, V> Cache<K, V> cache(int most) {
        return Caffeine.newBuilder()
                .maximumSize(most)
                .expireAfterAccess(REMEMBERED)
                .executor(Runnable::run)
                .build();
    }

    /** The messages that the next request of this thread begins with. */
    View view(Conversation conversation) {
        Place here = Place.here(conversation);
        MemoryTurn turn = latest.getIfPresent(here);
        View own = turn == null || ServiceCalls.isTurnBeginning() ? null : turn.view(conversation);
        if (own != null) {
            return own;
        }
        TurnHandle handle = conversation.framework().begin();
        begun.put(here, handle);
        return handle.view();
    }

    /**
     * The messages that the list of a {@link #view} needs at its end before a question.
     *
     * <p>A turn reads its chat only when all of its calls have results, so an open call is of an earlier one. What else comes last stays so unless an
     * AI service begins a turn: the list may be the request of the turn under way.
     */
    static List<Message> beforeQuestion(View view) {
        List<Message> fillers = isEmpty(view) ? List.of() : Repair.beforeUser(view.messages());
        return fillers.isEmpty() || ServiceCalls.isTurnBeginning()
                ? fillers
                : fillers.stream().filter(filler -> filler.role() == Role.TOOL).toList();
    }

    /** True for a view with the awareness block alone, because the chat is empty: the framework gets an empty list. */
    static boolean isEmpty(View view) {
        return view.parts().equals(List.of(new ViewPart(ViewPart.Kind.SYSTEM, 0)));
    }

    /** Adds messages to the session of their turn; to the current one if they are of none. */
    void append(Conversation conversation, List<ChatMessage> given, List<Message> messages) {
        Place here = Place.here(conversation);
        TurnHandle view = begun.asMap().remove(here);
        if (given.size() == 1 && given.get(0) instanceof UserMessage question) {
            MemoryTurn turn = MemoryTurn.of(conversation, view, messages, here.thread());
            latest.put(here, turn);
            conversation.framework().carry(question, turn);
            Deque<MemoryTurn> turns = turns(conversation.id());
            synchronized (turns) {
                turns.addLast(turn);
                if (turns.size() > MOST_TURNS) {
                    turns.removeFirst().end();
                }
            }
            return;
        }
        MemoryTurn turn = given.isEmpty() ? null : find(conversation, given.get(0), here);
        if (turn != null && turn.isBare() && !toldOfBare.getAndSet(true)) {
            log.info(
                    "Conversation {}: its first request had neither the explanation of the state nor what is kept of the user,"
                            + " because LangChain4j read an empty list before it added the question. Guard the model by"
                            + " CompressingChatMemoryProvider.guard(model), or give the service a system message (said once).",
                    LogText.name(conversation.id()));
        }
        if (turn == null || !turn.append(conversation, given, messages)) {
            conversation.append(messages);
        } else if (turn.isOver()) {
            forget(conversation.id(), turn);
            latest.invalidate(here);
        } else {
            latest.put(here, turn);
        }
    }

    /** Ends the turn of this thread, whose messages were edited: what follows is added to, and shown with, the chat as it is then. */
    void edited(Conversation conversation) {
        Place here = Place.here(conversation);
        begun.invalidate(here);
        MemoryTurn own = latest.asMap().remove(here);
        if (own != null) {
            own.end();
            forget(conversation.id(), own);
        }
    }

    private Deque<MemoryTurn> turns(String conversation) {
        return open.get(conversation, id -> new ArrayDeque<>());
    }

    private void forget(String conversation, MemoryTurn turn) {
        Deque<MemoryTurn> turns = turns(conversation);
        synchronized (turns) {
            turns.remove(turn);
        }
    }

    private @Nullable MemoryTurn find(Conversation conversation, ChatMessage message, Place here) {
        if (!(message instanceof AiMessage) && !(message instanceof ToolExecutionResultMessage)) {
            return null;
        }
        MemoryTurn known = conversation.framework().carried(message, MemoryTurn.class);
        if (known != null && known.isOpen(conversation)) {
            return known;
        }
        MemoryTurn calling =
                message instanceof ToolExecutionResultMessage result ? calling(conversation, result, here) : null;
        return calling != null ? calling : waiting(conversation, here);
    }

    /** The turn with that open call; some providers give calls no ids, but results are added by the thread that added the calls. */
    private @Nullable MemoryTurn calling(Conversation conversation, ToolExecutionResultMessage result, Place here) {
        MemoryTurn own = latest.getIfPresent(here);
        if (own != null
                && own.isOpen(conversation)
                && (result.id() == null ? own.isCalling() : own.hasCalled(result.id()))) {
            return own;
        }
        Deque<MemoryTurn> turns = turns(conversation.id());
        synchronized (turns) {
            return turns.stream()
                    .filter(turn -> turn.isOpen(conversation) && turn.hasCalled(result.id()))
                    .reduce((first, second) -> second)
                    .orElse(null);
        }
    }

    /** The turn that this thread has begun, else the latest, if it has no answer. */
    private @Nullable MemoryTurn waiting(Conversation conversation, Place here) {
        MemoryTurn own = latest.getIfPresent(here);
        if (own != null && own.thread() == here.thread() && own.isWaiting(conversation)) {
            return own;
        }
        Deque<MemoryTurn> turns = turns(conversation.id());
        synchronized (turns) {
            return turns.stream()
                    .filter(turn -> turn.isWaiting(conversation))
                    .reduce((first, second) -> second)
                    .orElse(null);
        }
    }

    /** The turn of a request that a guarded model is about to send; {@code null} if there is none. */
    @Nullable
    MemoryTurn of(Conversation conversation, List<ChatMessage> request) {
        for (int i = request.size() - 1; i >= 0; i--) {
            if (request.get(i) instanceof UserMessage question) {
                MemoryTurn asked = conversation.framework().carried(question, MemoryTurn.class);
                if (asked != null && asked.isOpen(conversation)) {
                    return asked;
                }
                break;
            }
        }
        return waiting(conversation, Place.here(conversation));
    }
}
