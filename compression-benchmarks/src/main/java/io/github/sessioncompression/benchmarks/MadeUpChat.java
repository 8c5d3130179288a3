package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Made-up chats of a given size, the same ones on every run. */
final class MadeUpChat {
    private static final String[] SUBJECTS =
            parts("the invoice, our backup job, the green tent, platform four, Mrs. Albrecht, "
                    + "the parser, a spare wheel, the second migration, that rental contract, "
                    + "the greenhouse, my neighbour, the release branch");
    private static final String[] VERBS =
            parts("arrives on, was moved to, depends on, failed because of, costs more than, "
                    + "should wait for, replaces, was agreed with, contradicts, is stored next to");
    private static final String[] OBJECTS =
            parts("Tuesday at 14:05, ticket 4711, the old warehouse, version 3.8.2, a broken sensor, "
                    + "line 212 of main.py, the café in Lyon, 199.50 euros, two colleagues from Graz, "
                    + "the night shift, order BX-77, a missing index");

    private final Random random = new Random(42);

    /** A text of about {@code tokens} tokens. */
    String text(int tokens) {
        StringBuilder text = new StringBuilder();
        for (int words = 0; words < tokens * 3 / 4; words += 6) {
            text.append(pick(SUBJECTS))
                    .append(' ')
                    .append(pick(VERBS))
                    .append(' ')
                    .append(pick(OBJECTS));
            text.append(random.nextInt(3) == 0 ? ". " : " and ");
        }
        return text.append("so we ")
                .append(pick(VERBS))
                .append(" it ")
                .append(random.nextInt(10_000))
                .append('.')
                .toString();
    }

    /** {@code count} messages of about {@code tokens} tokens, user and assistant in turn. */
    List<Message> talk(int count, int tokens) {
        List<Message> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            messages.add(i % 2 == 0 ? Message.user(text(tokens)) : Message.assistant(text(tokens)));
        }
        return messages;
    }

    private static String[] parts(String all) {
        return all.split(", ", -1);
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }
}
