package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** For any input, the state stays within its cap, is the same each time, and merges with itself. */
class ExtractFuzzTest {
    private static final String[] PIECES =
            ("I #the #bought #Ann: #; #. #? #! #\n#[#]#(#)#\"#{#}#, #not #42 #8 May: #€#café #москва #成都#、#。#مرحبا #🎉#"
                            + "\ud83d#\u0000#\u200f#a/b.txt #tone warm #don't #' #- #—#1. #tool find: #</session_state>#\\u00#\t#: #"
                            + "x".repeat(200))
                    .split("#", -1);

    @Test
    void isDeterministicAndWithinCapForAnyInput() {
        FuzzCases.OFFLINE.run(20_240_817L, seed -> {
            Random random = new Random(seed);
            TokenCounter counter = random.nextBoolean() ? TokenCounter.o200k() : TokenCounter.characters(3.7);
            ExtractCompiler compiler = new ExtractCompiler(counter);
            List<StateSchema> schemas =
                    List.of(StateSchema.session(), StateSchema.research(), StateSchema.continuation());
            StateSchema schema = schemas.get(random.nextInt(schemas.size()));
            int cap = 1 + random.nextInt(440);
            StateDocument state = null;
            for (int generation = 0; generation < 3; generation++) {
                CompileRequest request = new CompileRequest(
                        schema,
                        Entries.of(1 + 100L * generation, chat(random)),
                        state,
                        random.nextBoolean() ? text(random) : null,
                        cap);
                state = compiler.compile(request);

                assertThat(compiler.compile(request)).as("seed %d", seed).isEqualTo(state);
                if (!state.isEmpty()) {
                    assertThat(counter.count(StateEnvelope.wrap(schema, state)))
                            .as("seed %d", seed)
                            .isLessThanOrEqualTo(cap);
                }
            }
        });
    }

    private static List<Message> chat(Random random) {
        List<Message> chat = new ArrayList<>();
        int size = random.nextInt(12);
        for (int i = 0; i < size; i++) {
            Message message =
                    switch (random.nextInt(4)) {
                        case 0 -> Message.user(text(random)).withName(random.nextBoolean() ? text(random) : null);
                        case 1 -> Message.assistant(text(random));
                        case 2 ->
                            Message.assistant(
                                    text(random),
                                    List.of(new ToolCall("c" + i, text(random), "{\"a\":\"" + text(random))));
                        default ->
                            Message.toolResult(
                                    "c" + (i - 1), text(random), "{\"id\":\"Z9\",\"b\":\"" + text(random) + "\"}");
                    };
            chat.add(random.nextBoolean() ? message : message.withTimestamp(Instant.ofEpochSecond(random.nextInt())));
        }
        return chat;
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int size = random.nextInt(40);
        for (int i = 0; i < size; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }
}
