package io.github.sessioncompression.console;

import java.util.LinkedHashMap;
import java.util.Map;

/** A request that gets an error instead of an answer. Its texts hold nothing that was said in a chat. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    Refusal(int status, String code, String detail) {
        super(detail, null, false, false);
        this.status = status;
        this.code = code;
    }

    static Refusal badRequest(String detail) {
        return new Refusal(400, "bad-request", detail);
    }

    static Refusal contentsOff() {
        return new Refusal(
                403,
                "contents-off",
                "The console shows no contents; session-compression.console.contents or SessionConsole.builder().contents permits it");
    }

    ConsoleResponse response() {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("error", code);
        json.put("detail", String.valueOf(getMessage()));
        return ConsoleResponse.json(status, json);
    }
}
