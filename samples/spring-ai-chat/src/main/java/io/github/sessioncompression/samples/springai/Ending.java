package io.github.sessioncompression.samples.springai;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** End of an answer, as far as the reader has to be told. For one answer, whose pieces come one after the other. */
final class Ending {
    /** Providers' finish reasons where the model, or a filter, would not answer. */
    private static final Set<String> REFUSALS =
            Set.of("content_filter", "refusal", "safety", "prohibited_content", "blocklist", "recitation", "spii");

    private boolean spoken;
    private String reason = "";

    /** Takes a piece of the answer and returns its words. */
    String words(ChatResponse piece) {
        Generation generation = piece.getResult();
        if (generation == null) {
            return "";
        }
        String finished = generation.getMetadata().getFinishReason();
        if (finished != null && !finished.isBlank()) {
            reason = finished.toLowerCase(Locale.ROOT);
        }
        String text = Objects.requireNonNullElse(generation.getOutput().getText(), "");
        spoken |= !text.isBlank();
        return text;
    }

    /** One line where the answer is not what it should be; {@code null} where it is. */
    @Nullable
    String remark() {
        if (REFUSALS.contains(reason)) {
            return spoken ? "The provider cut this answer short." : "The model refused to answer this.";
        }
        if (!spoken) {
            return "The model gave an empty answer.";
        }
        return reason.equals("length") || reason.equals("max_tokens")
                ? "The answer has reached its longest length."
                : null;
    }
}
