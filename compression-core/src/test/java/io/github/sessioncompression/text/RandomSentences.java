package io.github.sessioncompression.text;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * Random texts of the words that rules know: those of the languages' lists and of the values', with numbers, marks and what parsers stumble over between
 * them, and what is said in tests, in part. A rule meets the words it looks for at the beginning, at the end, twice, alone and behind another's.
 */
public final class RandomSentences {
    private static final List<String> CODES = List.of("de", "en", "es", "fr", "it", "ja", "nl", "pt", "ru", "zh");
    private static final List<List<String>> LANGUAGES = languages();
    private static final List<String> SAID = said();
    private static final List<String> PIECES = List.of(
            "",
            "?",
            "!",
            ":",
            ";",
            "\"",
            "'",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "<",
            ">",
            "\n",
            "\n\n",
            "- ",
            "* ",
            "1. ",
            "2) ",
            "# ",
            "|",
            "```",
            "\t",
            "…",
            "—",
            "\u200f",
            "\u0000",
            "\ud800",
            "\udc00",
            "😀",
            "=",
            "->",
            "$",
            "€",
            "%",
            "5",
            "12",
            "-3",
            "8:30",
            "3,5",
            "1.80 m",
            "10 kg",
            "2025-03-04",
            "4. März",
            "12/05",
            "9999999999999999999",
            "½",
            "٣",
            "１２",
            "ﬁ",
            "İ",
            "https://x.example/z?token=abc",
            "a@b.example",
            "`x`",
            "/usr/bin",
            "C#",
            "v1.2.3",
            "sk-a8F3kd92LmQ0xz17",
            "。",
            "？",
            "，",
            "、",
            "User:",
            "Assistant:",
            "[goal]",
            "<session_state version=\"1\">",
            "</session_state>",
            "null",
            "Rule:",
            "\"a\":",
            "NaN");
    private static final List<String> NAMES =
            List.of("Ana", "Tom", "budget", "table", "Friday", "red", "house", "it", "she");
    private static final List<String> GAPS =
            List.of(" ", " ", " ", " ", ", ", ", ", ". ", "? ", "! ", ": ", "\n", "", "; ", " - ");

    private final Random random;
    private int at;

    /** Texts drawn from {@code random}, so the same ones for the same seed. */
    public RandomSentences(Random random) {
        this.random = random;
        this.at = random.nextInt(SAID.size());
    }

    private static List<List<String>> languages() {
        List<List<String>> languages = new ArrayList<>();
        for (String code : CODES) {
            Set<String> words = new LinkedHashSet<>();
            for (String file : List.of(code, "values/" + code, "force/" + code)) {
                words.addAll(phrases(KeyedLine.of(AnchorLanguage.class, file + ".txt")));
            }
            words.addAll(phrases(KeyedLine.of(LanguageProfile.class, code + ".txt")));
            languages.add(List.copyOf(words));
        }
        return languages;
    }

    /** What is said in the tests of the offline compiler, in order. */
    private static List<String> said() {
        List<String> said = new ArrayList<>();
        for (String code : CODES) {
            for (String folder :
                    List.of("at-once", "changed", "choices", "hurried", "put-right-near", "talk", "turned-down")) {
                for (String line : lines("offline/" + folder + "/" + code + ".txt")) {
                    Arrays.stream(line.split(" [|/] "))
                            .map(part -> part.replaceFirst("^\\p{L}{2,9}: ", ""))
                            .forEach(said::add);
                }
            }
        }
        return List.copyOf(said);
    }

    private static List<String> lines(String resource) {
        try (InputStream in = Objects.requireNonNull(SessionCompressor.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The phrases and words of lists, without the signs by which these are written. */
    private static Collection<String> phrases(List<KeyedLine> lines) {
        Set<String> phrases = new LinkedHashSet<>();
        for (KeyedLine line : lines) {
            String between = line.value().contains("|") ? "\\|" : " +";
            Arrays.stream(line.value().split(between))
                    .map(phrase ->
                            phrase.replaceAll("[.*?()\\\\\\[\\]+#°]", " ").strip())
                    .filter(phrase -> !phrase.isEmpty())
                    .forEach(phrases::add);
        }
        return phrases;
    }

    /** A text, perhaps empty: what is said next in the tests, in part or whole, or words without sense. */
    public String next() {
        return random.nextBoolean() ? part() : words();
    }

    /** What is said next, of which the beginning or the end may be missing. */
    private String part() {
        at = random.nextInt(20) == 0 ? random.nextInt(SAID.size()) : (at + 1) % SAID.size();
        String said = SAID.get(at);
        int cut = random.nextInt(said.length() + 1);
        return switch (random.nextInt(6)) {
            case 0 -> said.substring(cut);
            case 1 -> said.substring(0, cut);
            default -> said;
        };
    }

    /** Up to 14 pieces in one language. */
    private String words() {
        List<String> words = pick(LANGUAGES);
        int size = random.nextInt(3) == 0 ? random.nextInt(3) : random.nextInt(15);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(piece(words)).append(pick(GAPS));
        }
        boolean capital = random.nextInt(4) == 0 && text.length() > 0;
        if (capital) {
            text.setCharAt(0, Character.toUpperCase(text.charAt(0)));
        }
        return text.toString();
    }

    private String piece(List<String> words) {
        int kind = random.nextInt(10);
        if (kind < 6) {
            String phrase = pick(words);
            int slash = phrase.indexOf('/');
            return slash < 0 ? phrase : phrase.substring(0, slash);
        }
        return kind < 9 ? pick(PIECES) : pick(NAMES);
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
