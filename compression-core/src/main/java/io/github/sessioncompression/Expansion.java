package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What came back for a user's message: earlier ones, quoted as data, which a view shows before it.
 *
 * @param question the user's message
 * @param messages one of the user's that quotes, and one of the assistant's that has read it, so that roles alternate
 * @param tokens what they cost
 * @param quoted the places of what is quoted
 * @param texts what of it is quoted
 */
record Expansion(Entry question, List<Message> messages, int tokens, Set<Long> quoted, List<String> texts) {
    /** What the assistant is taken to have said to the quotation. */
    static final String ACKNOWLEDGEMENT = "(Read.)";

    private static final String WHY = ", because it may help to answer the message that follows";

    /** Below this a message is not worth being quoted in part, in UTF-16 units. */
    private static final int LEAST_CHARS = 80;
    /** About how many characters cost a token, so that the first try is a good one. */
    private static final int CHARS_A_TOKEN = 4;

    Expansion {
        messages = List.copyOf(messages);
        quoted = Set.copyOf(quoted);
        texts = List.copyOf(texts);
    }

    /**
     * As much of {@code hits} as there is room for, in the order in which they were said.
     *
     * @param hits the most important first
     * @param most how many of them at most
     * @param room how many tokens at most
     * @return {@code null} if there is no room for any
     */
    static @Nullable Expansion of(Entry question, List<Hit> hits, int most, int room, ContextRules rules) {
        List<Hit> taken = new ArrayList<>();
        for (Hit hit : hits.subList(0, Math.min(most, hits.size()))) {
            Hit fitting = fitting(taken, hit, room, rules);
            if (fitting != null) {
                taken.add(fitting);
            }
        }
        if (taken.isEmpty()) {
            return null;
        }
        List<Message> pair = pair(taken);
        Set<Long> quoted = new HashSet<>();
        taken.forEach(hit -> quoted.add(hit.sequence()));
        List<String> texts = taken.stream().map(Hit::excerpt).toList();
        return new Expansion(question, pair, cost(pair, rules), quoted, texts);
    }

    /** The hit, or the head of it, as long as the pair has its room with it. */
    private static @Nullable Hit fitting(List<Hit> taken, Hit hit, int room, ContextRules rules) {
        List<Hit> all = new ArrayList<>(taken);
        all.add(hit);
        int cost = cost(pair(all), rules);
        int chars = hit.excerpt().length();
        while (cost > room && chars >= LEAST_CHARS) {
            chars = Math.min(chars - (cost - room) * CHARS_A_TOKEN, chars * 9 / 10);
            if (chars >= LEAST_CHARS) {
                all.set(all.size() - 1, withExcerpt(hit, Quotation.cut(hit.excerpt(), chars)));
                cost = cost(pair(all), rules);
            }
        }
        return cost > room ? null : all.get(all.size() - 1);
    }

    private static Hit withExcerpt(Hit hit, String excerpt) {
        return new Hit(hit.sequence(), hit.role(), hit.name(), hit.timestamp(), hit.segment(), excerpt, hit.score());
    }

    private static List<Message> pair(List<Hit> hits) {
        List<Hit> ordered = new ArrayList<>(hits);
        ordered.sort(Comparator.comparingLong(Hit::sequence));
        List<Object> quoted = new ArrayList<>();
        ordered.forEach(hit -> quoted.add(Quotation.of(hit)));
        return List.of(
                Message.user(Quotation.fenced(WHY, Map.of("messages", quoted))), Message.assistant(ACKNOWLEDGEMENT));
    }

    private static int cost(List<Message> messages, ContextRules rules) {
        return messages.stream().mapToInt(rules::count).sum();
    }
}
