package io.github.sessioncompression.replay;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Plays a transcript to a conversation as an application would: appends each message, takes the view before each of the
 * assistant's.
 *
 * <p>Background work runs where it is handed in, so that the same transcript and policy always give the same views. Not
 * safe for use by many threads.
 */
final class ReplayLoop {
    private final CompressionPolicy policy;
    private final Compressor compressor;
    private final LongSupplier nanos;

    /** A loop that takes its time from {@code nanos}. */
    ReplayLoop(CompressionPolicy policy, Compressor compressor, LongSupplier nanos) {
        this.policy = policy;
        this.compressor = compressor;
        this.nanos = nanos;
    }

    /**
     * Replays a transcript.
     *
     * @param observer gets each call with its view; its time is not measured
     */
    Replayed run(Transcript transcript, boolean finalCompression, BiConsumer<Call, View> observer) {
        SessionCompressor.Builder builder =
                SessionCompressor.builder().policy(policy).executor(Runnable::run);
        if (compressor.model() != null) {
            builder.model(compressor.model());
        }
        try (SessionCompressor made = builder.build()) {
            return run(made.conversation("replay"), transcript, finalCompression, observer);
        }
    }

    private Replayed run(
            Conversation chat, Transcript transcript, boolean finalCompression, BiConsumer<Call, View> observer) {
        MessageTokens tokens = MessageTokens.of(policy.tokens());
        List<Call> calls = new ArrayList<>();
        long transcriptTokens = 0;
        int appended = 0;
        long spent = 0;
        VerbatimCheck verbatim = compressor.model() == null ? new VerbatimCheck(transcript.messages()) : null;
        long checked = 0;
        for (Message message : transcript.messages()) {
            int cost = tokens.count(message);
            if (message.role() == Role.ASSISTANT) {
                long start = nanos.getAsLong();
                View view = chat.view();
                spent += nanos.getAsLong() - start;
                Call call = call(calls.size() + 1, appended, transcriptTokens, view, spent / 1_000);
                spent = 0;
                calls.add(call);
                checked = check(verbatim, chat, view, checked);
                observer.accept(call, view);
            }
            long start = nanos.getAsLong();
            chat.append(message);
            spent += nanos.getAsLong() - start;
            appended++;
            transcriptTokens += cost;
        }
        if (finalCompression) {
            chat.compressAll(Focus.none());
        }
        View end = chat.view();
        check(verbatim, chat, end, checked);
        Status status = chat.status();
        return new Replayed(
                transcript,
                policy,
                compressor,
                calls,
                transcriptTokens,
                end,
                finalCompression,
                status.state().orElse(StateDocument.EMPTY),
                status.stats(),
                verbatim);
    }

    /** Checks the state if there was a compression since the last check; returns the number of compressions so far. */
    private static long check(@Nullable VerbatimCheck verbatim, Conversation chat, View view, long checked) {
        if (verbatim != null && view.compressions() > checked) {
            chat.status().state().ifPresent(verbatim::check);
        }
        return view.compressions();
    }

    private static Call call(int number, int messages, long transcriptTokens, View view, long micros) {
        return new Call(
                number,
                messages,
                transcriptTokens,
                view.tokens(),
                view.systemTokens(),
                view.stateTokens(),
                view.toolTokens(),
                view.stablePrefixTokens(),
                view.prunedResults(),
                view.compressions(),
                view.outcome(),
                micros);
    }
}
