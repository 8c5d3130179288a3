package io.github.sessioncompression.compare;

import io.github.sessioncompression.compare.Transcript.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers that a context still has, 0 to 1, without a model.
 *
 * <p>An answer counts with its words that its evidence has; such a word is there if one line of the context has it together with a word of the
 * question. Lines are cut at sentence ends and after {@value #LONGEST} words, so that a bag of words gains nothing.
 */
final class Recall {
    private static final int LONGEST = 60;
    private static final int SHORTEST_STEM = 3;
    private static final Pattern WORD = Pattern.compile("[a-z0-9]+");
    private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+|;\\s+|\\n|\",\\s*\"|\\s*…\\s*");
    private static final List<String> SUFFIXES = List.of("ing", "edly", "ed", "ies", "es", "s", "ly");
    private static final Set<String> STOP = Set.of(
            ("a an the and or but if then of to in on at for with by from as is are was were be been being it its this that these "
                            + "those i you he she they we me him her them us my your his their our what when where who whom which why "
                            + "how do does did done have has had having not no so too very can could would will shall should may might "
                            + "must about into over after before during between out up down off again more most some any each few other "
                            + "such own same than just also there here s t re ve ll d m am yes")
                    .split(" ", -1));

    private Recall() {}

    /** Mean over the questions whose evidence has words of the answer; empty if there is none. */
    static OptionalDouble of(List<String> context, Transcript transcript) {
        Map<String, Set<Integer>> places = places(context);
        Map<String, String> texts = new HashMap<>();
        transcript.lines().forEach(line -> texts.put(line.id(), line.text()));
        List<Double> scores = new ArrayList<>();
        for (Question question : transcript.questions()) {
            Set<String> said = new HashSet<>();
            question.evidence().forEach(id -> said.addAll(words(texts.getOrDefault(id, ""))));
            Set<String> answer = new HashSet<>(words(question.answer()));
            answer.retainAll(said);
            if (!answer.isEmpty()) {
                scores.add(score(answer, words(question.question()), places));
            }
        }
        return scores.stream().mapToDouble(Double::doubleValue).average();
    }

    private static double score(Set<String> answer, List<String> question, Map<String, Set<Integer>> places) {
        Set<Integer> near = new HashSet<>();
        question.stream()
                .filter(word -> !answer.contains(word))
                .forEach(word -> near.addAll(places.getOrDefault(word, Set.of())));
        long found = answer.stream()
                .filter(word -> places.getOrDefault(word, Set.of()).stream().anyMatch(near::contains))
                .count();
        return (double) found / answer.size();
    }

    /** Numbers of the lines that have a word. */
    private static Map<String, Set<Integer>> places(List<String> context) {
        Map<String, Set<Integer>> places = new HashMap<>();
        int number = 0;
        for (String text : context) {
            for (String unit : END.split(text, -1)) {
                String[] words = unit.split(" ", -1);
                for (int from = 0; from < words.length; from += LONGEST) {
                    int line = number++;
                    String part =
                            String.join(" ", List.of(words).subList(from, Math.min(words.length, from + LONGEST)));
                    words(part).forEach(word -> places.computeIfAbsent(word, key -> new HashSet<>())
                            .add(line));
                }
            }
        }
        return places;
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (word.find()) {
            if (!STOP.contains(word.group())) {
                words.add(stem(word.group()));
            }
        }
        return words;
    }

    private static String stem(String word) {
        for (String suffix : SUFFIXES) {
            if (word.endsWith(suffix) && word.length() - suffix.length() >= SHORTEST_STEM) {
                return word.substring(0, word.length() - suffix.length());
            }
        }
        return word;
    }
}
