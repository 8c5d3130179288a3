package io.github.sessioncompression.message;

/** Ids of calls that a view makes where the transcript has none, or one that another call has, too: a word, or that one, and a number. */
public final class MadeId {
    private static final String NONE = "call";
    private static final String AGAIN = "_again";

    private MadeId() {}

    /** The id for a call that was told with {@code told}. */
    static String of(String told, int number) {
        return (told.isEmpty() ? NONE : told) + AGAIN + number;
    }

    /** What an id was before a view gave the call another one; empty for one that was blank. */
    public static String told(String id) {
        int again = id.lastIndexOf(AGAIN);
        if (again < 0 || !isNumber(id, again + AGAIN.length())) {
            return Contents.isBlank(id) ? "" : id;
        }
        String before = id.substring(0, again);
        return before.equals(NONE) || Contents.isBlank(before) ? "" : before;
    }

    private static boolean isNumber(String id, int from) {
        for (int i = from; i < id.length(); i++) {
            if (id.charAt(i) < '0' || id.charAt(i) > '9') {
                return false;
            }
        }
        return from < id.length();
    }
}
