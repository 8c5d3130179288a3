package io.github.sessioncompression.console;

import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Sessions;
import io.github.sessioncompression.console.SessionConsole.ConsoleSettings;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Carries out what a page asks for. */
final class Actions {
    private static final long PATIENCE_MILLIS = 2_000;
    private static final int MOST_RULE = 2_000;
    private static final String UNCHANGED = "unchanged";

    private final SessionCompressor compressor;
    private final ConsoleSettings settings;
    private final Chats chats;

    Actions(SessionCompressor compressor, ConsoleSettings settings, Chats chats) {
        this.compressor = compressor;
        this.settings = settings;
        this.chats = chats;
    }

    ConsoleResponse act(byte[] body) {
        try {
            JsonFields asked = JsonFields.parse("body", new String(body, StandardCharsets.UTF_8));
            String action = asked.text("action");
            if (action.equals("verify")) {
                return done("ok", null);
            }
            return act(chats.required(asked.text("id")), action, asked.text("argument", ""));
        } catch (JsonFormatException e) {
            throw Refusal.badRequest(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            // The reason names an argument and its bounds; it may repeat a session's id, which is a number.
            throw Refusal.badRequest("argument is not right for this action: " + e.getMessage());
        }
    }

    private ConsoleResponse act(Conversation chat, String action, String argument) {
        return switch (action) {
            case "compress" -> compress(chat, argument);
            case "prune" -> done(chat.prune());
            case "abort" -> done(chat.abort() ? "aborted" : UNCHANGED, null);
            case "pin" -> after("pinned", () -> chat.pin(number(argument)));
            case "unpin" -> after("unpinned", () -> chat.unpin(number(argument)));
            case "pin-text" -> after("pinned", () -> chat.pin(rule(argument)));
            case "erase" -> done(chat.erase(number(argument)) ? "erased" : UNCHANGED, null);
            case "rollback" -> after("rolled-back", () -> chat.rollback(number(argument)));
            case "start" -> done("started", sessions(chat).startNew().id());
            case "resume" ->
                done("resumed", sessions(chat).resume(required(argument)).id());
            case "erase-fact" -> done(eraseFact(chat, required(argument)) ? "erased" : UNCHANGED, null);
            case "export" -> export(chat);
            default -> throw Refusal.badRequest("action must be one that the console knows");
        };
    }

    private ConsoleResponse compress(Conversation chat, String focus) {
        CompletableFuture<Outcome> running;
        try {
            running = chat.compressAsync(focus.isBlank() ? Focus.none() : Focus.on(focus.strip()));
            return done(running.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return answer(202, "started", null);
        } catch (RejectedExecutionException e) {
            return done("failed", "no thread takes it");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            boolean isKnown = cause instanceof CompressionFailedException;
            return done(
                    "failed",
                    isKnown
                            ? "the policy says throw"
                            : String.valueOf(
                                    cause == null ? null : cause.getClass().getSimpleName()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return answer(202, "started", null);
        }
    }

    private boolean eraseFact(Conversation chat, String fact) {
        return compressor
                .inspection()
                .userOf(chat.id())
                .map(user -> user.erase(fact))
                .orElse(false);
    }

    private ConsoleResponse export(Conversation chat) {
        if (!settings.contents()) {
            throw Refusal.contentsOff();
        }
        return ConsoleResponse.download(chat.export());
    }

    private static Sessions sessions(Conversation chat) {
        if (chat.isEarlierSession()) {
            throw Refusal.badRequest("id must be that of a chat for this action, not that of an earlier session");
        }
        return chat.sessions();
    }

    private static ConsoleResponse after(String outcome, Runnable action) {
        action.run();
        return done(outcome, null);
    }

    private static ConsoleResponse done(Outcome outcome) {
        if (outcome instanceof Outcome.Unchanged unchanged) {
            return done(UNCHANGED, Numbers.name(unchanged.why()));
        }
        return done(outcome.label(), outcome instanceof Outcome.Failed failed ? failed.cause() : null);
    }

    private static ConsoleResponse done(String outcome, @Nullable String detail) {
        return answer(200, outcome, detail);
    }

    private static ConsoleResponse answer(int status, String outcome, @Nullable String detail) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("outcome", outcome);
        json.put("detail", detail);
        return ConsoleResponse.json(status, json);
    }

    private static String required(String argument) {
        if (argument.isBlank()) {
            throw Refusal.badRequest("argument must be given for this action");
        }
        return argument.strip();
    }

    private static String rule(String argument) {
        if (argument.length() > MOST_RULE) {
            throw Refusal.badRequest("argument must be at most " + MOST_RULE + " characters");
        }
        return required(argument);
    }

    private static long number(String argument) {
        return Query.number("argument", required(argument));
    }
}
