package io.github.sessioncompression.model;

import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/**
 * A model for tests: answers as it was told to, call by call, and remembers what it was asked.
 *
 * <p>Calls beyond the script are answered by {@link #otherwise}, and fail without it. A call that {@link #blocks} waits
 * until {@link #release()}; together with {@link #executor()} and {@link MutableTime} it times out without any time passing.
 * Safe for use by many threads.
 */
public final class ScriptedModel implements StructuredModel {
    /** A longer text without values. */
    public static final String TONE =
            "The talk is calm and friendly; the user writes in short and plain sentences and likes to have things done in order, "
                    + "without haste and without long explanations. The assistant answers in the same manner, is brief, repeats what was agreed "
                    + "on, and asks when something is not clear. There are no jokes so far, though both sound as if one would be welcome. "
                    + "The mood is the same as at the beginning, and there is no sign that it might change; whoever goes on should keep "
                    + "to this tone, be patient, and not come back to what was settled long ago.";

    private final Deque<StructuredModel> script = new ArrayDeque<>();
    private final List<ModelRequest> requests = new ArrayList<>();
    private final Map<Thread, CountDownLatch> settledByThread = new ConcurrentHashMap<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private StructuredModel otherwise = request -> {
        throw new IllegalStateException("the script is over");
    };

    /** The part of a prompt that stands between a tag's lines; empty if there is none. */
    public static String part(ModelRequest request, String tag) {
        String prompt = request.prompt();
        int start = prompt.indexOf("<" + tag + ">\n");
        int end = prompt.lastIndexOf("\n</" + tag + ">");
        return start < 0 ? "" : prompt.substring(start + tag.length() + 3, Math.max(start + tag.length() + 3, end));
    }

    /** A state with one fact and a summary, and enough tone not to count as nearly empty. */
    public static String state(String fact, String summary) {
        return "{\"logos\":[\"" + fact + "\"],\"pathos\":[\"" + TONE + "\"],\"abstract\":[],"
                + "\"conversation_summary\":\"" + summary + "\"}";
    }

    /** The next call gets {@code text} as a finished answer. */
    public ScriptedModel answers(String text) {
        return does(request -> ModelAnswer.of(text));
    }

    /** The next call gets this answer. */
    public ScriptedModel answers(ModelAnswer answer) {
        return does(request -> answer);
    }

    /** The next call gets {@code text}, finished for {@code reason}. */
    public ScriptedModel answers(String text, FinishReason reason) {
        return does(request -> new ModelAnswer(text, reason, null));
    }

    /** The next call gets {@code text} and costs {@code usage}. */
    public ScriptedModel answers(String text, Usage usage) {
        return does(request -> new ModelAnswer(text, FinishReason.STOP, usage));
    }

    /** The next call throws. */
    public ScriptedModel fails(Throwable failure) {
        return does(request -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        });
    }

    /** The next call hangs until {@link #release()}, then gets {@code text}; interrupted, it throws. */
    public ScriptedModel blocks(String text) {
        return does(request -> {
            hang();
            try {
                released.await();
            } catch (InterruptedException stop) {
                interrupted.countDown();
                throw stop;
            }
            return ModelAnswer.of(text);
        });
    }

    /** The next call hangs until {@link #release()}, then gets {@code text}, late and whether it was interrupted or not. */
    public ScriptedModel blocksStubbornly(String text) {
        return does(request -> {
            hang();
            boolean waiting = true;
            while (waiting) {
                try {
                    released.await();
                    waiting = false;
                } catch (InterruptedException ignored) {
                    interrupted.countDown();
                }
            }
            return ModelAnswer.of(text);
        });
    }

    /** The next call does what {@code behaviour} does. */
    public synchronized ScriptedModel does(StructuredModel behaviour) {
        script.add(behaviour);
        return this;
    }

    /** Every call beyond the script does what {@code behaviour} does. */
    public synchronized ScriptedModel otherwise(StructuredModel behaviour) {
        otherwise = behaviour;
        return this;
    }

    /** Lets all calls that hang, now or later, go on. */
    public void release() {
        released.countDown();
    }

    /** Waits until a call hangs. */
    public void awaitBlocked() throws InterruptedException {
        blocked.await();
    }

    /** Waits until a call that hangs is interrupted. */
    public void awaitInterrupted() throws InterruptedException {
        interrupted.await();
    }

    /** The requests so far, in order. */
    public synchronized List<ModelRequest> requests() {
        return List.copyOf(requests);
    }

    /** The latest request. */
    public synchronized ModelRequest lastRequest() {
        return requests.get(requests.size() - 1);
    }

    /**
     * Runs each call on a thread of its own and comes back when it has ended or hangs, so that what happens next does not
     * depend on the machine.
     */
    public Executor executor() {
        return task -> {
            CountDownLatch settled = new CountDownLatch(1);
            Thread thread = new Thread(
                    () -> {
                        task.run();
                        settled();
                    },
                    "scripted-model");
            thread.setDaemon(true);
            settledByThread.put(thread, settled);
            thread.start();
            try {
                settled.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        };
    }

    @Override
    public ModelAnswer answer(ModelRequest request) throws Exception {
        StructuredModel next;
        synchronized (this) {
            requests.add(request);
            next = script.isEmpty() ? otherwise : script.remove();
        }
        return next.answer(request);
    }

    private void hang() {
        settled();
        blocked.countDown();
    }

    private void settled() {
        CountDownLatch settled = settledByThread.remove(Thread.currentThread());
        if (settled != null) {
            settled.countDown();
        }
    }
}
