package io.github.sessioncompression.applications.quarkus;

/** What a test leaves for one of another application in the same process: their classes differ, so it is a text. */
final class FormerApplication {
    private static final String KEY = "test.former-loader";

    private FormerApplication() {}

    static void is(ClassLoader loader) {
        System.setProperty(KEY, text(loader));
    }

    static boolean was(ClassLoader loader) {
        return text(loader).equals(System.getProperty(KEY));
    }

    private static String text(ClassLoader loader) {
        return loader + "@" + System.identityHashCode(loader);
    }
}
