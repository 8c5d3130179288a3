package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the definitions of a request's tools cost, as a provider reads them, counted once as long as they are the same. Safe for use by
 * many threads.
 */
final class ToolTokens {
    private static final int DEEPEST = 16;

    private record Counted(List<ToolSpecification> tools, int tokens) {}

    private volatile @Nullable Counted last;

    int of(Conversation conversation, @Nullable List<ToolSpecification> tools) {
        if (tools == null || tools.isEmpty()) {
            return 0;
        }
        Counted known = last;
        if (known == null || !known.tools().equals(tools)) {
            StringBuilder text = new StringBuilder();
            tools.forEach(tool -> write(text, tool));
            known = new Counted(List.copyOf(tools), conversation.tokens(List.of(Message.system(text.toString()))));
            last = known;
        }
        return known.tokens();
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
