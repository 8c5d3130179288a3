package io.github.sessioncompression.model;

import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the requests of one compilation and measures the room they leave, all in tokens as counted here.
 *
 * <p><em>Algorithm</em>: 1. plan with {@value #WINDOW_SHARE} of the compression model's window, because counts are estimates; 2. take off the
 * instructions, the schema and {@value #CORRECTION_TOKENS} tokens for a correction; 3. a third of the rest is the most that the former
 * state may take, and the answer gets a third at most, unless {@link ModelOptions#maxOutputTokens()} sets its limit; 4. the messages get what is
 * left. A model is asked for {@value #TARGET_SHARE} of the state's cap, in tokens and in words.
 *
 * <p>All that comes from the chat is escaped and between the tags of {@link PromptTags}. <em>Does nothing</em> about a window without room:
 * {@link #isWorth} returns false, and nobody asks. <em>Threads</em>: immutable.
 */
final class Requests {
    /** Size the model is asked for, as a share of the cap; the rest is for the ledger and for miscounting. */
    private static final double TARGET_SHARE = 0.95;

    /** Share of the window that is planned with, because counts are estimates. */
    private static final double WINDOW_SHARE = 0.9;

    /** Least output limit for a state however small its cap: models that think may spend much of it before they write. */
    private static final int LEAST_OUTPUT_TOKENS = 4_096;
    /** Room that a repeated question needs for the fault of the answer before. */
    private static final int CORRECTION_TOKENS = 100;
    /** Least third of a window with which a compression is tried, in tokens. */
    private static final int LEAST_THIRD = 200;

    private static final int FOCUS_CODE_POINTS = 1_000;
    private static final int CONTEXT_CODE_POINTS = 8_000;
    /** Most tokens of earlier messages, in large windows. */
    private static final int TOKENS_BEFORE = 600;
    /** Part of a small window that earlier messages take at most. */
    private static final int SHARE_BEFORE = 24;

    /** Explains the earlier messages; not part of the templates, because an application's own ones know nothing of them. */
    private static final String COVERED =
            "These messages came right before the new ones and are covered already. They are shown so that you understand"
                    + " answers to them and corrections of them; do not write down anything else they say.\n";

    /** Times the output limit that an answer gets at most after one that was cut off. */
    private static final long MORE_OUTPUT = 4;

    /** Last words of each prompt. */
    private static final String FORM = " Answer with the JSON object only.";

    private final ModelOptions options;
    private final MessageTokens tokens;
    private final StateSchema schema;
    private final SegmentField segments;
    private final boolean aboutUser;
    private final @Nullable String focus;
    private final @Nullable String systemContext;
    /** Third of the window beside the instructions, in tokens. */
    private final int third;

    private final double wordsPerToken;
    private final int maxOutputTokens;

    /**
     * The requests of one compilation.
     *
     * @param segments the segments to ask for
     * @param systemContext the chat's system prompt, secrets hidden; of a long one head and tail are shown; {@code null} for none
     * @param options with the window that is planned with, and the output limit
     */
    Requests(
            CompileRequest request,
            SegmentField segments,
            @Nullable String systemContext,
            ModelOptions options,
            MessageTokens tokens) {
        this.options = options;
        this.tokens = tokens;
        this.schema = request.schema();
        this.segments = segments;
        this.aboutUser = request.aboutUser();
        this.wordsPerToken = WordRate.of(request.span(), tokens);
        this.third = Math.max(0, free()) / 3;
        this.focus = content(request.focus(), Math.min(FOCUS_CODE_POINTS, third / 4));
        this.systemContext = content(systemContext, Math.min(CONTEXT_CODE_POINTS, third));
        long byCap = Math.max(LEAST_OUTPUT_TOKENS, 2L * request.maxTokens()) + segments.outputTokens();
        this.maxOutputTokens = options.maxOutputTokens() > 0
                ? options.maxOutputTokens()
                : (int) Math.max(1, Math.min(Math.min(third, options.outputOfModel()), byCap));
    }

    /** Tokens of the planned part of the window beside the instructions, which the former state, the messages and the answer share. */
    private int free() {
        String instructions = PromptTemplate.fill(
                options.mergePrompt().orElseGet(PromptTemplate.MERGE::bundled), schema, lines(segments), 0, 0);
        int fixed = tokens.countText(instructions) + tokens.countText(jsonSchema(segments));
        return (int) (options.contextWindow() * WINDOW_SHARE) - fixed - CORRECTION_TOKENS;
    }

    /** The largest state that the model can write and be given again, in tokens: a third of the window beside the instructions. */
    int stateRoom() {
        return Math.min(third, maxOutputTokens);
    }

    /** As {@link #stateRoom}, and no limit if the model is never asked because its window has no room. */
    int mostStateTokens() {
        return isWorth(third) ? stateRoom() : Integer.MAX_VALUE;
    }

    /** True if messages of {@code room} tokens are worth a call: else nearly all that is paid for is instructions. */
    boolean isWorth(int room) {
        return third >= LEAST_THIRD && room >= third / 3;
    }

    /** A text for a section of the prompt: cut, clean and escaped; {@code null} if it is blank. */
    private static @Nullable String content(@Nullable String text, int limit) {
        return text == null || text.isBlank() ? null : PromptTags.escape(CodePoints.clean(CodePoints.cut(text, limit)));
    }

    /** Tokens of messages that fit beside everything else; zero or negative if none. */
    int room(@Nullable StateDocument previous, @Nullable String saidBefore) {
        return left(compile("", previous, saidBefore, options.contextWindow())) - CORRECTION_TOKENS;
    }

    /** Most tokens of earlier messages that are shown. */
    int roomBefore() {
        return Math.min(TOKENS_BEFORE, options.contextWindow() / SHARE_BEFORE);
    }

    /** Tokens of the planned part of the window that {@code request} leaves free. */
    int left(ModelRequest request) {
        return (int) ((long) (options.contextWindow() * WINDOW_SHARE) - size(request, tokens));
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
     */
    ModelRequest compile(String transcript, @Nullable StateDocument previous, @Nullable String saidBefore, long limit) {
        PromptTemplate bundled = previous == null ? PromptTemplate.INITIAL : PromptTemplate.MERGE;
        Optional<String> own = previous == null ? options.initialPrompt() : options.mergePrompt();
        StringBuilder prompt = opened(previous);
        PromptTags.SAID_BEFORE.append(prompt, saidBefore == null ? null : COVERED + saidBefore);
        PromptTags.NEW_MESSAGES.append(prompt, transcript);
        PromptTags.FOCUS.append(prompt, focus);
        // Small models remember the end of a long prompt best.
        prompt.append(
                previous == null
                        ? "Now write down what was said in the messages above."
                        : "Now write down what the state and the messages above say, as one state.");
        return request(own.orElseGet(bundled::bundled), prompt, limit, segments);
    }

    /** Asks for {@code state}, which takes {@code size} tokens, in at most {@code limit}. */
    ModelRequest condense(StateDocument state, int size, long limit) {
        StringBuilder prompt = opened(state);
        PromptTags.FOCUS.append(prompt, focus);
        PromptTags.CORRECTION.append(prompt, "The state took " + size + " tokens, but the limit is " + limit + ".");
        prompt.append("Now write the state above shorter.");
        return request(PromptTemplate.CONDENSE.bundled(), prompt, limit, segments.none());
    }

    /** Asks for one state of several that were joined, of successive parts of a chat. */
    ModelRequest merged(StateDocument joined, long limit) {
        StringBuilder prompt = opened(joined);
        PromptTags.FOCUS.append(prompt, focus);
        PromptTags.CORRECTION.append(
                prompt,
                "The state above joins the states of successive parts of one chat, in order of time; where two entries differ, the later"
                        + " one holds. It must become one state of at most " + limit + " tokens.");
        prompt.append("Now write the state above as one.");
        return request(PromptTemplate.CONDENSE.bundled(), prompt, limit, segments.none());
    }

    /**
     * Repeats the question with the fault of the answer; with more room for an answer that was cut off, and {@code null} if
     * there is no more. A model that thinks may have spent all of it before it wrote.
     */
    @Nullable
    ModelRequest corrected(ModelRequest first, CallResult.Fault fault) {
        boolean cutOff = fault.reason() == Reason.CUT_OFF;
        int output = cutOff ? more(first) : first.maxOutputTokens();
        if (cutOff && output <= first.maxOutputTokens()) {
            return null;
        }
        StringBuilder prompt = new StringBuilder(first.prompt()).append("\n\n");
        PromptTags.CORRECTION.append(prompt, "Your previous answer was refused: " + fault.detail() + ".");
        return new ModelRequest(
                first.instructions(),
                prompt.append("Now answer again.").append(FORM).toString(),
                first.schemaName(),
                first.jsonSchema(),
                output);
    }

    /**
     * Output limit after an answer that was cut off: up to four times the former one, as far as model and window allow; never above
     * one that is set.
     */
    private int more(ModelRequest first) {
        int free = left(first) - CORRECTION_TOKENS;
        return options.maxOutputTokens() > 0 || free <= 0
                ? first.maxOutputTokens()
                : (int) Math.min(
                        Math.min(MORE_OUTPUT * first.maxOutputTokens(), options.outputOfModel()),
                        (long) first.maxOutputTokens() + free);
    }

    /** The beginning of a prompt: what the chat is about, and the former state. */
    private StringBuilder opened(@Nullable StateDocument previous) {
        StringBuilder prompt = new StringBuilder();
        PromptTags.SYSTEM_CONTEXT.append(prompt, systemContext);
        PromptTags.PREVIOUS_STATE.append(
                prompt, previous == null ? null : PromptTags.escapeJson(StateJson.write(schema, previous)));
        return prompt;
    }

    /** A request whose instructions ask for {@link #TARGET_SHARE} of {@code limit} tokens, and name that in words, too. */
    private ModelRequest request(String template, StringBuilder prompt, long limit, SegmentField asked) {
        int target = (int) Math.max(1, limit * TARGET_SHARE);
        int words = (int) Math.max(1, target * wordsPerToken);
        return new ModelRequest(
                PromptTemplate.fill(template, schema, lines(asked), target, words),
                prompt.append(FORM).toString(),
                schema.name(),
                jsonSchema(asked),
                maxOutputTokens);
    }

    private String lines(SegmentField asked) {
        return (aboutUser ? UserFacts.line() : "") + asked.line();
    }

    private String jsonSchema(SegmentField asked) {
        String state = StateJson.jsonSchema(schema);
        return asked.schema(aboutUser ? UserFacts.schema(state) : state);
    }
}
