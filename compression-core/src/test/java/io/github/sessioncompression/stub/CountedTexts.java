package io.github.sessioncompression.stub;

import io.github.sessioncompression.token.TokenCounter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tokens of texts, each counted once: a chat sends the same messages with every request. */
final class CountedTexts {
    private static final int KEPT = 10_000;
    private static final CountedTexts SHARED = new CountedTexts();

    private final TokenCounter counter = TokenCounter.o200k();
    private final Map<String, Integer> counts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > KEPT;
        }
    };

    private CountedTexts() {}

    static int tokens(String text) {
        return SHARED.count(text);
    }

    private synchronized int count(String text) {
        return counts.computeIfAbsent(text, counter::count);
    }
}
