package io.github.sessioncompression.model;

import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;
import org.jspecify.annotations.Nullable;

/** Writes the requests of one compilation and measures the room they leave. Immutable. */
final class Requests {
    /** Size the model is asked for, as a share of the cap; the rest is for the ledger and for miscounting. */
    private static final double TARGET_SHARE = 0.95;

    /** Share of the window that is planned with, because counts are estimates. */
    private static final double WINDOW_SHARE = 0.9;

    /** English has about 0.75 words a token, Russian and German 0.5 to 0.6. */
    private static final double WORDS_PER_TOKEN = 0.7;

    private static final int LEAST_OUTPUT_TOKENS = 4_096;
    private static final int CORRECTION_TOKENS = 100;

    private static final int FOCUS_CODE_POINTS = 1_000;
    private static final int CONTEXT_CODE_POINTS = 8_000;
    private static final int TOKENS_BEFORE = 600;
    private static final int SHARE_BEFORE = 24;

    /** Explains the earlier messages; not part of the templates, because an application's own ones know nothing of them. */
    private static final String COVERED =
            "These messages came right before the new ones and are covered already. They are shown so that you understand"
                    + " answers to them and corrections of them; do not write down anything else they say.\n";

    private final ModelOptions options;
    private final MessageTokens tokens;
    private final StateSchema schema;
    private final String jsonSchema;
    private final @Nullable String focus;
    private final @Nullable String systemContext;
    private final int maxOutputTokens;
    private final SegmentField segments;

    Requests(CompileRequest request, @Nullable String systemContext, ModelOptions options, MessageTokens tokens) {
        this.options = options;
        this.tokens = tokens;
        this.schema = request.schema();
        this.jsonSchema = StateJson.jsonSchema(schema);
        this.segments = new SegmentField(request.stretches());
        this.focus = content(request.focus(), Math.min(FOCUS_CODE_POINTS, options.contextWindow() / 16));
        this.systemContext = content(systemContext, Math.min(CONTEXT_CODE_POINTS, options.contextWindow() / 4));
        long byCap = Math.max(LEAST_OUTPUT_TOKENS, 2L * request.maxTokens()) + segments.outputTokens();
        this.maxOutputTokens = options.maxOutputTokens() > 0
                ? options.maxOutputTokens()
                : (int) Math.min(options.contextWindow() / 3, byCap);
    }

    private static @Nullable String content(@Nullable String text, int limit) {
        return text == null || text.isBlank() ? null : Fence.escape(CodePoints.clean(CodePoints.cut(text, limit)));
    }

    /** Tokens of messages that fit beside everything else; zero or negative if none. */
    int room(@Nullable StateDocument previous, @Nullable String saidBefore) {
        ModelRequest empty = compile("", previous, saidBefore, options.contextWindow(), !segments.isEmpty());
        return left(empty) - CORRECTION_TOKENS;
    }

    /** Most tokens of earlier messages that are shown. */
    int roomBefore() {
        return Math.min(TOKENS_BEFORE, options.contextWindow() / SHARE_BEFORE);
    }

    /** Tokens of the planned part of the window that {@code request} leaves free. */
    private int left(ModelRequest request) {
        return (int) ((long) (options.contextWindow() * WINDOW_SHARE) - size(request, tokens));
    }

    /** True if the window has room for a request. */
    boolean fits(ModelRequest request) {
        return left(request) >= 0;
    }

    /** Tokens of a window that a request takes, the answer included. */
    static long size(ModelRequest request, MessageTokens tokens) {
        return (long) request.maxOutputTokens()
                + tokens.countText(request.instructions())
                + tokens.countText(request.jsonSchema())
                + tokens.countText(request.prompt());
    }

    /**
     * Asks for a state of at most {@code limit} tokens: a first one, or one merged with {@code previous}.
     *
     * @param saidBefore the last messages before these, rendered like them; {@code null} for nothing
     * @param tells true if segments are to be summarized beside it
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
                Prompts.fill(template, schema, tells ? SegmentField.line() : "", target, words),
                transcript,
                previous == null ? null : Fence.escapeJson(StateJson.write(schema, previous)),
                saidBefore,
                focus,
                systemContext,
                correction,
                schema.name(),
                tells ? SegmentField.schema(jsonSchema) : jsonSchema,
                maxOutputTokens);
    }
}
