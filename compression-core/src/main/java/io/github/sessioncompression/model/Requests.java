package io.github.sessioncompression.model;

import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the requests of one compilation and knows how much room they leave. Immutable. */
final class Requests {
    /** The size the model is asked for, as a share of what is allowed: it cannot count, so it must not aim at the edge. */
    private static final double TARGET_SHARE = 0.8;

    /** The share of the window that is planned with, because counts are estimates. */
    private static final double WINDOW_SHARE = 0.9;

    private static final int LEAST_OUTPUT_TOKENS = 4_096;
    private static final int CORRECTION_TOKENS = 100;
    /** Tells the model a size that it can judge. English is nearer to 0.75, Russian and German to 0.5. */
    private static final double WORDS_PER_TOKEN = 0.5;

    private static final int FOCUS_CODE_POINTS = 1_000;
    private static final int CONTEXT_CODE_POINTS = 8_000;
    private static final int TOKENS_BEFORE = 600;
    private static final int SHARE_BEFORE = 24;

    /** What tells the model of what was said before; here, because an application's own instructions know nothing of it. */
    private static final String COVERED =
            "These messages came right before the new ones and are covered already. They are shown so that you understand what answers them"
                    + " or corrects them; what else they say is not to be written down again.\n";

    private final ModelOptions options;
    private final MessageTokens tokens;
    private final StateSchema schema;
    private final String jsonSchema;
    private final @Nullable String focus;
    private final @Nullable String systemContext;
    private final int maxOutputTokens;
    private final Stretches stretches;

    Requests(CompileRequest request, @Nullable String systemContext, ModelOptions options, MessageTokens tokens) {
        this.options = options;
        this.tokens = tokens;
        this.schema = request.schema();
        this.jsonSchema = StateJson.jsonSchema(schema);
        this.stretches = new Stretches(request.stretches());
        this.focus = content(request.focus(), Math.min(FOCUS_CODE_POINTS, options.contextWindow() / 16));
        this.systemContext = content(systemContext, Math.min(CONTEXT_CODE_POINTS, options.contextWindow() / 4));
        long byCap = Math.max(LEAST_OUTPUT_TOKENS, 2L * request.maxTokens()) + stretches.outputTokens();
        this.maxOutputTokens = options.maxOutputTokens() > 0
                ? options.maxOutputTokens()
                : (int) Math.min(options.contextWindow() / 3, byCap);
    }

    private static @Nullable String content(@Nullable String text, int limit) {
        return text == null || text.isBlank() ? null : Fence.escape(CodePoints.clean(CodePoints.cut(text, limit)));
    }

    /** How many tokens of messages fit beside everything else; zero or negative if none. */
    int room(@Nullable StateDocument previous) {
        return room(previous, null);
    }

    /** The same with what was said before them. */
    int room(@Nullable StateDocument previous, @Nullable String saidBefore) {
        ModelRequest empty = compile("", previous, saidBefore, options.contextWindow(), !stretches.isEmpty());
        return left(empty) - CORRECTION_TOKENS;
    }

    /** What may be shown of what was said before the messages, in tokens. */
    int roomBefore() {
        return Math.min(TOKENS_BEFORE, options.contextWindow() / SHARE_BEFORE);
    }

    /** How many tokens of the part of the window that is planned with {@code request} does not take. */
    private int left(ModelRequest request) {
        return (int) ((long) (options.contextWindow() * WINDOW_SHARE) - size(request, tokens));
    }

    /** Whether the window has room for a request; for one with a state that the model wrote beyond its limit it may have none. */
    boolean fits(ModelRequest request) {
        return left(request) >= 0;
    }

    /** What a request takes of a window in tokens, the answer included. */
    static long size(ModelRequest request, MessageTokens tokens) {
        return (long) request.maxOutputTokens()
                + tokens.countText(request.instructions())
                + tokens.countText(request.jsonSchema())
                + tokens.countText(request.prompt());
    }

    /** Asks for a state of at most {@code limit} tokens: a first one, or one merged with {@code previous}. */
    ModelRequest compile(String transcript, @Nullable StateDocument previous, long limit) {
        return compile(transcript, previous, null, limit, false);
    }

    /**
     * The same.
     *
     * @param saidBefore what was said last before them, rendered like them; {@code null} for nothing
     * @param tells whether stretches are to be told of beside it
     */
    ModelRequest compile(
            String transcript,
            @Nullable StateDocument previous,
            @Nullable String saidBefore,
            long limit,
            boolean tells) {
        Prompts prompts = options.prompts();
        String template = previous == null ? prompts.initial() : prompts.merge();
        return request(
                template, transcript, previous, saidBefore == null ? null : COVERED + saidBefore, null, limit, tells);
    }

    /** Asks to shorten a state of {@code size} tokens to {@code limit}. */
    ModelRequest condense(StateDocument state, int size, long limit) {
        String correction = "The state took " + size + " tokens, but the limit is " + limit + ".";
        return request(options.prompts().condense(), "", state, null, correction, limit, false);
    }

    /** Asks the same once more, saying what was wrong with the answer. */
    static ModelRequest corrected(ModelRequest first, Reading.Fault fault) {
        return first.withCorrection("Your previous answer was refused: " + fault.detail() + ".");
    }

    /** Asks the same once more, naming what the answer must not leave out, as much of it as there is room for. */
    ModelRequest completed(ModelRequest first, List<String> missing) {
        StringBuilder correction = new StringBuilder("Your previous answer left out most of what matters, such as:");
        int left = left(first) - tokens.countText(correction.toString());
        for (String text : missing) {
            String line = "\n- " + Fence.escape(CodePoints.clean(text));
            left -= tokens.countText(line);
            if (left < 0) {
                break;
            }
            correction.append(line);
        }
        return first.withCorrection(correction.toString());
    }

    private ModelRequest request(
            String template,
            String transcript,
            @Nullable StateDocument previous,
            @Nullable String saidBefore,
            @Nullable String correction,
            long limit,
            boolean tells) {
        int target = (int) Math.max(1, limit * TARGET_SHARE);
        int words = (int) Math.max(1, target * WORDS_PER_TOKEN);
        return new ModelRequest(
                Prompts.fill(template, schema, tells ? Stretches.line() : "", target, words),
                transcript,
                previous == null ? null : Fence.escapeJson(StateJson.write(schema, previous)),
                saidBefore,
                focus,
                systemContext,
                correction,
                schema.name(),
                tells ? Stretches.schema(jsonSchema) : jsonSchema,
                maxOutputTokens);
    }
}
