package io.github.sessioncompression.redaction;

import io.github.sessioncompression.text.WordLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The words that tell a secret, what stands between them and it, and how keys begin that need no word.
 *
 * <p>Read from a resource of our own, for all languages together: a name in a program or a file is of none. Immutable, so safe for use by
 * many threads.
 */
final class SecretNames {
    /** What a word says that stands behind it. */
    enum Kind {
        PASSWORD,
        PASS,
        PIN,
        CODE,
        CARD,
        TOKEN,
        HEADER,
        BEARER,
        COOKIE,
        CREDENTIALS,
        QUERY,
        AUTH,
        FED,
        ARGUMENT,
        FIRST,
        LOGON,
        SIGN,
        SEEDS;

        /** Whether what it names is typed as digits. */
        boolean isTyped() {
            return this == PIN || this == CODE;
        }
    }

    /** A name, an underscore for any joint, and what it tells. */
    private record Name(String text, Kind kind) {}

    private static final int BUCKETS = 1_024;
    private static final int LETTERS = 128;

    private final WordLists lists = WordLists.load(SecretNames.class, "secrets.txt");
    /** By the last two letters, so that hardly a word is compared with a name. */
    private final @Nullable List<Name>[] names = newTable(BUCKETS);
    /** By the first letter. */
    private final @Nullable List<String>[] prefixes = newTable(LETTERS);

    /** The first letters of names of a script without spaces. */
    private final String wideBegins;

    private static final class Loaded {
        private static final SecretNames NAMES = new SecretNames();
    }

    static SecretNames get() {
        return Loaded.NAMES;
    }

    private SecretNames() {
        for (Kind kind : Kind.values()) {
            for (String name : list(kind.name().toLowerCase(Locale.ROOT))) {
                put(names, bucket(name, name.length()), new Name(name, kind));
            }
        }
        StringBuilder begins = new StringBuilder();
        list("wide").forEach(name -> begins.append(name.charAt(0)));
        list("wide-pin").forEach(name -> begins.append(name.charAt(0)));
        wideBegins = begins.toString();
        for (String prefix : list("prefix")) {
            put(prefixes, prefix.charAt(0), prefix);
        }
    }

    @SuppressWarnings("unchecked") // an array of lists can't be made otherwise
    private static <T> @Nullable List<T>[] newTable(int size) {
        return (@Nullable List<T>[]) new List<?>[size];
    }

    private static <T> void put(@Nullable List<T>[] table, int at, T value) {
        List<T> there = table[at];
        if (there == null) {
            there = new ArrayList<>(2);
            table[at] = there;
        }
        there.add(value);
    }

    private static int bucket(CharSequence text, int end) {
        return (31 * small(text.charAt(end - 1)) + small(text.charAt(end - 2))) & (BUCKETS - 1);
    }

    private static char small(char c) {
        return c < LETTERS ? (c >= 'A' && c <= 'Z' ? (char) (c + 32) : c) : Character.toLowerCase(c);
    }

    private Set<String> list(String name) {
        return lists.list(name);
    }

    /** The words of a list. */
    Set<String> all(String list) {
        return list(list);
    }

    /** Whether a list has a word, in small letters. */
    boolean has(String list, String word) {
        return list(list).contains(word);
    }

    /** What the word that ends before {@code end} names; {@code null} if nothing is known to stand behind it. */
    @Nullable
    Kind kind(String text, int end) {
        List<Name> candidates = end < 2 ? null : names[bucket(text, end)];
        if (candidates == null) {
            return null;
        }
        Kind kind = null;
        for (Name name : candidates) {
            int start = start(text, end, name.text());
            boolean named = start >= 0 && (name.kind() == Kind.PASSWORD || isBegin(text, start));
            if (named && name.kind().compareTo(Kind.FED) >= 0 && name.kind() != Kind.SIGN) {
                return name.kind();
            }
            if (named && (kind == null || name.kind().compareTo(kind) < 0)) {
                kind = name.kind();
            }
        }
        return kind;
    }

    /** Where a name begins that ends before {@code end}, -1 if it does not stand there. */
    private static int start(String text, int end, String name) {
        int at = end;
        for (int i = name.length() - 1; i >= 0; i--) {
            char c = name.charAt(i);
            if (c == '_') {
                at -= at > 0 && " _-".indexOf(text.charAt(at - 1)) >= 0 ? 1 : 0;
            } else if (at == 0 || small(text.charAt(at - 1)) != c) {
                return -1;
            } else {
                at--;
            }
        }
        return at;
    }

    /** Whether a word begins here, or a part of a joined one: {@code DB_TOKEN}, {@code accessToken}. */
    private static boolean isBegin(String text, int at) {
        if (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)) || text.charAt(at - 1) >= 0x2E80) {
            return true;
        }
        return Character.isUpperCase(text.charAt(at)) && !Character.isUpperCase(text.charAt(at - 1));
    }

    /** Where a name of a script without spaces ends that begins at {@code at}; 0 if none does. */
    int wideEnd(String text, int at) {
        int password = wideEnd("wide", text, at);
        return password > 0 ? password : wideEnd("wide-pin", text, at);
    }

    /** Where a name of one of these lists ends that begins at {@code at}; 0 if none does. */
    int wideEnd(String list, String text, int at) {
        if (wideBegins.indexOf(text.charAt(at)) < 0) {
            return 0;
        }
        for (String name : list(list)) {
            if (text.startsWith(name, at)) {
                return at + name.length();
            }
        }
        return 0;
    }

    /** How many letters of how keys begin stand at {@code at}; 0 if none do. */
    int prefix(String text, int at) {
        char first = text.charAt(at);
        List<String> candidates = first < LETTERS ? prefixes[first] : null;
        int longest = 0;
        if (candidates != null) {
            for (String prefix : candidates) {
                longest = text.startsWith(prefix, at) ? Math.max(longest, prefix.length()) : longest;
            }
        }
        return longest;
    }
}
