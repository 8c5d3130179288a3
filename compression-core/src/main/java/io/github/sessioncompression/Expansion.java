package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.Hit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Earlier messages that came back for a user's message, quoted as data before it.
 *
 * @param question the user's message
 * @param messages a message of the user that quotes, and one of the assistant, so that roles alternate
 * @param tokens the cost of {@code messages}
 * @param quoted the sequence numbers of the quoted messages
 * @param texts the quoted texts
 */
record Expansion(Entry question, List<Message> messages, int tokens, Set<Long> quoted, List<String> texts) {
    /** The assistant's message behind a quotation. */
    static final String ACKNOWLEDGEMENT = "(Read.)";

    private static final String WHY = ", because it may help to answer the message that follows";

    /** The shortest excerpt worth quoting, in UTF-16 units. */
    private static final int LEAST_CHARS = 80;

    private static final int CHARS_A_TOKEN = 4;

    /**
     * As many of {@code hits} as fit, in the order in which they were said.
     *
     * @param hits the most important first
     * @param room the most tokens
     * @return {@code null} if none fits
     */
    static @Nullable Expansion of(Entry question, List<Hit> hits, int room, ContextRules rules) {
        List<Hit> taken = new ArrayList<>();
        for (Hit hit : hits.subList(0, Math.min(ExpansionOptions.MAX_MESSAGES, hits.size()))) {
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

    /** The hit, or its head, if it fits beside those taken. */
    private static @Nullable Hit fitting(List<Hit> taken, Hit hit, int room, ContextRules rules) {
        List<Hit> all = new ArrayList<>(taken);
        all.add(hit);
        int cost = cost(pair(all), rules);
        int chars = hit.excerpt().length();
        while (cost > room && chars >= LEAST_CHARS) {
            chars = Math.min(chars - (cost - room) * CHARS_A_TOKEN, chars * 9 / 10);
            if (chars >= LEAST_CHARS) {
                all.set(all.size() - 1, hit.withExcerpt(Quotation.cut(hit.excerpt(), chars)));
                cost = cost(pair(all), rules);
            }
        }
        return cost > room ? null : all.get(all.size() - 1);
    }

    private static List<Message> pair(List<Hit> hits) {
        List<Map<String, @Nullable Object>> quoted = hits.stream()
                .sorted(Comparator.comparingLong(Hit::sequence))
                .map(Quotation::of)
                .toList();
        return List.of(
                Message.user(Quotation.fenced(WHY, Map.of("messages", quoted))), Message.assistant(ACKNOWLEDGEMENT));
    }

    private static int cost(List<Message> messages, ContextRules rules) {
        return messages.stream().mapToInt(rules::count).sum();
    }
}
