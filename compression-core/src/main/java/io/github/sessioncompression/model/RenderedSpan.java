package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rendered text of a span, returned in parts that fit a window.
 *
 * <p><em>Algorithm</em> of {@link #next}: 1. take as many whole groups as fit, a call with its results; 2. if the first group alone is too large, take
 * as many of its messages as fit; 3. if the first message alone is too large, cut it by the share that fits, then by halves, down to
 * {@value #LEAST_CODE_POINTS} code points; 4. if not even that fits, take a line that reports its size instead.
 *
 * <p>{@link #before} shows up to {@value #MOST_BEFORE} messages in front of a part, {@value #CODE_POINTS_BEFORE} code points of each, so that the
 * model understands answers to them. <em>Threads</em>: belongs to the thread that compiles.
 *
 * @see MessageRenderer
 */
final class RenderedSpan {
    /** Least of a message that is worth showing; below that its size is reported instead. */
    private static final int LEAST_CODE_POINTS = 32;
    /** Most messages that are shown in front of a part. */
    private static final int MOST_BEFORE = 8;
    /** Most of each of them. */
    private static final int CODE_POINTS_BEFORE = 300;
    /** Tokens of the time before the first message of a part, at most. */
    private static final int TIME_TOKENS = 20;

    private final MessageTokens tokens;
    /** All messages in order, the covered ones before the span first. */
    private final List<Piece> pieces;
    /** Index of the first piece that no part has had yet. */
    private int start;

    /** Renders and counts each message of the span once; later only messages that are cut are counted again. */
    RenderedSpan(CompileRequest request, SegmentField segments, ModelOptions options, MessageTokens tokens) {
        List<Entry> before = request.before();
        List<Entry> span = request.span();
        this.tokens = tokens;
        this.pieces = new ArrayList<>(before.size() + span.size());
        MessageRenderer rendering = new MessageRenderer(options.uncutTools());
        // Of the first nothing is shown: it may be a secret that the message before it asked for.
        for (Entry entry : before.subList(Math.min(1, before.size()), before.size())) {
            pieces.add(new Piece(rendering.next(entry.message(), 0), "", 0, 0, true));
        }
        this.start = pieces.size();
        for (int i = 0; i < span.size(); i++) {
            Message message = span.get(i).message();
            long sequence = span.get(i).sequence();
            MessageRenderer.Rendered rendered = rendering.next(message, segments.number(sequence));
            String text = rendered.text(Integer.MAX_VALUE);
            boolean endsGroup =
                    i + 1 == span.size() || span.get(i + 1).message().role() != Role.TOOL;
            pieces.add(new Piece(rendered, text, tokens.countText(text), tokens.count(message), endsGroup));
        }
    }

    /** The messages before the {@linkplain #next next} ones, shortened, as many as fit {@code room} tokens; {@code null} if none. */
    @Nullable
    String before(int room) {
        String text = "";
        String rest = "";
        int left = room;
        for (int i = start - 1; i >= Math.max(0, start - MOST_BEFORE); i--) {
            MessageRenderer.Rendered shown = pieces.get(i).rendered;
            left -= tokens.countText(shown.text(CODE_POINTS_BEFORE));
            if (left < 0) {
                break;
            }
            text = shown.first(CODE_POINTS_BEFORE) + rest;
            rest = "\n" + shown.text(CODE_POINTS_BEFORE) + rest;
        }
        return text.isEmpty() ? null : text;
    }

    /** True if all messages have been in a part. */
    boolean done() {
        return start == pieces.size();
    }

    /** The least number of parts of {@code room} tokens that the rest takes. */
    long leastParts(int room) {
        long sum = pieces.stream()
                .skip(start)
                .mapToLong(piece -> Math.min(piece.tokens, room))
                .sum();
        return (sum + room - 1) / room;
    }

    /** The next messages, as many as fit {@code room} tokens, at least one. */
    Part next(int room) {
        int end = end(room);
        if (end == start) {
            Piece piece = pieces.get(start++);
            return new Part(fitted(piece, room), piece.inputTokens);
        }
        List<Piece> parts = pieces.subList(start, end);
        start = end;
        String first = parts.get(0).rendered.first(Integer.MAX_VALUE);
        return new Part(
                Stream.concat(Stream.of(first), parts.stream().skip(1).map(Piece::text))
                        .collect(Collectors.joining("\n")),
                parts.stream().mapToLong(Piece::inputTokens).sum());
    }

    /**
     * Index behind the last piece of the next part: at the end of a group if a whole one fits, else behind a message; the start if
     * none fits.
     */
    private int end(int room) {
        int groupEnd = start;
        int end = start;
        for (long sum = TIME_TOKENS; end < pieces.size(); end++) {
            sum += pieces.get(end).tokens;
            if (sum > room) {
                return groupEnd > start ? groupEnd : end;
            }
            if (pieces.get(end).endsGroup) {
                groupEnd = end + 1;
            }
        }
        return end;
    }

    /** A piece cut to {@code room}: by the share that fits, then by halves if the counter finds it too large. */
    private String fitted(Piece piece, int room) {
        int length = piece.text.codePointCount(0, piece.text.length());
        for (long limit = (long) length * room / piece.tokens; limit >= LEAST_CODE_POINTS; limit /= 2) {
            String text = piece.rendered.first((int) limit);
            if (tokens.countText(text) <= room) {
                return text;
            }
        }
        return piece.rendered.omitted();
    }

    /**
     * Consecutive messages as text.
     *
     * @param text what the model is shown
     * @param inputTokens tokens of the messages in the chat, uncut
     */
    record Part(String text, long inputTokens) {}

    /**
     * A message of the span.
     *
     * @param text its whole rendering; empty for a covered message, which is only ever shown shortened
     * @param tokens size of that text
     * @param inputTokens size of the message in the chat
     * @param endsGroup true if no result of one of its calls follows
     */
    private record Piece(
            MessageRenderer.Rendered rendered, String text, int tokens, int inputTokens, boolean endsGroup) {}
}
