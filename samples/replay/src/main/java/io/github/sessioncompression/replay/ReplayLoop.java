package io.github.sessioncompression.replay;

import io.github.sessioncompression.Focus;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Outcome.Compressed.By;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plays a transcript to a conversation as an application would: appends each message, takes the view before each of the
 * assistant's.
 *
 * <p>Background work runs where it is handed in, so that the same transcript and policy always give the same views. Not
 * safe for use by many threads.
 */
record ReplayLoop(CompressionPolicy policy, Framework framework, Compressor compressor, LongSupplier nanos) {
    /**
     * Replays a transcript.
     *
     * @param observer gets each call with its view; its time is not measured
     */
    Replayed run(Transcript transcript, boolean finalCompression, BiConsumer<Call, View> observer) {
        FrameworkViews views = new FrameworkViews(
                compressor.model() == null ? By.OFFLINE : By.MODEL, MessageTokens.of(policy.tokens()));
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(policy)
                .executor(Runnable::run)
                .listener(views);
        if (compressor.model() != null) {
            builder.model(compressor.model());
        }
        try (SessionCompressor made = builder.build()) {
            return run(framework.memory(made, views), transcript, finalCompression, observer);
        }
    }

    private Replayed run(
            Memory chat, Transcript transcript, boolean finalCompression, BiConsumer<Call, View> observer) {
        MessageTokens tokens = MessageTokens.of(policy.tokens());
        List<Call> calls = new ArrayList<>();
        long transcriptTokens = 0;
        int appended = 0;
        long spent = 0;
        VerbatimCheck verbatim = compressor.model() == null ? new VerbatimCheck(transcript.messages()) : null;
        long checked = 0;
        for (Message message : transcript.messages()) {
            if (message.role() == Role.ASSISTANT) {
                long start = nanos.getAsLong();
                Supplier<View> request = chat.request();
                spent += nanos.getAsLong() - start;
                View view = request.get();
                Call call = new Call(
                        calls.size() + 1,
                        appended,
                        transcriptTokens,
                        view.tokens(),
                        view.systemTokens(),
                        view.stateTokens(),
                        view.toolTokens(),
                        view.stablePrefixTokens(),
                        view.prunedResults(),
                        view.compressions(),
                        outcome(view, chat),
                        spent / 1_000);
                spent = 0;
                calls.add(call);
                checked = check(verbatim, chat, view, checked);
                observer.accept(call, view);
            }
            long start = nanos.getAsLong();
            chat.append(message);
            spent += nanos.getAsLong() - start;
            appended++;
            transcriptTokens += tokens.count(message);
        }
        if (finalCompression) {
            chat.conversation().compressAll(Focus.none());
        }
        View end = chat.request().get();
        check(verbatim, chat, end, checked);
        Status status = chat.conversation().status();
        return new Replayed(
                transcript,
                policy,
                framework,
                compressor,
                calls,
                transcriptTokens,
                end,
                status.boundary(),
                finalCompression,
                status.state().orElse(StateDocument.EMPTY),
                status.stats(),
                verbatim);
    }

    /** Checks the state if there was a compression since the last check; returns the number of compressions so far. */
    private static long check(@Nullable VerbatimCheck verbatim, Memory chat, View view, long checked) {
        if (verbatim != null && view.compressions() > checked) {
            chat.conversation().status().state().ifPresent(verbatim::check);
        }
        return view.compressions();
    }

    /** The outcome of a view, completed by the coverage of facts, which a framework's memory does not tell. */
    private static Outcome outcome(View view, Memory chat) {
        if (!(view.outcome() instanceof Outcome.Compressed compressed)) {
            return view.outcome();
        }
        return chat.conversation()
                .record()
                .<Outcome>map(record -> new Outcome.Compressed(
                        compressed.by(),
                        compressed.boundary(),
                        compressed.messages(),
                        compressed.tokensBefore(),
                        compressed.tokensAfter(),
                        record.accounting().coverage(),
                        record.accounting().shares()))
                .orElse(compressed);
    }
}
