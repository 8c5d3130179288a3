package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.stub.Reply;
import java.util.List;
import java.util.Map;

/** Constant failures of the compression model. */
enum CompressionFault {
    /** The client throws before anything is sent. */
    THROWN,
    BAD_REQUEST,
    UNAUTHORIZED,
    RATE_LIMIT,
    /** Never answers. */
    HANG,
    /** Answers correctly, but turns later. */
    SLOW,
    BLANK,
    NO_JSON,
    WRONG_TYPES,
    /** A state without anything. */
    USELESS,
    /** A state that is longer than the chat. */
    LONGER,
    TOOL_CALL,
    /** Stops at its output limit. */
    CUT_OFF;

    /** Answer of the model's provider. */
    Reply reply() {
        return switch (this) {
            case BAD_REQUEST -> new Reply.Failure(400, "the request is not understood");
            case UNAUTHORIZED -> new Reply.Failure(401, "no such key");
            case RATE_LIMIT -> new Reply.Failure(429, "Rate limit reached");
            case THROWN, HANG, BLANK -> Reply.text("");
            case NO_JSON -> Reply.text("I would rather talk about the garden.");
            case WRONG_TYPES ->
                Reply.text("{\"logos\":7,\"pathos\":{\"tone\":1},\"abstract\":\"none\",\"conversation_summary\":[]}");
            case USELESS -> state(List.of(), "");
            case SLOW ->
                state(GardenChat.FACTS.stream().map(GardenChat.Fact::said).toList(), "The user plans a garden.");
            case LONGER -> state(List.of("All about the garden and its hedges. ".repeat(3_000)), "");
            case TOOL_CALL -> Reply.call(Lookup.NAME, Map.of("topic", "roses"));
            case CUT_OFF -> Reply.text("{\"logos\":[\"The gate").ended(Reply.End.LENGTH);
        };
    }

    private static Reply state(List<String> facts, String summary) {
        return Reply.text(Json.write(
                Map.of("logos", facts, "pathos", List.of(), "abstract", List.of(), "conversation_summary", summary)));
    }
}
