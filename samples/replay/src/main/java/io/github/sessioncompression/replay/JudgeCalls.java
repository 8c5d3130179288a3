package io.github.sessioncompression.replay;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.token.Usage;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the model that judges. Each is answered by one JSON object, or by the reason for which there is none; a call that fails is made once
 * more, and none is made after a failure that lasts, such as a wrong key. Not safe for use by many threads.
 */
final class JudgeCalls {
    private static final int MOST_TRIES = 2;

    private final StructuredModel model;
    private int calls;
    private Usage usage = Usage.NONE;
    private @Nullable String end;

    JudgeCalls(StructuredModel model) {
        this.model = model;
    }

    /**
     * One kind of call.
     *
     * @param instructions the model's task
     * @param schema the JSON schema of the answer
     */
    record Form(String instructions, String name, String schema, int maxOutputTokens) {}

    /** No usable answer; the message is the reason in two or three words. */
    static final class Unanswered extends Exception {
        private static final long serialVersionUID = 1;

        Unanswered(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    int calls() {
        return calls;
    }

    Usage usage() {
        return usage;
    }

    /** The lasting failure, for people; {@code null} if there was none. */
    @Nullable
    String end() {
        return end;
    }

    /**
     * Asks the model.
     *
     * @param reader takes what is asked for out of the object; {@code null} if it is not there
     */
    <T> T ask(Form form, String prompt, Function<Map<String, @Nullable Object>, @Nullable T> reader) throws Unanswered {
        ModelRequest request =
                new ModelRequest(form.instructions(), prompt, form.name(), form.schema(), form.maxOutputTokens());
        Unanswered problem = new Unanswered("not asked");
        for (int tries = 0; tries < MOST_TRIES && end == null; tries++) {
            try {
                return read(answer(request), reader);
            } catch (Unanswered unanswered) {
                problem = unanswered;
            }
        }
        throw problem;
    }

    private ModelAnswer answer(ModelRequest request) throws Unanswered {
        calls++;
        try {
            ModelAnswer answer = model.answer(request);
            usage = usage.plus(answer.usage() == null ? Usage.NONE : answer.usage());
            return answer;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            end = "it was interrupted";
        } catch (Exception failed) {
            // The provider's words may hold a key or the chat, so only the status is told.
            ProviderFailure failure = model.failure(failed);
            if (failure.contextLengthExceeded().isPresent()) {
                throw new Unanswered("too long for the model");
            } else if (failure.isRefusal()) {
                throw new Unanswered("refused");
            } else if (failure.isLasting()) {
                end = "the provider answered with status " + failure.status();
            }
        }
        throw new Unanswered("failed");
    }

    private static <T> T read(ModelAnswer answer, Function<Map<String, @Nullable Object>, @Nullable T> reader)
            throws Unanswered {
        if (answer.finishReason() == FinishReason.LENGTH) {
            throw new Unanswered("cut off");
        } else if (answer.finishReason() != FinishReason.STOP) {
            throw new Unanswered("refused");
        } else if (answer.text().isBlank()) {
            throw new Unanswered("blank");
        }
        T found = null;
        int from = answer.text().indexOf('{');
        int to = answer.text().lastIndexOf('}');
        if (from >= 0 && from < to) {
            try {
                found = reader.apply(Json.parseObject(answer.text().substring(from, to + 1)));
            } catch (JsonSyntaxException noJson) {
                found = null;
            }
        }
        if (found == null) {
            throw new Unanswered("without the JSON asked for");
        }
        return found;
    }
}
