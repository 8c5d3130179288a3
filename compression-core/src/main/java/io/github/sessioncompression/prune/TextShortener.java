package io.github.sessioncompression.prune;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Takes the middle out of texts that are too large. The beginning shows what it is and the end how it came out, so both stay,
 * 60 to 40.
 *
 * <p><em>Algorithm</em> of {@link #cut}: 1. take out the media; 2. if that is not enough, keep as many characters of the text and
 * of each call's arguments as the limit allows by their average cost; 3. count, and keep less until it fits ({@link #fitting}).
 *
 * <p><em>Does nothing</em> to a message within the limit, or if the result would be no smaller. <em>Threads</em>: no state.
 */
final class TextShortener {
    /** About what the mark and the frame of a message take, to begin with. */
    private static final int FRAME_TOKENS = 24;

    /** Most entries of a cache. */
    static final int MAX_REMEMBERED = 4_096;

    /** Share of the beginning in what is kept. */
    private static final int HEAD_PERCENT = 60;
    /** Tries in proportion before steps of an eighth. */
    private static final int MAX_PROPORTIONAL_TRIES = 6;

    private static final String MARK = "\n[middle left out: about ";

    private TextShortener() {}

    /** A cache of what the latest entries became, each while its entry lives. */
    static <T> Cache<Entry, T> cache() {
        return Caffeine.newBuilder()
                .weakKeys()
                .maximumSize(MAX_REMEMBERED)
                .executor(Runnable::run)
                .build();
    }

    /** {@code message} at the place of {@code entry}, with its own size. */
    static Entry counted(Entry entry, Message message, MessageTokens tokens) {
        return new Entry(entry.sequence(), message, tokens.count(message));
    }

    /**
     * {@code entry} without media and so much of its middle that it costs no more than {@code limit}; whole if it does not anyway, and
     * as little as there can be of it if that is more. Arguments of calls that are cut become {@code {"text": "…"}}.
     */
    static Entry cut(Entry entry, long limit, MessageTokens tokens) {
        if (entry.tokens() <= limit) {
            return entry;
        }
        Entry bare = entry.message().mediaCount() == 0 ? entry : counted(entry, withoutMedia(entry), tokens);
        return bare.tokens() <= limit ? bare : shortened(bare, limit, tokens);
    }

    /** The message with a mark in place of its media, and without its source, in which they rode along. */
    static Message withoutMedia(Entry entry) {
        String text = entry.message().text() + "\n[media left out" + Placeholder.idEnd(entry.sequence());
        return entry.message().withText(text).withMediaCount(0);
    }

    private static Entry shortened(Entry entry, long limit, MessageTokens tokens) {
        Message message = entry.message();
        long chars = message.text().length();
        int longest = message.text().length();
        for (ToolCall call : message.toolCalls()) {
            chars += call.arguments().length();
            longest = Math.max(longest, call.arguments().length());
        }
        double tokensPerChar = (double) entry.tokens() / Math.max(1, chars);
        Entry shorter = fitting(
                longest, entry.tokens(), limit, keep -> counted(entry, shortened(entry, keep, tokensPerChar), tokens));
        return shorter.tokens() < entry.tokens() ? shorter : entry;
    }

    private static Message shortened(Entry entry, int keep, double tokensPerChar) {
        Message message = entry.message();
        List<ToolCall> calls = new ArrayList<>(message.toolCalls().size());
        for (ToolCall call : message.toolCalls()) {
            String cut = shortened(call.arguments(), keep, tokensPerChar, entry.sequence());
            boolean whole = cut.length() >= call.arguments().length();
            calls.add(whole ? call : new ToolCall(call.id(), call.name(), Contents.textObject(cut)));
        }
        String text = shortened(message.text(), keep, tokensPerChar, entry.sequence());
        return message.withText(text).withToolCalls(calls).withMediaCount(0);
    }

    private static String shortened(String text, int keep, double tokensPerChar, long sequence) {
        long tokens = Math.round((text.length() - keep) * tokensPerChar);
        String mark = MARK + Placeholder.size(tokens, sequence) + "\n";
        return text.length() <= keep + mark.length() ? text : without(text, keep, mark);
    }

    /**
     * Keeps a share of the text in proportion to its tokens, and less of it if the tokens are not spread evenly, until it fits. Each try
     * counts about as many tokens as the limit allows, so the work is linear in what stays.
     */
    static Entry fitting(int chars, int textTokens, long limit, IntFunction<Entry> shorter) {
        int keep = share(chars, limit - FRAME_TOKENS, textTokens);
        Entry entry = shorter.apply(keep);
        for (int i = 1; entry.tokens() > limit && keep > 0; i++) {
            // What frames the text does not shrink with it: when proportion does not get there, big steps do.
            keep = i < MAX_PROPORTIONAL_TRIES ? share(keep, limit * 19 / 20, entry.tokens()) : keep / 8;
            entry = shorter.apply(keep);
        }
        return entry;
    }

    private static int share(int chars, long wanted, int actual) {
        return (int) Math.max(0, Math.min(chars, chars * wanted / Math.max(1, actual)));
    }

    /** The first and last of {@code text}, {@code keep} UTF-16 units at most and no code point torn, with the mark between. */
    static String without(String text, int keep, String mark) {
        int head = (int) (keep * (long) HEAD_PERCENT / 100);
        int tail = text.length() - (keep - head);
        head -= tears(text, head) ? 1 : 0;
        tail += tears(text, tail) ? 1 : 0;
        return text.substring(0, head) + mark + text.substring(tail);
    }

    private static boolean tears(String text, int at) {
        return at > 0
                && at < text.length()
                && Character.isHighSurrogate(text.charAt(at - 1))
                && Character.isLowSurrogate(text.charAt(at));
    }
}
