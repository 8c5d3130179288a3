package io.github.sessioncompression.compare;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A compression model without a model: the first sentence of every message and of every entry of the former state, evenly thinned out to
 * half of the tokens that it is given.
 */
final class ScriptedStateModel implements StructuredModel {
    private static final Pattern ROOM = Pattern.compile("up to (\\d{1,9}) tokens");
    private static final Pattern SAID = Pattern.compile("(?m)^¶ (?:User|Assistant|Tool)[^:\n]{0,80}: (.{1,2000})$");
    private static final Pattern ENTRY = Pattern.compile("\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"");
    private static final Pattern SENTENCE = Pattern.compile("^.{1,300}?[.!?](?=\\s|$)");
    private static final int LONGEST = 300;
    private static final int SHORTEST = 20;

    private final Requests requests;
    private int calls;

    /** Bills its calls to {@code requests}. */
    ScriptedStateModel(Requests requests) {
        this.requests = requests;
    }

    int calls() {
        return calls;
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        Matcher told = ROOM.matcher(request.instructions());
        int room = told.find() ? Integer.parseInt(told.group(1)) / 2 : request.maxOutputTokens() / 4;
        String answer = state(thinned(sentences(request.prompt()), room));
        calls++;
        int read = request.instructions().length()
                + request.prompt().length()
                + request.jsonSchema().length();
        requests.addCall(Sent.tokens(read), Sent.tokens(answer.length()));
        return ModelAnswer.of(answer);
    }

    private static List<String> sentences(String prompt) {
        List<String> sentences = new ArrayList<>();
        int messages = Math.max(0, prompt.indexOf("<new_messages>"));
        Matcher entry = ENTRY.matcher(prompt.substring(0, messages));
        while (entry.find()) {
            if (entry.group(1).length() >= SHORTEST) {
                sentences.add(first(entry.group(1).replace("\\\"", "\"").replace("\\n", " ")));
            }
        }
        Matcher said = SAID.matcher(prompt.substring(messages));
        while (said.find()) {
            sentences.add(first(said.group(1)));
        }
        return sentences;
    }

    private static String first(String text) {
        Matcher sentence = SENTENCE.matcher(text);
        return sentence.find() ? sentence.group() : text.substring(0, Math.min(LONGEST, text.length()));
    }

    private static List<String> thinned(List<String> all, int tokens) {
        int size = all.stream().mapToInt(text -> Sent.tokens(text.length())).sum();
        double keep = Math.min(1, (double) tokens / Math.max(1, size));
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if ((int) ((i + 1) * keep) > (int) (i * keep)) {
                kept.add(all.get(i));
            }
        }
        return kept;
    }

    private static String state(List<String> facts) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("logos", facts);
        state.put("pathos", List.of());
        state.put("abstract", List.of());
        state.put("conversation_summary", facts.isEmpty() ? "" : facts.get(facts.size() - 1));
        return Json.write(state);
    }
}
