package io.github.sessioncompression;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.ScriptedModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A model for tests that tells of each segment it is asked for, {@value #MARK} before what was said first in it. */
final class TellingModel {
    static final String MARK = "in short,";
    static final String MARK_OF_BRIEF = "in a word,";

    private static final Pattern LINE = Pattern.compile("¶ segment (\\d+)|¶ User[^:\n]*: ([^<\n]*)");

    private TellingModel() {}

    /** The answer to a request; {@code changed} does to each text what a worse model would. */
    static ModelAnswer answer(ModelRequest request, UnaryOperator<String> changed) {
        Map<Integer, String> first = new TreeMap<>();
        int segment = 0;
        Matcher line = LINE.matcher(request.prompt());
        while (line.find()) {
            if (line.group(1) != null) {
                segment = Integer.parseInt(line.group(1));
            } else if (segment > 0) {
                first.putIfAbsent(segment, line.group(2));
            }
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("logos", List.of("User: my sister Annika lives in Trondheim"));
        answer.put("pathos", List.of(ScriptedModel.TONE));
        answer.put("abstract", List.of());
        answer.put("conversation_summary", "Everyday matters.");
        if (request.jsonSchema().contains("\"segment\"")) {
            List<Object> segments = new ArrayList<>();
            first.forEach((number, text) -> segments.add(told(number, text, changed)));
            answer.put("segments", segments);
        }
        return ModelAnswer.of(Json.write(answer));
    }

    private static Map<String, Object> told(int number, String text, UnaryOperator<String> changed) {
        List<String> words = List.of(text.split("\\s+"));
        String beginning = String.join(" ", words.subList(0, Math.min(12, words.size())));
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("segment", number);
        told.put("title", changed.apply("on " + words.get(0)));
        told.put("detailed", changed.apply(MARK + " " + beginning));
        told.put("brief", changed.apply(MARK_OF_BRIEF + " " + words.get(0) + " " + words.get(1)));
        told.put("tags", List.of(changed.apply("about"), changed.apply(words.get(0))));
        return told;
    }
}
