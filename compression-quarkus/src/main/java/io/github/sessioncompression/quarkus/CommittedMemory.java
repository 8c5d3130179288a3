package io.github.sessioncompression.quarkus;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.memory.ChatMemory;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.quarkus.runtime.BlockingOperationControl;
import io.quarkus.runtime.BlockingOperationNotAllowedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory of one chat as Quarkus uses it: read once at the beginning of a turn, and set once, at its end, to what was read and the messages of
 * the turn. What such a list has beyond what was read is added to the chat, all of it or nothing; so a turn that another service, thread or
 * process has added meanwhile stays, and a compression that came between counts. Any other list is an edit.
 *
 * <p>On a thread that must not block, adding and clearing are done on another one, in order; reading a chat that may be in a database is
 * refused, as Quarkus refuses any blocking call there. Safe for use by many threads.
 */
final class CommittedMemory implements ChatMemory {
    /** Threads whose reads are remembered. */
    private static final int MOST_THREADS = 64;
    /** Reads of a thread, within a turn: what a failed turn has read is never set. */
    private static final int MOST_READS = 4;

    private static final Logger log = LoggerFactory.getLogger(CommittedMemory.class);

    private final CompressingChatMemory memory;
    private final Ending ending;
    private final boolean mayBlock;
    private final Executor writing;
    /** What threads have read since they last set the chat, the latest first: a turn reads and sets on one thread. */
    private final Map<Long, Deque<Read>> reads = new LinkedHashMap<>();

    private CompletableFuture<@Nullable Void> handedOver = CompletableFuture.completedFuture(null);

    /**
     * A memory over another.
     *
     * @param mayBlock true if the chats are in a store that is asked over a connection
     * @param writing runs what can't be done on an event loop; not Quarkus's workers, who may wait for it
     */
    CommittedMemory(CompressingChatMemory memory, boolean mayBlock, Executor writing, Ending ending) {
        this.memory = memory;
        this.mayBlock = mayBlock;
        this.writing = writing;
        this.ending = ending;
    }

    @Override
    public Object id() {
        return memory.id();
    }

    private boolean mustNotBlock() {
        return mayBlock && !BlockingOperationControl.isBlockingAllowed();
    }

    @Override
    public List<ChatMessage> messages() {
        if (mustNotBlock()) {
            throw new BlockingOperationNotAllowedException(
                    "The chat's messages are read from a database or Redis, which blocks, but this is an event loop thread."
                            + " Call the AI service on a worker thread (@Blocking) or on a virtual one (@RunOnVirtualThread),"
                            + " or have it return a Multi.");
        }
        settle();
        List<ChatMessage> messages = explained(memory.messages());
        remember(Read.of(messages));
        return messages;
    }

    private List<ChatMessage> explained(List<ChatMessage> messages) {
        if (!messages.isEmpty() && messages.get(0) instanceof SystemMessage prompt) {
            String own = memory.conversation().policy().state().removeAwareness(prompt.text());
            if (!own.isEmpty() && !own.equals(prompt.text())) {
                messages.set(0, new ExplainedPrompt(prompt.text(), own));
            }
        }
        return messages;
    }

    private void remember(Read read) {
        long thread = Thread.currentThread().getId();
        synchronized (reads) {
            Deque<Read> own = reads.remove(thread);
            own = own == null ? new ArrayDeque<>() : own;
            own.addFirst(read);
            if (own.size() > MOST_READS) {
                own.removeLast();
            }
            reads.put(thread, own);
            if (reads.size() > MOST_THREADS) {
                reads.remove(reads.keySet().iterator().next());
            }
        }
    }

    @Override
    public void add(ChatMessage message) {
        add(List.of(message));
    }

    @Override
    public void add(@Nullable Iterable<ChatMessage> messages) {
        if (messages == null) {
            return;
        }
        List<ChatMessage> copy = new ArrayList<>();
        messages.forEach(copy::add);
        write(() -> memory.add(copy));
    }

    @Override
    public void set(@Nullable Iterable<ChatMessage> messages) {
        if (messages == null) {
            throw new IllegalArgumentException("messages must not be null");
        }
        List<ChatMessage> wanted = new ArrayList<>();
        messages.forEach(wanted::add);
        List<ChatMessage> added = added(wanted);
        if (added != null) {
            add(added);
        } else {
            write(() -> memory.set(wanted));
        }
    }

    /** What must be added to the chat so that it equals {@code wanted}; {@code null} if adding is not enough. */
    private @Nullable List<ChatMessage> added(List<ChatMessage> wanted) {
        Deque<Read> own;
        synchronized (reads) {
            own = reads.remove(Thread.currentThread().getId());
        }
        if (own == null) {
            return null;
        }
        boolean hasSystem = !wanted.isEmpty() && wanted.get(0) instanceof SystemMessage;
        for (Read read : own) {
            // Any list begins with an empty one: that counts only if it is what the turn has read.
            if ((read.size() > 0 || read.equals(own.getFirst())) && read.isIn(wanted, 0)) {
                return new ArrayList<>(wanted.subList(read.size(), wanted.size()));
            }
            Read rest = read.rest();
            if (hasSystem && (rest.size() > 0 || read.equals(own.getFirst())) && rest.isIn(wanted, 1)) {
                // The memory compares the service's system message with its own, and takes another one in its place.
                List<ChatMessage> added = new ArrayList<>();
                added.add(wanted.get(0));
                added.addAll(wanted.subList(1 + rest.size(), wanted.size()));
                return added;
            }
        }
        return null;
    }

    /** Deletes the chat; but not at the end of the application, when Quarkus clears the memories of all services with it. */
    @Override
    public void clear() {
        synchronized (reads) {
            reads.clear();
        }
        if (ending.hasBegun()) {
            log.debug("The application ends; its chats stay stored.");
        } else {
            write(memory::clear);
        }
    }

    /** Writes here, behind what was handed to other threads; on a thread that must not block it is handed to another one. */
    private void write(Runnable work) {
        if (mustNotBlock()) {
            synchronized (this) {
                handedOver = handedOver.thenRunAsync(work, writing).exceptionally(CommittedMemory::told);
            }
        } else {
            settle();
            work.run();
        }
    }

    /** Nobody waits for it, so what goes wrong is logged. */
    private static @Nullable Void told(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        log.warn(
                "A chat could not be written off the event loop: {}. Cure: look for the store's own report.",
                cause.getClass().getName());
        return null;
    }

    /** Waits for what was handed to other threads. */
    private void settle() {
        CompletableFuture<@Nullable Void> pending;
        synchronized (this) {
            pending = handedOver;
        }
        pending.join();
    }

    /**
     * A list that was read, by its size and a fingerprint: the messages themselves belong to the turn.
     *
     * @param system size of the part that is a system message
     */
    private record Read(int size, long print, int system, long restPrint) {
        static Read of(List<ChatMessage> messages) {
            int system = messages.isEmpty() || !(messages.get(0) instanceof SystemMessage) ? 0 : 1;
            return new Read(
                    messages.size(),
                    print(messages, 0, messages.size()),
                    system,
                    print(messages, system, messages.size()));
        }

        /** The list without its system message. */
        Read rest() {
            return new Read(size - system, restPrint, 0, restPrint);
        }

        boolean isIn(List<ChatMessage> list, int from) {
            return list.size() >= from + size && print(list, from, from + size) == print;
        }

        private static long print(List<ChatMessage> messages, int from, int to) {
            long print = 1;
            for (int i = from; i < to; i++) {
                print = print * 0x9E3779B97F4A7C15L + Objects.hashCode(messages.get(i));
            }
            return print;
        }
    }

    /** Whether the application has begun to end. */
    interface Ending {
        boolean hasBegun();
    }
}
