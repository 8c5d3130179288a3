package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.ModelCall;
import io.github.sessioncompression.message.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tools that a request offers, and what their definitions cost as a provider reads them, counted once as long as they are the same.
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
        Set<String> names = new HashSet<>();
        StringBuilder text = new StringBuilder();
        for (ToolSpecification definition : definitions) {
            names.add(definition.name());
            write(text, definition);
        }
        return new ModelCall.Tools(names, conversation.tokens(List.of(Message.system(text.toString()))));
    }

    private static void write(StringBuilder text, ToolSpecification tool) {
        text.append("{\"type\":\"function\",\"function\":{\"name\":\"")
                .append(tool.name())
                .append("\",\"description\":\"")
                .append(tool.description())
                .append("\",\"parameters\":");
        JsonObjectSchema parameters = tool.parameters();
        if (parameters != null) {
            write(text, parameters, 0);
        }
        text.append("}}\n");
    }

    private static void write(StringBuilder text, JsonSchemaElement element, int depth) {
        String type = element.getClass().getSimpleName().replace("Json", "").replace("Schema", "");
        text.append("{\"type\":\"")
                .append(type)
                .append("\",\"description\":\"")
                .append(element.description())
                .append('"');
        if (depth < DEEPEST && element instanceof JsonObjectSchema object) {
            text.append(",\"properties\":{");
            for (Map.Entry<String, JsonSchemaElement> property :
                    object.properties().entrySet()) {
                text.append('"').append(property.getKey()).append("\":");
                write(text, property.getValue(), depth + 1);
                text.append(',');
            }
            text.append("},\"required\":").append(object.required());
        } else if (depth < DEEPEST && element instanceof JsonArraySchema array && array.items() != null) {
            text.append(",\"items\":");
            write(text, array.items(), depth + 1);
        } else if (element instanceof JsonEnumSchema choice) {
            text.append(",\"enum\":").append(choice.enumValues());
        }
        text.append('}');
    }
}
