package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.KeyedLine;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules of one language: the phrases that make a sentence an anchor, and the words that stand beside values.
 *
 * <p>Read from a resource file of our own; what every language writes alike is in {@code common.txt}. A language without a file has the
 * common words only, so that its values are found and its statements are not. Immutable, so safe for use by many threads.
 */
public final class AnchorLanguage {
    private static final Set<String> CAPITAL_NAMES = Set.of("en", "fr", "es", "it", "nl", "pt", "ru");
    private static final Set<String> UNSPACED = Set.of("zh", "ja");
    /** The phrases by which a text orders a model about. */
    static final String ORDER = "directive";

    /** The phrases by which a value is said to be new. */
    public static final String CHANGE = "change";

    /** The phrases by which one value is said to be traded for another that is named beside it. */
    public static final String TRADE = "trade";
    /** The phrases by which a sentence tells what was once. */
    static final String ONCE = "once";

    /** The lists of a file of words around values that are phrases. */
    private static final Set<String> PHRASES = Set.of(CHANGE, TRADE, ONCE);

    /** Where the words around values that hold are, by language. */
    private static final String VALUES = "values/";

    /** Lists in which every form of a word counts. */
    private static final List<String> KINDS = List.of("several", "recurring", "lasting");

    private static final List<String> CODES = List.of("en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja");

    private final String code;
    private final CuePatterns cues;
    private final Map<String, Set<String>> words = new HashMap<>();
    /** The keys under which each word is. */
    private final Map<String, Set<String>> keys = new HashMap<>();

    private final Map<String, Integer> months = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, String> same = new HashMap<>();
    private final boolean unspaced;
    /** What stands for the user in what a model tells. */
    private final List<Pattern> users;

    private String orders = "";

    /** All of them, read when first used. */
    private static final class Loaded {
        private static final Map<String, AnchorLanguage> BY_CODE = new HashMap<>();
        private static final AnchorLanguage OTHER = new AnchorLanguage("");

        private static final CuePatterns ORDERS = new CuePatterns(false);

        static {
            CODES.forEach(code -> BY_CODE.put(code, new AnchorLanguage(code)));
            for (AnchorLanguage language : BY_CODE.values()) {
                if (!language.unspaced) {
                    ORDERS.read(ORDER, language.orders);
                }
            }
        }

        private Loaded() {}
    }

    private AnchorLanguage(String code) {
        this.code = code;
        unspaced = UNSPACED.contains(code);
        cues = new CuePatterns(unspaced);
        read("common");
        if (!code.isEmpty()) {
            read(code);
            read(VALUES + code);
        }
        KINDS.forEach(kind -> words.computeIfPresent(kind, (key, of) -> withStems(of)));
        // What is no matter of a rule is no matter of a choice either.
        words.computeIfPresent("choice", (key, of) -> {
            of.addAll(list("idle"));
            return of;
        });
        users = list("user").stream()
                .map(user -> Pattern.compile(unspaced ? user : "(?iU)\\b" + user + "\\b"))
                .toList();
        words.forEach((key, under) -> under.forEach(
                word -> keys.computeIfAbsent(word, first -> new HashSet<>(2)).add(key)));
    }

    /** The rules for the language of that ISO 639-1 code; the common ones if there are none of its own. */
    public static AnchorLanguage of(String code) {
        return Loaded.BY_CODE.getOrDefault(code, Loaded.OTHER);
    }

    /** All that have rules of their own. */
    static Collection<AnchorLanguage> all() {
        return Loaded.BY_CODE.values();
    }

    /** Whether the words, in whatever language that has rules and spaces, give orders to a model. */
    static boolean areOrders(List<String> words) {
        return Loaded.ORDERS.holds(Loaded.ORDERS.cuesIn(words), ORDER);
    }

    private void read(String name) {
        for (KeyedLine line : KeyedLine.of(AnchorLanguage.class, name + ".txt")) {
            if (name.startsWith(VALUES) && !PHRASES.contains(line.key())) {
                words.put(line.key(), Set.of(line.value().split(" +", -1)));
            } else {
                put(line.key(), line.value());
            }
        }
    }

    private void put(String key, String value) {
        switch (key) {
            case "month" -> numbered(value, months);
            case "number" -> numbered(value, numbers);
            case "same" -> {
                for (String group : value.split(" +", -1)) {
                    int colon = group.indexOf(':');
                    for (String form : group.substring(0, colon).split(",", -1)) {
                        same.put(form, group.substring(colon + 1));
                    }
                }
            }
            case "unit",
                    "scale",
                    "currency",
                    "clock",
                    "id-lead",
                    "version-lead",
                    "extension",
                    "of",
                    "capital",
                    "idle",
                    "bare",
                    "toward",
                    "particle",
                    "enclitic",
                    "elides",
                    "choice",
                    "deny",
                    "contrast",
                    "and",
                    "instead-of",
                    "subject",
                    "because",
                    "likewise",
                    "resolved",
                    "proposing",
                    "own-clause",
                    "telling",
                    "called",
                    "user" ->
                words.computeIfAbsent(key, first -> new HashSet<>()).addAll(List.of(value.split(" +", -1)));
            default -> {
                orders = key.equals(ORDER) ? value : orders;
                cues.read(key, value);
            }
        }
    }

    private Set<String> withStems(Set<String> of) {
        Set<String> all = new HashSet<>(of);
        Stems stems = Stems.of(code);
        of.forEach(word -> all.add(stems.stem(word)));
        return all;
    }

    private static void numbered(String value, Map<String, Integer> into) {
        for (String group : value.split(" +", -1)) {
            int colon = group.lastIndexOf(':');
            int number = Integer.parseInt(group.substring(colon + 1));
            for (String word : group.substring(0, colon).split(",", -1)) {
                into.put(word, number);
            }
        }
    }

    /** Whether it is written without spaces, so that each character counts as a word. */
    public boolean isUnspaced() {
        return unspaced;
    }

    /** Whether within a sentence only names begin with a capital; in German each noun does. */
    public boolean namesHaveCapitals() {
        return CAPITAL_NAMES.contains(code);
    }

    /** Whether there are phrases for what a rule forbids and demands, for what somebody chooses, and for that it holds no longer. */
    public boolean tellsRulesApart() {
        return words.containsKey("idle");
    }

    /** The language's ISO 639-1 code; empty for the common rules alone. */
    public String code() {
        return code;
    }

    /** The words under a key. */
    public Set<String> list(String key) {
        return words.getOrDefault(key, Set.of());
    }

    /** The form that stands for an irregular form of a word, or for another word for the same; else the word itself. */
    String same(String word) {
        return same.getOrDefault(word, word);
    }

    /** What a model tells of the user, as the user says it: "the user prefers tea" as "I prefers tea", "never email the user" as "never email me". */
    public String asSaid(String told) {
        String said = told;
        String subject =
                list("subject").isEmpty() ? "" : list("subject").iterator().next();
        String toward =
                list("toward").isEmpty() ? subject : list("toward").iterator().next();
        for (Pattern word : users) {
            Matcher found = word.matcher(said);
            boolean opens = found.find() && said.indexOf(' ', said.indexOf(' ') + 1) >= found.start();
            said = opens && !unspaced ? found.replaceFirst(subject) : said;
            said = word.matcher(said).replaceAll(toward);
        }
        return said;
    }

    /** The phrases of the language; none if there are none. */
    CuePatterns cues() {
        return cues;
    }

    /** Whether a word, in whatever case, is in the list under a key. */
    public boolean has(String key, String word) {
        Set<String> under = keys.get(word.toLowerCase(Locale.ROOT));
        return under != null && under.contains(key);
    }

    /** A word without the article or pronoun in front of its apostrophe, in languages that put one there: "l'utilisateur". */
    public String withoutElided(String word) {
        int mark = has("elides", "'") ? Math.max(word.indexOf('\''), word.indexOf('’')) : -1;
        return mark >= 0 && mark < word.length() - 1 ? word.substring(mark + 1) : word;
    }

    /** The keys of the lists in which a word in lower case is. */
    public Set<String> keysOf(String word) {
        return keys.getOrDefault(word, Set.of());
    }

    /** The keys of the lists in which one of some words is. */
    Set<String> listsOf(List<Word> some) {
        Set<String> lists = null;
        for (Word word : some) {
            Set<String> of = keys.get(word.lower());
            if (of != null) {
                lists = lists == null ? new HashSet<>() : lists;
                lists.addAll(of);
            }
        }
        return lists == null ? Set.of() : lists;
    }

    /** The month of that name, 0 if it is none. */
    public int month(String word) {
        return months.getOrDefault(word.toLowerCase(Locale.ROOT), 0);
    }

    /** The number that a word in lower case names, -1 if it names none. */
    int number(String word) {
        return numbers.getOrDefault(word, -1);
    }
}
