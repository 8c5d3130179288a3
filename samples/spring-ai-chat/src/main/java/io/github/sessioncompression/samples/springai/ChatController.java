package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.Focus;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import jakarta.servlet.http.HttpSession;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** What the page asks for. Each browser session has one chat at a time. */
@RestController
@RequestMapping("/api")
class ChatController {
    private static final Logger log = LoggerFactory.getLogger(ChatController.class);
    private static final String CONVERSATION = "conversation";
    private static final int MAX_CHARACTERS = 20_000;

    private final ChatClient chat;
    private final SessionCompressor compressor;
    private final StatusReports reports;
    /** The answers that are being written, by conversation. */
    private final Map<String, Sinks.Empty<Object>> running = new ConcurrentHashMap<>();

    ChatController(ChatClient chat, SessionCompressor compressor, StatusReports reports) {
        this.chat = chat;
        this.compressor = compressor;
        this.reports = reports;
    }

    /**
     * A message of the user.
     *
     * @param message what was typed
     */
    record Question(String message) {}

    /**
     * What a compression is to keep before all else.
     *
     * @param focus in the user's words, perhaps empty
     */
    record Wish(String focus) {}

    /**
     * A piece of an answer, or why there is none.
     *
     * @param text the piece, or one line for people
     */
    record Piece(String text) {}

    /** Answers in pieces: events {@code text}, then {@code status}, or {@code error} and {@code status}. */
    @PostMapping(path = "/chat", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<Object>> chat(@RequestBody Question question, HttpSession session) {
        if (question.message() == null || question.message().isBlank()) {
            throw new IllegalArgumentException("Type a message first.");
        }
        if (question.message().length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException("A message may have at most " + MAX_CHARACTERS + " characters.");
        }
        String id = conversation(session);
        return Flux.defer(() -> answer(id, question.message()));
    }

    private Flux<ServerSentEvent<Object>> answer(String id, String question) {
        Sinks.Empty<Object> stop = Sinks.empty();
        if (running.putIfAbsent(id, stop) != null) {
            return Flux.just(event("error", new Piece("An answer is being written already.")));
        }
        return chat
                .prompt()
                .user(question)
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, id))
                .stream()
                .content()
                .map(text -> event("text", new Piece(text)))
                .takeUntilOther(stop.asMono())
                .onErrorResume(failure -> {
                    log.warn("No answer ({})", failure.getClass().getName());
                    return Flux.just(event("error", new Piece(Failures.line(failure))));
                })
                .concatWith(Flux.defer(() -> Flux.just(event("status", reports.of(id)))))
                .doFinally(end -> running.remove(id, stop));
    }

    /** Ends the answer that is being written, if there is one: its stream ends with the status. */
    @PostMapping("/stop")
    void stop(HttpSession session) {
        Sinks.Empty<Object> stop = running.get(conversation(session));
        if (stop != null) {
            stop.tryEmitEmpty();
        }
    }

    private static ServerSentEvent<Object> event(String name, Object data) {
        return ServerSentEvent.builder().event(name).data(data).build();
    }

    /** Where the chat stands. */
    @GetMapping("/status")
    StatusReport status(HttpSession session) {
        return reports.of(conversation(session));
    }

    /** Compresses everything but the last turn now. */
    @PostMapping("/compress")
    StatusReport compress(@RequestBody Wish wish, HttpSession session) {
        String id = conversation(session);
        String focus = wish.focus() == null ? "" : wish.focus().strip();
        Outcome outcome = compressor.conversation(id).compress(focus.isEmpty() ? Focus.none() : Focus.on(focus));
        return reports.of(id).withOutcome(outcome);
    }

    /** Leaves the chat and begins another. */
    @PostMapping("/new")
    StatusReport startAnew(HttpSession session) {
        compressor.conversation(conversation(session)).clear();
        session.removeAttribute(CONVERSATION);
        return reports.of(conversation(session));
    }

    /** The page shows what it says. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(IllegalArgumentException refusal) {
        return ResponseEntity.badRequest()
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(refusal.getMessage())));
    }

    private static String conversation(HttpSession session) {
        synchronized (session) {
            if (session.getAttribute(CONVERSATION) instanceof String id) {
                return id;
            }
            String id = UUID.randomUUID().toString();
            session.setAttribute(CONVERSATION, id);
            return id;
        }
    }
}
