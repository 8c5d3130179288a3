package io.github.sessioncompression.console;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.console.SessionConsole.ConsoleSettings;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers one request: checks who asks and from where, then finds what is asked for. */
final class Routes {
    private static final int MOST_PAGES = 16;

    private final ConsoleSettings settings;
    private final EventLog events;
    private final @Nullable SessionCompressor compressor;

    Routes(ConsoleSettings settings, EventLog events, @Nullable SessionCompressor compressor) {
        this.settings = settings;
        this.events = events;
        this.compressor = compressor;
    }

    ConsoleResponse answer(ConsoleRequest request) {
        Gate gate = new Gate(settings);
        gate.check(request);
        if (request.path().isEmpty()) {
            return ConsoleResponse.redirect("session-compression/");
        }
        boolean isAction = request.path().equals("/api/action");
        if (!request.method().equals(isAction ? "POST" : "GET")) {
            throw new Refusal(405, "method", "This path takes " + (isAction ? "POST" : "GET") + " only");
        }
        if (!request.isApi()) {
            return PageFiles.get(request.path());
        }
        SessionCompressor shown = compressor;
        if (shown == null) {
            throw new Refusal(503, "not-in-use", "The application has no compressor yet");
        }
        Chats chats = new Chats(shown, settings, events, request.caller());
        if (isAction) {
            gate.requireToken(request);
            return new Actions(shown, settings, chats).act(request.body());
        }
        if (request.path().equals("/api/events")) {
            return events(shown, request);
        }
        return ConsoleResponse.json(
                200, read(request, chats, shown, new Query(request.query())).get());
    }

    private Supplier<Map<String, @Nullable Object>> read(
            ConsoleRequest request, Chats chats, SessionCompressor shown, Query query) {
        return switch (request.path()) {
            case "/api/about" -> () -> new Totals(shown, settings, events).about(request);
            case "/api/chats" -> () -> new ChatList(shown, chats, events).page(query);
            case "/api/warnings" -> () -> new Totals(shown, settings, events).warnings(query, chats);
            case "/api/chat" -> () -> chats.page(query).summary();
            case "/api/messages" -> () -> chats.page(query).messages(query);
            case "/api/view" -> () -> chats.page(query).view(query);
            case "/api/raw" -> () -> chats.page(query).raw(query);
            case "/api/search" -> () -> chats.page(query).search(query);
            case "/api/compressions" -> () -> chats.history(query).compressions();
            case "/api/state" -> () -> chats.history(query).state(query);
            case "/api/diff" -> () -> chats.history(query).diff(query);
            case "/api/sessions" -> () -> chats.sessions(query).list();
            case "/api/sessions/search" -> () -> chats.sessions(query).search(query);
            case "/api/user" -> () -> chats.sessions(query).user();
            default -> throw new Refusal(404, "not-found", "There is no such path");
        };
    }

    private ConsoleResponse events(SessionCompressor shown, ConsoleRequest request) {
        if (events.pages() >= MOST_PAGES) {
            throw new Refusal(503, "too-many-streams", "There are " + MOST_PAGES + " open pages already");
        }
        Chats chats = new Chats(shown, settings, events, request.caller());
        Totals totals = new Totals(shown, settings, events);
        ConsoleEvents feed = new ConsoleEvents(events, event -> chats.isAllowed(event.conversationId()), totals::pulse);
        events.add(feed);
        return ConsoleResponse.events(feed);
    }
}
