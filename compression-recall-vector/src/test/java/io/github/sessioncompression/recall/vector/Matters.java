package io.github.sessioncompression.recall.vector;

import java.util.List;

/** An embedding model of three matters, for tests: texts are alike if they are about the same. */
public final class Matters {
    private static final List<List<String>> ALL = List.of(
            List.of("heron", "bird", "owl"), List.of("bicycle", "bike", "cycling"), List.of("soup", "stew", "broth"));

    private Matters() {}

    /** A text's vector. */
    public static float[] vector(String text) {
        float[] vector = new float[ALL.size() + 1];
        vector[ALL.size()] = 0.1f;
        for (int i = 0; i < ALL.size(); i++) {
            vector[i] = ALL.get(i).stream().anyMatch(text::contains) ? 1 : 0;
        }
        return vector;
    }

    /** The cosine between two texts' vectors. */
    static double alike(String one, String other) {
        float[] a = vector(one);
        float[] b = vector(other);
        return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
    }

    private static double product(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
