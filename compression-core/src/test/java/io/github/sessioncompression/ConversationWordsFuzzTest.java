package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.text.RandomSentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever is said in the words that rules look for, by people, tools or the model that writes the state: no rule throws, so that every chat is compressed. */
@Tag("endurance")
class ConversationWordsFuzzTest {
    @Test
    void noRuleThrows() {
        FuzzCases.CONVERSATION_WORDS.run(seed -> new Case(new Random(seed)).run());
    }

    private static final class Case {
        private final Random random;
        private final RandomSentences sentences;
        private final List<String> failures = new ArrayList<>();

        Case(Random random) {
            this.random = random;
            this.sentences = new RandomSentences(random);
        }

        void run() {
            SessionCompressor.Builder builder = SessionCompressor.builder()
                    .policy(CompressionPolicy.forWindow(4_000)
                            .withState(StateOptions.defaults().withMaxTokens(100 + random.nextInt(600))))
                    .executor(Runnable::run)
                    .listener(this::hear);
            if (random.nextBoolean()) {
                builder.model(request -> ModelAnswer.of(answer()));
            }
            try (SessionCompressor compressor = builder.build()) {
                Conversation chat = compressor.conversation("chat");
                chat.append(Message.system(sentences.next() + "Be kind."));
                for (int round = 0; round < 3; round++) {
                    chat.append(messages());
                    chat.compress();
                    chat.view();
                    chat.recall().search(sentences.next() + "table", 5);
                }
                chat.compressAll(Focus.on(sentences.next() + "table"));
            }
            assertThat(failures).isEmpty();
        }

        /** A model may be refused for what it wrote; what throws has the name of what was thrown. */
        private void hear(CompressionEvent event) {
            if (event instanceof CompressionEvent.StageFailed failed
                    && (failed.failure().equals("UNEXPECTED")
                            || failed.failure().endsWith("EXCEPTION")
                            || failed.failure().endsWith("ERROR"))) {
                failures.add(failed.failure());
            }
        }

        private String answer() {
            if (random.nextInt(4) == 0) {
                return sentences.next();
            }
            return Json.write(Map.of(
                    "logos",
                    List.of(sentences.next(), sentences.next(), sentences.next()),
                    "pathos",
                    List.of(sentences.next()),
                    "abstract",
                    List.of(sentences.next()),
                    "conversation_summary",
                    sentences.next()));
        }

        private List<Message> messages() {
            List<Message> messages = new ArrayList<>();
            int size = 2 + random.nextInt(12);
            for (int i = 0; i < size; i++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2, 3 ->
                        messages.add(Message.user(sentences.next()).withName(random.nextInt(4) == 0 ? "Tom" : null));
                    case 4, 5, 6 -> messages.add(Message.assistant(sentences.next()));
                    default -> {
                        String arguments = random.nextInt(3) == 0 ? sentences.next() : "{\"path\":\"/a/b\"}";
                        ToolCall call = new ToolCall("call" + i, "fetch", arguments);
                        messages.add(Message.assistant(sentences.next(), List.of(call)));
                        messages.add(Message.toolResult(call.id(), call.name(), sentences.next()));
                    }
                }
            }
            messages.add(Message.user(sentences.next()));
            return messages;
        }
    }
}
