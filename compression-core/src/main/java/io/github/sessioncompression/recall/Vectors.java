package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of each message of an index, as an embedding model sees it, passage by passage: directions only, at one byte a dimension,
 * which moves hardly any rank. A message without a word has none.
 */
final class Vectors {
    private static final int SCALE = 127;
    private static final byte[] NONE = {};

    private final TextEmbedder embedder;
    /** Of each message, those of its passages in a row. */
    private final List<byte[]> vectors = new ArrayList<>();

    private long last;
    private long bytes;
    /** What was embedded last; it may have asked for a secret. */
    private @Nullable Message latest;

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
     * @param how as what the model is called
     * @throws EmbedderFailure if the model fails; what is embedded by then stays
     */
    void follow(SessionStore store, String conversationId, IndexedMessages table, UnaryOperator<TextEmbedder> how) {
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
            embed(said.subList(0, Math.min(said.size(), table.size() - vectors.size())), how);
            last = page.get(page.size() - 1).sequence();
        }
        last = table.size() == 0 ? 0 : table.sequence(table.size() - 1);
    }

    /** Whether more is to be embedded yet of {@code table} than about {@code most} texts. */
    boolean isBehind(IndexedMessages table, int most) {
        int texts = 0;
        for (int message = vectors.size(); message < table.size() && texts <= most; message++) {
            texts += Passages.estimate(table.length(message));
        }
        return texts > most;
    }

    private void embed(List<Message> said, UnaryOperator<TextEmbedder> how) {
        List<String> texts = new ArrayList<>();
        List<Integer> passages = new ArrayList<>();
        Message before = latest;
        for (Message message : said) {
            List<String> of = Passages.of(message, before);
            before = message;
            texts.addAll(of);
            passages.add(of.size());
        }
        List<float[]> embedded = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += TextEmbedder.MAX_TEXTS) {
            embedded.addAll(call(texts.subList(from, Math.min(texts.size(), from + TextEmbedder.MAX_TEXTS)), how));
        }
        if (embedded.stream().mapToInt(vector -> vector.length).distinct().count() > 1) {
            throw new EmbedderFailure("it gave vectors of different lengths");
        }
        int next = 0;
        for (int count : passages) {
            add(quantised(embedded.subList(next, next + count)));
            next += count;
        }
        latest = before;
    }

    /** Whatever the model throws or returns is a failure of the search's meaning only: one with native code throws errors, too. */
    private List<float[]> call(List<String> texts, UnaryOperator<TextEmbedder> how) {
        List<float[]> embedded;
        try {
            embedded = how.apply(embedder).embed(texts);
        } catch (LimitedCalls.Failed e) {
            throw new EmbedderFailure(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            throw new EmbedderFailure(e.getClass().getName());
        }
        if (embedded == null || embedded.stream().anyMatch(Objects::isNull)) {
            throw new EmbedderFailure("it gave null");
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

    private static byte[] quantised(List<float[]> passages) {
        if (passages.isEmpty()) {
            return NONE;
        }
        int dimensions = passages.get(0).length;
        byte[] small = new byte[passages.size() * dimensions];
        int next = 0;
        for (float[] vector : passages) {
            double scale = SCALE * spread(dimensions) / length(vector);
            for (int i = 0; i < dimensions; i++) {
                small[next++] = (byte) Math.max(-SCALE, Math.min(SCALE, Math.round(vector[i] * scale)));
            }
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
     * How near each message's nearest passage is to {@code query} in meaning, by the message's number: in standard deviations above the
     * mean, for models differ in how alike they find what has nothing in common; 0 for what is no nearer than the mean, or not embedded.
     *
     * @param size how many messages the index has
     * @param how as what the model is called
     * @throws EmbedderFailure if the model fails
     */
    float[] nearness(String query, int size, UnaryOperator<TextEmbedder> how) {
        float[] nearness = new float[size];
        String text = TextEmbedder.head(query);
        if (text.isBlank()) {
            return nearness;
        }
        float[] wanted = call(List.of(text), how).get(0);
        double sum = 0;
        double squares = 0;
        int count = 0;
        for (int message = 0; message < Math.min(size, vectors.size()); message++) {
            if (isOf(message, wanted)) {
                double product = product(vectors.get(message), wanted);
                nearness[message] = (float) product;
                sum += product;
                squares += product * product;
                count++;
            }
        }
        double mean = sum / Math.max(1, count);
        double deviation = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean));
        for (int message = 0; message < Math.min(size, vectors.size()); message++) {
            boolean has = isOf(message, wanted) && deviation > 0;
            nearness[message] = has ? (float) Math.max(0, (nearness[message] - mean) / deviation) : 0;
        }
        return nearness;
    }

    private boolean isOf(int message, float[] wanted) {
        int length = vectors.get(message).length;
        return length > 0 && wanted.length > 0 && length % wanted.length == 0;
    }

    /** That of the nearest passage. */
    private static double product(byte[] passages, float[] wanted) {
        double most = Double.NEGATIVE_INFINITY;
        for (int start = 0; start < passages.length; start += wanted.length) {
            double sum = 0;
            for (int i = 0; i < wanted.length; i++) {
                sum += passages[start + i] * wanted[i];
            }
            most = Math.max(most, sum);
        }
        return most;
    }

    /** About how much memory they take. */
    long bytes() {
        return bytes;
    }
}
