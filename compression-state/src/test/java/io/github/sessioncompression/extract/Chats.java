package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Conversations and shortcuts for the tests of the extract compiler. */
final class Chats {
    static final TokenCounter COUNTER = TokenCounter.o200k();
    static final ExtractCompiler COMPILER = new ExtractCompiler(COUNTER);

    private static final List<String> PLACES = List.of("harbour", "museum", "bakery", "library", "stadium", "vineyard");
    private static final List<String> THINGS = List.of("lantern", "violin", "canoe", "telescope", "carpet", "teapot");
    private static final List<String> DEEDS = List.of("repaired", "bought", "painted", "borrowed", "sold", "lost");

    private Chats() {}

    static Message says(String name, String text) {
        return Message.user(text).withName(name);
    }

    static Message answers(String name, String text) {
        return Message.assistant(text).withName(name);
    }

    static Message on(String day, Message message) {
        return message.withTimestamp(Instant.parse(day + "T10:15:00Z"));
    }

    static StateDocument compile(int maxTokens, Message... span) {
        return compile(null, maxTokens, List.of(span));
    }

    static StateDocument compile(@Nullable StateDocument previous, int maxTokens, List<Message> span) {
        return compile(StateSchema.session(), previous, maxTokens, span);
    }

    static StateDocument compile(
            StateSchema schema, @Nullable StateDocument previous, int maxTokens, List<Message> span) {
        return COMPILER.compile(new CompileRequest(schema, Entries.of(span), previous, null, maxTokens));
    }

    static int tokens(StateDocument state) {
        return COUNTER.count(StateEnvelope.wrap(StateSchema.session(), state));
    }

    /** A conversation of {@code messages} messages between two people; the same for the same seed. */
    static List<Message> random(long seed, int messages) {
        Random random = new Random(seed);
        List<Message> chat = new ArrayList<>(messages);
        for (int i = 0; i < messages; i++) {
            String text = "I " + any(random, DEEDS) + " a " + any(random, THINGS) + " number " + random.nextInt(1000)
                    + " at the " + any(random, PLACES) + ", and it cost " + random.nextInt(500) + " euros. "
                    + (random.nextInt(3) == 0 ? "What did you do?" : "It was a long day!");
            chat.add(i % 2 == 0 ? says("Nora", text) : answers("Piet", text));
        }
        return chat;
    }

    private static String any(Random random, List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    /** All texts of a state, one per line. */
    static String text(StateDocument state) {
        StringBuilder text = new StringBuilder();
        state.texts()
                .values()
                .forEach(texts -> texts.forEach(line -> text.append(line).append('\n')));
        return text.toString();
    }
}
