package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Applies a judge's verdict to one state, once.
 *
 * <p><em>Algorithm</em>: 1. call the judge within the time limit of a call and what is left of the deadline; 2. take out each entry
 * whose text it calls unsupported; 3. put each statement that it misses into the ledger, if a message of the span has it word for
 * word and the state's cap has room, with that message as its source.
 *
 * <p><em>Does nothing</em> if the verdict would leave no entry: that is taken for the judge's fault. <em>Threads</em>: belongs to the
 * one that compiles; the judge runs on the executor. <em>On failure</em>: the state stays as the model wrote it, and the
 * compilation names what went wrong.
 *
 * @param judge the application's judge
 * @param request the messages that the state was written for, secrets hidden
 * @param tokens counts the state
 * @param calls runs the judge with a time limit
 * @param budget adds up its cost
 */
record JudgedState(
        StateJudge judge, CompileRequest request, MessageTokens tokens, ModelCalls calls, CallBudget budget) {
    /** Shortest statement that is worth a line of its own, in characters. */
    private static final int SHORTEST_STATEMENT = 8;

    /** The compilation with the judged state; with its own state and the failure if there is no verdict. */
    Compilation.Compiled of(Compilation.Compiled compiled) {
        StateDocument state = compiled.state();
        String failure = null;
        try {
            StateJudge.Verdict verdict = calls.limited(
                    () -> Objects.requireNonNull(judge.judge(request, compiled.state()), "the judge returned null"),
                    budget);
            budget.add(verdict.usage());
            StateDocument supported = supported(state, verdict);
            failure = supported.isEmpty() ? "the verdict leaves no entry" : null;
            state = supported.isEmpty() ? state : withMissing(supported, verdict.missing());
        } catch (ExecutionException thrown) {
            Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
            failure = "the judge threw " + cause.getClass().getName();
        } catch (RejectedExecutionException | TimeoutException | InterruptedException none) {
            failure = calls.fault(none).detail();
        }
        return budget.compiled(state, compiled.segments(), failure, compiled.invented());
    }

    /** The state without the entries that the judge calls unsupported; all that have the same text go. */
    private static StateDocument supported(StateDocument state, StateJudge.Verdict verdict) {
        Map<String, List<StateItem>> kept = new LinkedHashMap<>(state.fields());
        kept.replaceAll((name, items) -> items.stream()
                .filter(item -> !verdict.unsupported().contains(item.text()))
                .toList());
        return new StateDocument(kept);
    }

    /** The state with those statements in its ledger that are literally in a message, as far as the cap has room. */
    private StateDocument withMissing(StateDocument state, List<String> statements) {
        StateDocument whole = state;
        for (String statement : statements) {
            String text = statement.strip();
            Optional<Entry> source = request.span().stream()
                    .filter(entry -> text.length() >= SHORTEST_STATEMENT
                            && entry.message().text().contains(text))
                    .findFirst();
            if (source.isPresent()) {
                List<StateItem> ledger = new ArrayList<>(whole.items(StateDocument.LEDGER));
                ledger.add(new StateItem(
                        text.replace('\n', ' '),
                        StateItem.Kind.FACT,
                        List.of(source.get().sequence()),
                        origin(source.get().message(), text),
                        StateItem.Writer.RULES));
                StateDocument more = whole.with(StateDocument.LEDGER, ledger);
                boolean fits = tokens.countText(StateEnvelope.wrap(request.schema(), more)) <= request.maxTokens();
                whole = fits ? more : whole;
            }
        }
        return whole;
    }

    /** The one who said the words: outside, if only what others added to the message has them. */
    private static StateItem.Origin origin(Message message, String words) {
        Message.Parts parts = message.parts();
        return parts == null || parts.own().contains(words)
                ? StateItem.Origin.of(message.role())
                : StateItem.Origin.OUTSIDE;
    }
}
