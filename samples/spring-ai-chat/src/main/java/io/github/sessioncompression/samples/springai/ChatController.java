package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.samples.springai.StatusReports.StatusReport;
import jakarta.servlet.http.HttpSession;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Answers the page's requests. Each browser has chats of its own. */
@RestController
@RequestMapping("/api")
class ChatController {
    private static final Logger log = LoggerFactory.getLogger(ChatController.class);
    private static final int MAX_CHARACTERS = 20_000;
    private static final String UNKNOWN_COMMAND =
            "There is no such command: type /help for those that there are. A text of more than one word goes to the model.";

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

    /** A message of the user; {@code again} if it was sent before and got no answer. */
    record Question(String message, @Nullable Boolean again) {}

    record Which(String id) {}

    /** Matter that a compression is to keep before all else. */
    record Wish(String focus) {}

    /** A piece of an answer, or the reason why there is none. */
    record Piece(String text) {}

    /** End of an answer, as far as the reader has to be told. For one answer, whose pieces come one after the other. */
    private static final class Ending {
        private boolean spoken;
        private FinishReason reason = FinishReason.STOP;

        /** Takes a piece of the answer and returns its words. */
        String words(ChatResponse piece) {
            Generation generation = piece.getResult();
            if (generation == null) {
                return "";
            }
            String finished = generation.getMetadata().getFinishReason();
            if (finished != null && !finished.isBlank()) {
                reason = FinishReason.of(finished);
            }
            String text = Objects.requireNonNullElse(generation.getOutput().getText(), "");
            spoken |= !text.isBlank();
            return text;
        }

        /** One line where the answer is not what it should be; {@code null} where it is. */
        @Nullable
        String remark() {
            if (reason == FinishReason.CONTENT_FILTER) {
                return spoken ? "The provider cut this answer short." : "The model refused to answer this.";
            }
            if (!spoken) {
                return "The model gave an empty answer.";
            }
            return reason == FinishReason.LENGTH ? "The answer has reached its longest length." : null;
        }
    }

    /** Answers in pieces: events {@code text}, then perhaps {@code remark} or {@code error}, then {@code status}. */
    @PostMapping(path = "/chat", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<Object>> chat(@RequestBody Question question, HttpSession session) {
        if (question.message() == null || question.message().isBlank()) {
            throw new IllegalArgumentException("Type a message first.");
        }
        if (question.message().length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException("A message may have at most " + MAX_CHARACTERS + " characters.");
        }
        String id = conversation(session);
        return isUnknownCommand(question.message())
                ? Flux.just(event("text", new Piece(UNKNOWN_COMMAND)), event("status", reports.of(id)))
                : Flux.defer(() -> answer(id, question));
    }

    /** True for one word that looks like a command and is none: its user has mistyped it, and a model would make something up. */
    private static boolean isUnknownCommand(String message) {
        return message.strip().matches("/[\\p{L}-]+") && !ChatCommands.isCommand(message);
    }

    private Flux<ServerSentEvent<Object>> answer(String id, Question asked) {
        Sinks.Empty<Object> stop = Sinks.empty();
        if (running.putIfAbsent(id, stop) != null) {
            return Flux.just(event("error", new Piece("An answer is being written already.")));
        }
        String question = asked.message();
        if (Boolean.TRUE.equals(asked.again())) {
            withdraw(id, question);
        }
        Ending ending = new Ending();
        AtomicBoolean stopped = new AtomicBoolean();
        return chat
                .prompt()
                .user(question)
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, id))
                .stream()
                .chatResponse()
                .map(ending::words)
                .filter(words -> !words.isEmpty())
                .map(words -> event("text", new Piece(words)))
                .takeUntilOther(stop.asMono().doOnTerminate(() -> stopped.set(true)))
                .concatWith(Mono.defer(() -> Mono.justOrEmpty(stopped.get() ? null : ending.remark())
                        .map(line -> event("remark", new Piece(line)))))
                .onErrorResume(failure -> {
                    log.warn("No answer ({})", failure.getClass().getName());
                    return Flux.just(event("error", new Piece(Failures.line(failure))));
                })
                .concatWith(Mono.fromSupplier(() -> event("status", reports.of(id))))
                .doFinally(end -> running.remove(id, stop));
    }

    /** Takes a question out again that got no answer, or its repetition would stand beside it. */
    private void withdraw(String id, String asked) {
        Conversation conversation = compressor.conversation(id);
        List<Entry> entries = conversation.entries();
        for (int last = entries.size() - 1; last >= 0; last--) {
            Message message = entries.get(last).message();
            boolean question = message.role() == Role.USER && message.text().equals(asked);
            if (!question && !Said.isNone(message)) {
                return;
            }
            conversation.erase(entries.get(last).sequence());
            if (question) {
                return;
            }
        }
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

    /** Status of the current chat. */
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
        return reports.after(outcome, id);
    }

    /** This session's chats, the newest first. */
    @GetMapping("/chats")
    List<Chats.Chat> list(HttpSession session) {
        return chats(session).all();
    }

    /** Messages of the current chat. */
    @GetMapping("/messages")
    List<Said> messages(HttpSession session) {
        return Said.in(compressor.conversation(conversation(session)).transcript());
    }

    /** Goes on in a chat in which nothing was said yet. */
    @PostMapping("/new")
    StatusReport begin(HttpSession session) {
        chats(session).begin();
        return reports.of(conversation(session));
    }

    /** Goes on in another chat. */
    @PostMapping("/open")
    StatusReport open(@RequestBody Which which, HttpSession session) {
        chats(session).open(which.id() == null ? "" : which.id());
        return reports.of(conversation(session));
    }

    /** Deletes the current chat for good and goes on in another. */
    @PostMapping("/delete")
    StatusReport delete(HttpSession session) {
        chats(session).delete();
        reports.forget(conversation(session));
        return reports.of(conversation(session));
    }

    private Chats chats(HttpSession session) {
        return Chats.of(session, compressor);
    }

    private String conversation(HttpSession session) {
        return BrowserNames.of(session);
    }
}
