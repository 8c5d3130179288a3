package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** End of an answer, as far as the reader has to be told. For one answer, whose pieces come one after the other. */
final class Ending {
    private boolean spoken;
    private FinishReason reason = FinishReason.STOP;

    /** Takes a piece of the answer and returns its words. */
    String words(ChatResponse piece) {
        Generation generation = piece.getResult();
        if (generation == null) {
            return "";
        }
        String finished = generation.getMetadata().getFinishReason();
        if (finished != null && !finished.isBlank()) {
            reason = FinishReason.of(finished);
        }
        String text = Objects.requireNonNullElse(generation.getOutput().getText(), "");
        spoken |= !text.isBlank();
        return text;
    }

    /** One line where the answer is not what it should be; {@code null} where it is. */
    @Nullable
    String remark() {
        if (reason == FinishReason.CONTENT_FILTER) {
            return spoken ? "The provider cut this answer short." : "The model refused to answer this.";
        }
        if (!spoken) {
            return "The model gave an empty answer.";
        }
        return reason == FinishReason.LENGTH ? "The answer has reached its longest length." : null;
    }
}
