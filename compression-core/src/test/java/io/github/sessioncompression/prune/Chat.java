package io.github.sessioncompression.prune;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.Pruner.PruneStep;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.TokenOptions;
import java.util.ArrayList;
import java.util.List;

/** A transcript in the making, counted at one token for four characters. */
final class Chat {
    static final MessageTokens TOKENS = new MessageTokens(TokenCounter.characters(4), TokenOptions.defaults());

    final List<Entry> entries = new ArrayList<>();
    private final MessageTokens tokens;

    Chat() {
        this(TOKENS);
    }

    Chat(MessageTokens tokens) {
        this.tokens = tokens;
    }

    Chat add(Message message) {
        entries.add(new Entry(entries.size() + 1, message, tokens.count(message)));
        return this;
    }

    Chat user(String text) {
        return add(Message.user(text));
    }

    Chat answer(String text) {
        return add(Message.assistant(text));
    }

    /** A call of {@code tool} and its result of about {@code size} tokens. */
    Chat tool(String tool, int size) {
        return calls(tool, size);
    }

    /** Parallel calls of {@code tool}, one for each result size. */
    Chat calls(String tool, int... sizes) {
        List<ToolCall> calls = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            calls.add(new ToolCall("call-" + entries.size() + "-" + i, tool, "{\"n\":" + entries.size() + i + "}"));
        }
        add(Message.assistant("", calls));
        for (int i = 0; i < sizes.length; i++) {
            add(Message.toolResult(calls.get(i).id(), tool, "line ".repeat(sizes[i] * 4 / 5)));
        }
        return this;
    }

    /** A user message, a tool call with a result of about {@code size} tokens, and an answer. */
    Chat turn(int size) {
        return user("go on").tool("search_logs", size).answer("done");
    }

    Entry last() {
        return entries.get(entries.size() - 1);
    }

    /** The size of the view at a boundary, in tokens. */
    long tokens(Pruner pruner, long prunedThrough) {
        return tokens(pruner, Pruned.through(prunedThrough));
    }

    private long tokens(Pruner pruner, Pruned pruned) {
        return view(pruner, pruned).stream().mapToLong(Entry::tokens).sum();
    }

    List<Entry> view(Pruner pruner, long prunedThrough) {
        return view(pruner, Pruned.through(prunedThrough));
    }

    List<Entry> view(Pruner pruner, Pruned pruned) {
        return entries.stream().map(entry -> pruner.view(entry, pruned)).toList();
    }

    /** Number of messages shown differently from the transcript at a boundary. */
    long changed(Pruner pruner, long prunedThrough) {
        return entries.stream()
                .filter(entry ->
                        !pruner.view(entry, Pruned.through(prunedThrough)).equals(entry))
                .count();
    }

    PruneStep advance(Pruner pruner, long prunedThrough) {
        return advance(pruner, Pruned.through(prunedThrough));
    }

    PruneStep advance(Pruner pruner, Pruned before) {
        return pruner.advance(entries, tokens(pruner, before), before);
    }

    PruneStep relieve(Pruner pruner, long goalTokens, long prunedThrough) {
        return relieve(pruner, goalTokens, Pruned.through(prunedThrough));
    }

    PruneStep relieve(Pruner pruner, long goalTokens, Pruned before) {
        return pruner.relieve(entries, tokens(pruner, before), goalTokens, before);
    }
}
