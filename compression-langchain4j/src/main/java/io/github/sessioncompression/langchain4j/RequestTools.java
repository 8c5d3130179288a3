package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.ModelCall;
import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tools that a request offers, and what their definitions cost as a provider reads them, counted once while they do not change.
 * Safe for use by many threads.
 */
final class RequestTools {
    private static final int DEEPEST = 16;

    private record Counted(List<ToolSpecification> definitions, ModelCall.Tools tools) {}

    private volatile @Nullable Counted last;

    ModelCall.Tools of(Conversation conversation, @Nullable List<ToolSpecification> definitions) {
        if (definitions == null || definitions.isEmpty()) {
            return ModelCall.Tools.NONE;
        }
        Counted known = last;
        if (known == null || !known.definitions().equals(definitions)) {
            known = new Counted(List.copyOf(definitions), counted(conversation, definitions));
            last = known;
        }
        return known.tools();
    }

    private static ModelCall.Tools counted(Conversation conversation, List<ToolSpecification> definitions) {
        Set<String> names = definitions.stream().map(ToolSpecification::name).collect(Collectors.toSet());
        String text = definitions.stream().map(RequestTools::json).collect(Collectors.joining());
        return new ModelCall.Tools(names, conversation.tokens(List.of(Message.system(text))), text);
    }

    private static String json(ToolSpecification tool) {
        JsonObjectSchema parameters = tool.parameters();
        return "{\"type\":\"function\",\"function\":{\"name\":\"" + tool.name() + "\",\"description\":\""
                + tool.description() + "\",\"parameters\":" + (parameters == null ? "" : json(parameters, 0)) + "}}\n";
    }

    private static String json(JsonSchemaElement element, int depth) {
        String type = element.getClass().getSimpleName().replace("Json", "").replace("Schema", "");
        String more = "";
        if (depth < DEEPEST && element instanceof JsonObjectSchema object) {
            more = object.properties().entrySet().stream()
                    .map(property -> '"' + property.getKey() + "\":" + json(property.getValue(), depth + 1) + ',')
                    .collect(Collectors.joining("", ",\"properties\":{", "},\"required\":" + object.required()));
        } else if (depth < DEEPEST && element instanceof JsonArraySchema array && array.items() != null) {
            more = ",\"items\":" + json(array.items(), depth + 1);
        } else if (element instanceof JsonEnumSchema choice) {
            more = ",\"enum\":" + choice.enumValues();
        }
        return "{\"type\":\"" + type + "\",\"description\":\"" + element.description() + '"' + more + '}';
    }
}
