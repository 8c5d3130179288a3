package io.github.sessioncompression;

import io.github.sessioncompression.context.Context;
import io.github.sessioncompression.context.Context.ContextSource;
import io.github.sessioncompression.context.ContextRules;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.thinking.KeptThinking;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Contexts made by hand: nothing is done to their messages, each of which is said to cost ten tokens and one a word. */
final class Contexts {
    static final CompressionPolicy POLICY = CompressionPolicy.forWindow(100_000);
    static final ContextRules RULES = new ContextRules(POLICY, MessageTokens.of(POLICY.tokens()));
    static final StateDocument STATE = StateDocument.ofTexts(Map.of("logos", List.of("the pot is blue")));

    private Contexts() {}

    /** Token count of a message in these tests. */
    static int tokens(Message message) {
        return 10 + message.text().split(" ", -1).length;
    }

    static Entry entry(long sequence, Message message) {
        return new Entry(sequence, message, tokens(message));
    }

    /** The messages under the numbers from {@code first} on. */
    static List<Entry> entries(long first, Message... messages) {
        List<Entry> entries = new ArrayList<>();
        for (Message message : messages) {
            entries.add(entry(first + entries.size(), message));
        }
        return entries;
    }

    /** A context of a chat without a state; system messages at its beginning are its system prompt. */
    static Context of(List<Entry> entries) {
        return of(StateDocument.EMPTY, 0, entries);
    }

    private static final KeptThinking PLAIN = new KeptThinking(0, 0, false, false, true);

    /** A context that shows a state for everything up to {@code headThrough}; what of that is among {@code entries} is pinned. */
    static Context of(StateDocument state, long headThrough, List<Entry> entries) {
        int system = 0;
        while (system < entries.size() && entries.get(system).message().role() == Role.SYSTEM) {
            system++;
        }
        ContextSource basis = new ContextSource(CompressionRecord.none("session"), headThrough, 0);
        List<Entry> others = entries.subList(system, entries.size());
        int pins = Entry.countThrough(others, headThrough);
        List<Context.Pinned> pinned = others.subList(0, pins).stream()
                .map(entry -> new Context.Pinned(entry, ViewPart.Kind.PINNED))
                .toList();
        Context context = new Context(RULES, basis, 0, entries.subList(0, system), system > 0, pinned, state, PLAIN);
        others.subList(pins, others.size()).forEach(entry -> context.append(entry, ViewPart.Kind.ORIGINAL));
        return context;
    }
}
