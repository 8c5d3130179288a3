package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * Learns the weights of the extract's sentence features from transcripts alone: what later messages of the same chat refer to.
 *
 * <p>Arguments: files or directories with chats in OpenAI's format. Each chat is cut at four places. A sentence before a cut is referred to if a later
 * message uses a rare word of it: a value, a name or a word of the matter that at most {@value #RARE} sentences before the cut have. A logistic
 * regression without randomness fits the weights. Prints them as {@code weights.txt} has them, then for each chat the
 * share of pairs that the weights order right (0.5 is chance), with the library's own weights and with weights learnt from the other chats.
 */
@NullMarked
public final class WeightLearning {
    private static final int RARE = 4;
    private static final int SHORTEST = 5;
    private static final double[] CUTS = {0.3, 0.45, 0.6, 0.75};
    private static final int ROUNDS = 400;
    private static final double RATE = 0.5;
    /** Pull of each weight towards 0. */
    private static final double PULL = 0.002;

    private static final Feature[] FEATURES = Feature.values();

    private WeightLearning() {}

    /** A sentence before a cut. */
    private record Example(Map<Feature, Double> features, boolean referredTo) {
        private double score(Map<Feature, Double> weights) {
            double score = 0;
            for (Map.Entry<Feature, Double> feature : features.entrySet()) {
                score += weights.getOrDefault(feature.getKey(), 0.0) * feature.getValue();
            }
            return score;
        }
    }

    /** Runs it: see the class. */
    public static void main(String[] arguments) throws IOException {
        Map<String, List<Example>> chats = new HashMap<>();
        for (String argument : arguments) {
            for (Path file : files(Path.of(argument))) {
                List<Example> examples = examples(messages(file));
                if (examples.stream().anyMatch(Example::referredTo)) {
                    chats.put(file.toString(), examples);
                }
            }
        }
        if (chats.size() < 2) {
            throw new IllegalArgumentException("at least two chats must be given, were " + chats.size());
        }
        Map<Feature, Double> hand = new EnumMap<>(Feature.class);
        for (Feature feature : FEATURES) {
            hand.put(feature, feature.weight());
        }
        learn(chats.values().stream().flatMap(List::stream).toList())
                .forEach((feature, weight) -> System.out.printf(
                        Locale.ROOT, "%s = %.2f%n", feature.name().toLowerCase(Locale.ROOT), weight));
        for (String chat : chats.keySet().stream().sorted().toList()) {
            List<Example> others = chats.entrySet().stream()
                    .filter(other -> !other.getKey().equals(chat))
                    .flatMap(other -> other.getValue().stream())
                    .toList();
            List<Example> own = chats.getOrDefault(chat, List.of());
            System.out.printf(
                    Locale.ROOT,
                    "# %s: %d sentences, as shipped %.3f, learnt from the others %.3f%n",
                    Path.of(chat).getFileName(),
                    own.size(),
                    ordered(own, hand),
                    ordered(own, learn(others)));
        }
    }

    private static List<Path> files(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(file -> file.toString().endsWith(".json")
                            && !file.toString().endsWith(".qa.json"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Message> messages(Path file) throws IOException {
        Object json = Json.parse(Files.readString(file));
        JsonFields wrapper = JsonFields.of("transcript", json instanceof List ? Map.of("messages", json) : json);
        List<Message> messages = new ArrayList<>();
        for (JsonFields message : wrapper.objects("messages")) {
            String text = message.text("content", "");
            switch (message.text("role")) {
                case "user" -> messages.add(Message.user(text).withName(message.textOrNull("name")));
                case "assistant" -> messages.add(Message.assistant(text).withName(message.textOrNull("name")));
                case "tool" -> messages.add(Message.toolResult(message.text("tool_call_id", ""), "tool", text));
                default -> {} // system prompts are never compressed
            }
        }
        return messages;
    }

    private static List<Example> examples(List<Message> messages) {
        List<Example> examples = new ArrayList<>();
        for (double cut : CUTS) {
            int at = (int) (cut * messages.size());
            Units later = units(messages.subList(at, messages.size()), new Vocabulary());
            Set<String> named = new HashSet<>();
            later.all().stream().filter(Unit::isSpeech).forEach(unit -> named.addAll(words(unit)));
            Vocabulary vocabulary = new Vocabulary();
            Units before = units(messages.subList(0, at), vocabulary);
            new Ties().tie(before.all());
            Map<String, Integer> uses = new HashMap<>();
            before.all().forEach(unit -> words(unit).forEach(word -> uses.merge(word, 1, Integer::sum)));
            Salience salience = new Salience(vocabulary, before.all(), before.answers(), Set.of());
            for (Unit unit : before.all()) {
                boolean referredTo = words(unit).stream()
                        .anyMatch(word -> named.contains(word) && uses.getOrDefault(word, 0) <= RARE);
                examples.add(new Example(salience.features(unit), referredTo));
            }
        }
        return examples;
    }

    private static Units units(List<Message> messages, Vocabulary vocabulary) {
        Units units = new Units(vocabulary, new StatementReader());
        ToolFacts results = new ToolFacts(units);
        for (int i = 0; i < messages.size(); i++) {
            Entry entry = new Entry(i + 1L, messages.get(i), 0);
            if (entry.message().role() == Role.TOOL) {
                results.add(entry);
            } else {
                units.addMessage(entry, Unit.From.SPAN);
            }
        }
        return units;
    }

    /** The words of a sentence that tell its matter, names and values, in lower case. */
    private static Set<String> words(Unit unit) {
        Set<String> words = new HashSet<>();
        for (Word word : unit.words) {
            boolean matter = word.lower().length() >= SHORTEST
                    && !unit.profile.isLight(word.lower())
                    && !unit.profile.isStop(word.lower());
            if (word.isValue() || word.isProper() || matter) {
                words.add(word.lower());
            }
        }
        return words;
    }

    /** Logistic regression by gradient descent; both answers weigh the same in sum. */
    private static Map<Feature, Double> learn(List<Example> examples) {
        double yes = examples.stream().filter(Example::referredTo).count();
        double no = examples.size() - yes;
        Map<Feature, Double> weights = new EnumMap<>(Feature.class);
        double bias = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Map<Feature, Double> slope = new EnumMap<>(Feature.class);
            double biasSlope = 0;
            for (Example example : examples) {
                double odds = 1 / (1 + Math.exp(-bias - example.score(weights)));
                double miss = ((example.referredTo ? 1 : 0) - odds) / (2 * (example.referredTo ? yes : no));
                biasSlope += miss;
                example.features.forEach((feature, value) -> slope.merge(feature, miss * value, Double::sum));
            }
            bias += RATE * biasSlope;
            for (Map.Entry<Feature, Double> feature : slope.entrySet()) {
                double weight = weights.getOrDefault(feature.getKey(), 0.0);
                weights.put(feature.getKey(), weight + RATE * (feature.getValue() - PULL * weight));
            }
        }
        return weights;
    }

    /** Share of pairs of one sentence that is referred to and one that is not, in which the former has the higher score. */
    private static double ordered(List<Example> examples, Map<Feature, Double> weights) {
        List<Example> sorted = examples.stream()
                .sorted(Comparator.comparingDouble(example -> example.score(weights)))
                .toList();
        double below = 0;
        double pairs = 0;
        double yes = 0;
        int from = 0;
        while (from < sorted.size()) {
            int to = from;
            double equalYes = 0;
            double equalNo = 0;
            while (to < sorted.size()
                    && sorted.get(to).score(weights) == sorted.get(from).score(weights)) {
                equalYes += sorted.get(to).referredTo ? 1 : 0;
                equalNo += sorted.get(to).referredTo ? 0 : 1;
                to++;
            }
            pairs += equalYes * (below + equalNo / 2);
            below += equalNo;
            yes += equalYes;
            from = to;
        }
        return yes == 0 || below == 0 ? 0.5 : pairs / (yes * below);
    }
}
