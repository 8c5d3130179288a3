package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Preset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invariant 17 and the hard limit, for small and medium windows under the presets' own ratios. */
class LeastGainTest {
    private static final List<String> WORDS = List.of(
            "harbour", "invoice", "Tuesday", "Greta", "seven", "violet", "train", "budget", "kitchen", "I", "we",
            "will", "not", "before", "the", "paint", "14", "Oslo", "because");

    @ParameterizedTest
    @CsvSource({"1300, balanced", "2500, high-quality", "8000, balanced", "16000, high-quality"})
    void compressionFreesAFifthBelowTheHardLimit(int window, String preset) {
        CompressionPolicy policy = CompressionPolicy.preset(
                        Preset.valueOf(preset.toUpperCase(Locale.ROOT).replace('-', '_')))
                .withContextWindow(window);
        List<StageFinished> made = new ArrayList<>();
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .executor(Runnable::run)
                .listener(event -> {
                    if (event instanceof StageFinished stage
                            && stage.stage() == Stage.COMPRESS
                            && stage.affected() > 0) {
                        made.add(stage);
                    }
                })
                .build()) {
            Conversation chat = compressor.conversation("c");
            Random random = new Random(window);
            int system = 0;
            for (int said = 0; said < 5 * window / 2; ) {
                Message question = Message.user(text(random, window));
                Message answer = Message.assistant(text(random, window));
                chat.append(question);
                View view = chat.view();
                system = view.systemTokens();
                assertThat(view.tokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
                chat.append(answer);
                said += (question.text().length() + answer.text().length()) / 4;
            }
            int prompt = system;
            assertThat(made).hasSizeGreaterThan(2).allSatisfy(stage -> assertThat(
                            5L * (stage.tokensBefore() - stage.tokensAfter()))
                    .isGreaterThanOrEqualTo(
                            stage.tokensBefore() > policy.hardLimitTokens() ? 0 : stage.tokensBefore() - prompt));
        }
    }

    /** Some sentences, of at most a tenth of the window. */
    private static String text(Random random, int window) {
        StringBuilder text = new StringBuilder();
        for (int words = 5 + random.nextInt(window / 16); words > 0; words--) {
            text.append(WORDS.get(random.nextInt(WORDS.size()))).append(random.nextInt(9) == 0 ? ". " : " ");
        }
        return text.append('.').toString();
    }
}
