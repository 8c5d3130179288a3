package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Made-up chats of a given size, the same ones on every run. */
final class MadeUpChat {
    private static final String[] SUBJECTS = {
        "the invoice",
        "our backup job",
        "the green tent",
        "platform four",
        "Mrs. Albrecht",
        "the parser",
        "a spare wheel",
        "the second migration",
        "that rental contract",
        "the greenhouse",
        "my neighbour",
        "the release branch"
    };
    private static final String[] VERBS = {
        "arrives on",
        "was moved to",
        "depends on",
        "failed because of",
        "costs more than",
        "should wait for",
        "replaces",
        "was agreed with",
        "contradicts",
        "is stored next to"
    };
    private static final String[] OBJECTS = {
        "Tuesday at 14:05", "ticket 4711", "the old warehouse", "version 3.8.2", "a broken sensor",
                "line 212 of main.py",
        "the café in Lyon", "199.50 euros", "two colleagues from Graz", "the night shift", "order BX-77",
                "a missing index"
    };

    private static final String[] SYLLABLES = {
        "ra", "mo", "lin", "ket", "sa", "dor", "vi", "ban", "tur", "ne", "gol", "pe", "shi", "wan", "cor", "el", "fi",
        "dun"
    };
    private static final int NAMES = 5_000;

    private final Random random = new Random(42);

    /** A text of about {@code tokens} tokens. */
    String text(int tokens) {
        StringBuilder text = new StringBuilder();
        for (int words = 0; words < tokens * 3 / 4; words += 6) {
            text.append(pick(SUBJECTS) + ' ' + pick(VERBS) + ' ' + pick(OBJECTS));
            text.append(random.nextInt(3) == 0 ? ". " : " and ");
        }
        return text + "so we " + pick(VERBS) + " it " + random.nextInt(10_000) + '.';
    }

    /** {@code count} messages of about {@code tokens} tokens, user and assistant in turn. */
    List<Message> talk(int count, int tokens) {
        return IntStream.range(0, count)
                .mapToObj(i -> i % 2 == 0 ? Message.user(text(tokens)) : Message.assistant(text(tokens)))
                .toList();
    }

    /** A short question and a long answer to it: an opening, a list with names and figures that differ, a question back. */
    List<Message> answered() {
        StringBuilder answer = new StringBuilder("Here are a few options for " + name() + ":\n\n");
        for (int item = 1; item <= 8; item++) {
            answer.append(item + ". **" + name() + ' ' + name() + "**: " + text(16) + " You can ask " + name()
                    + " about the " + name() + ", which takes " + random.nextInt(1_000) + " minutes.\n");
        }
        answer.append("\nWould you like me to compare " + name() + " and " + name() + '?');
        String question = "I'm planning " + name() + " with " + name() + " and " + text(12) + " Can you help me?";
        return List.of(Message.user(question), Message.assistant(answer.toString()));
    }

    /** One of some thousand names; a few of them often. */
    private String name() {
        int rank = (int) (NAMES * random.nextDouble() * random.nextDouble() * random.nextDouble());
        StringBuilder name = new StringBuilder();
        for (int rest = rank + SYLLABLES.length; rest > 0; rest /= SYLLABLES.length) {
            name.append(SYLLABLES[rest % SYLLABLES.length]);
        }
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }
}
