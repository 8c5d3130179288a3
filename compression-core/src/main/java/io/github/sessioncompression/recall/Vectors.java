package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The meaning of each message of an index, as an embedding model sees it: directions only, at one byte a dimension, which moves
 * hardly any rank. A message without a word has none.
 */
final class Vectors {
    private static final int SCALE = 127;
    private static final byte[] NONE = {};

    private final TextEmbedder embedder;
    private final List<byte[]> vectors = new ArrayList<>();
    private long last;
    private long bytes;

    Vectors(TextEmbedder embedder) {
        this.embedder = embedder;
    }

    /** The embedding model failed. */
    static final class EmbedderFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        private EmbedderFailure(String message) {
            super(message);
        }
    }

    /**
     * Embeds what {@code table} has and this has not, reading it from the store.
     *
     * @throws EmbedderFailure if the model fails; what is embedded by then stays
     */
    void follow(SessionStore store, String conversationId, MessageTable table) {
        while (vectors.size() < table.size()) {
            List<Entry> page = store.load(conversationId, last, TextEmbedder.MAX_TEXTS);
            if (page.isEmpty()) {
                // Erased meanwhile: the next look makes the index anew.
                return;
            }
            List<Message> said = new ArrayList<>();
            for (Entry entry : page) {
                if (entry.message().role() != Role.SYSTEM) {
                    said.add(entry.message());
                }
            }
            embed(said.subList(0, Math.min(said.size(), table.size() - vectors.size())));
            last = page.get(page.size() - 1).sequence();
        }
        last = table.size() == 0 ? 0 : table.sequence(table.size() - 1);
    }

    /** How many messages of {@code table} are to be embedded yet. */
    int behind(MessageTable table) {
        return table.size() - vectors.size();
    }

    private void embed(List<Message> said) {
        List<String> texts =
                said.stream().map(Vectors::text).filter(text -> !text.isBlank()).toList();
        List<float[]> embedded = texts.isEmpty() ? List.of() : call(texts);
        int next = 0;
        for (Message message : said) {
            add(text(message).isBlank() ? NONE : quantised(embedded.get(next++)));
        }
    }

    private List<float[]> call(List<String> texts) {
        List<float[]> embedded;
        try {
            embedded = embedder.embed(texts);
        } catch (RuntimeException e) {
            throw new EmbedderFailure(e.getClass().getName());
        }
        if (embedded.size() != texts.size()) {
            throw new EmbedderFailure("it gave " + embedded.size() + " vectors for " + texts.size() + " texts");
        }
        return embedded;
    }

    private void add(byte[] vector) {
        vectors.add(vector);
        bytes += vector.length + 24;
    }

    private static String text(Message message) {
        String text = SearchedText.of(message);
        return TextEmbedder.head(message.name() == null ? text : message.name() + ": " + text);
    }

    private static byte[] quantised(float[] vector) {
        double length = length(vector);
        byte[] small = new byte[vector.length];
        for (int i = 0; i < vector.length; i++) {
            small[i] = (byte)
                    Math.max(-SCALE, Math.min(SCALE, Math.round(vector[i] / length * SCALE * spread(vector.length))));
        }
        return small;
    }

    /** Components of a direction are about one over the root of the dimensions; four times that is still told apart. */
    private static double spread(int dimensions) {
        return Math.sqrt(dimensions) / 4;
    }

    private static double length(float[] vector) {
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        return sum == 0 ? 1 : Math.sqrt(sum);
    }

    /**
     * How near each message is to {@code query} in meaning, by its number: in standard deviations above the mean, for models differ in
     * how alike they find what has nothing in common; 0 for what is no nearer than the mean, or not embedded.
     *
     * @param size how many messages the index has
     * @throws EmbedderFailure if the model fails
     */
    float[] nearness(String query, int size) {
        float[] nearness = new float[size];
        String text = TextEmbedder.head(query);
        if (text.isBlank()) {
            return nearness;
        }
        float[] wanted = call(List.of(text)).get(0);
        double sum = 0;
        double squares = 0;
        int count = 0;
        for (int message = 0; message < Math.min(size, vectors.size()); message++) {
            byte[] vector = vectors.get(message);
            if (vector.length == wanted.length) {
                double product = product(vector, wanted);
                nearness[message] = (float) product;
                sum += product;
                squares += product * product;
                count++;
            }
        }
        double mean = sum / Math.max(1, count);
        double deviation = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean));
        for (int message = 0; message < Math.min(size, vectors.size()); message++) {
            boolean has = vectors.get(message).length == wanted.length;
            nearness[message] = has && deviation > 0 ? (float) Math.max(0, (nearness[message] - mean) / deviation) : 0;
        }
        return nearness;
    }

    private static double product(byte[] vector, float[] wanted) {
        double sum = 0;
        for (int i = 0; i < vector.length; i++) {
            sum += vector[i] * wanted[i];
        }
        return sum;
    }

    /** About how much memory they take. */
    long bytes() {
        return bytes;
    }
}
