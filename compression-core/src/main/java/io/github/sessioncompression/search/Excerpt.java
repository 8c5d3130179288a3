package io.github.sessioncompression.search;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The part of a message to show for a query: the window with most of its words, or the head if there are none.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>A window moves over the query's words in the text, and is as long as the room behind the lead. The first one with most different words is chosen.
 *   <li>It begins a sixth of the room earlier, so that the first word has some context, and at the next space, so that no word is cut.
 *   <li>An ellipsis marks what is left out before it and behind it.
 * </ol>
 *
 * <p>Linear time. No state, so safe for use by many threads.
 */
final class Excerpt {
    private static final String CUT = "…";
    /** The part of the room before the first word that was found: one of six. */
    private static final int LEAD = 6;

    /** The characters within which a space is looked for; in scripts without spaces the excerpt begins anywhere. */
    private static final int NEAREST_SPACE = 20;

    private Excerpt() {}

    /**
     * At most {@code most} characters of {@code text}, with an ellipsis on each side that was cut.
     *
     * @param text {@linkplain SearchedText#indexed as it is indexed}, since words are found in it by the same analyser
     * @param most in UTF-16 units, 2 or more; no surrogate pair is split
     */
    static String of(String text, LanguageProfile language, Query query, int most) {
        if (text.length() <= most) {
            return text;
        }
        List<IndexedWord> found = IndexedWord.all(language, text).stream()
                .filter(word -> query.has(word.term()))
                .toList();
        int start = start(found, most) - most / LEAD;
        int from = afterSpace(text, Math.max(0, Math.min(start, text.length() - most)));
        if (from == 0) {
            return Letters.head(text, most);
        }
        int whole = from + (Character.isLowSurrogate(text.charAt(from)) ? 1 : 0); // not in the middle of a pair
        return CUT + Letters.head(text.substring(whole), most - CUT.length());
    }

    /** The start of the first window with most different words; 0 if none was found. */
    private static int start(List<IndexedWord> found, int most) {
        Map<String, Integer> inside = new HashMap<>();
        int best = 0;
        int bestStart = 0;
        int from = 0;
        int room = most - most / LEAD;
        for (int last = 0; last < found.size(); last++) {
            IndexedWord word = found.get(last);
            inside.merge(word.term(), 1, Integer::sum);
            while (from < last && word.end() - found.get(from).start() > room) {
                inside.computeIfPresent(found.get(from).term(), (term, count) -> count == 1 ? null : count - 1);
                from++;
            }
            if (inside.size() > best) {
                best = inside.size();
                bestStart = found.get(from).start();
            }
        }
        return bestStart;
    }

    /** The first place near {@code start} behind a space; {@code start} if there is none, or for the head of the text. */
    private static int afterSpace(String text, int start) {
        int end = start == 0 ? 0 : Math.min(text.length() - 1, start + NEAREST_SPACE);
        return IntStream.range(start, end)
                .filter(at -> Character.isWhitespace(text.charAt(at)))
                .map(at -> at + 1)
                .findFirst()
                .orElse(start);
    }
}
