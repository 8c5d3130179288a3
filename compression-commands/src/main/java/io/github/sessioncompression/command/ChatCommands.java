package io.github.sessioncompression.command;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.text.LogText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commands that a user writes in place of a message: {@code /status /new /clear /compact [focus] /prune /resume [number] /abort /help}.
 *
 * <pre>{@code
 * ChatCommands commands = ChatCommands.of(Notices.of(Locale.ENGLISH));
 * String reply = commands.reply(compressor.conversation("user-42"), text).orElseGet(() -> assistant.chat("user-42", text));
 * }</pre>
 *
 * <p>A command is the first word of the message, in any case, and without an argument the only one; every other message is none. Commands are answered at once: the chat's model is
 * not asked, and neither command nor reply is stored. {@code /compact} compresses in the background, with the compression model if there is
 * one. {@code /new} and {@code /clear} both begin a new session; nothing is deleted. Immutable; safe for use by many threads.
 */
public final class ChatCommands {
    private static final Logger LOG = LoggerFactory.getLogger(ChatCommands.class);
    private static final int MOST_SESSIONS = 20;

    private final Notices notices;

    private ChatCommands(Notices notices) {
        this.notices = notices;
    }

    private enum Command {
        STATUS,
        NEW,
        CLEAR,
        COMPACT,
        PRUNE,
        RESUME,
        ABORT,
        HELP;

        private boolean takesMore() {
            return this == COMPACT || this == RESUME;
        }
    }

    /** Commands whose replies are in the language of {@code notices}. */
    public static ChatCommands of(Notices notices) {
        return new ChatCommands(Objects.requireNonNull(notices, "notices"));
    }

    /** True if {@code text} is a command. */
    public static boolean isCommand(String text) {
        return command(text).isPresent();
    }

    private static Optional<Command> command(String text) {
        String word = word(text);
        boolean alone = text.strip().length() == word.length();
        return Arrays.stream(Command.values())
                .filter(command -> word.equals("/" + command.name()) && (alone || command.takesMore()))
                .findFirst();
    }

    private static String word(String text) {
        String said = text.strip();
        int end = 0;
        while (end < said.length() && !Character.isWhitespace(said.charAt(end))) {
            end++;
        }
        return said.substring(0, end).toUpperCase(Locale.ROOT);
    }

    /**
     * The reply to a command, of one line or several; empty if {@code text} is none.
     *
     * <p>A command that fails, because the store does, is answered with the failure and reported by a WARN.
     */
    public Optional<String> reply(Conversation chat, String text) {
        Objects.requireNonNull(chat, "chat");
        return command(text).map(command -> {
            try {
                String rest = text.strip().substring(word(text).length()).strip();
                return reply(command, chat, rest);
            } catch (RuntimeException e) {
                LOG.warn(
                        "Chat {}: the command /{} failed with {}.",
                        LogText.name(chat.id()),
                        command.name().toLowerCase(Locale.ROOT),
                        e.getClass().getName());
                return notices.text("command.failed");
            }
        });
    }

    private String reply(Command command, Conversation chat, String rest) {
        return switch (command) {
            case STATUS -> status(chat);
            case NEW, CLEAR -> startNew(chat);
            case COMPACT -> compact(chat, rest);
            case PRUNE -> prune(chat);
            case RESUME -> rest.isEmpty() ? sessions(chat) : resume(chat, rest);
            case ABORT -> notices.text(chat.abort() ? "command.aborted" : "command.idle");
            case HELP -> notices.text("command.help");
        };
    }

    private String context(Status status) {
        return notices.context(status.contextTokens(), status.contextWindow());
    }

    private String status(Conversation chat) {
        Status status = chat.status();
        Session session = chat.sessions().current();
        String line = notices.text(
                "command.status",
                context(status),
                status.triggerTokens(),
                status.messages(),
                session.id(),
                session.title());
        return status.compressing() ? line + "\n" + notices.text("command.running") : line;
    }

    private String startNew(Conversation chat) {
        String former = chat.sessions().current().id();
        String now = chat.sessions().startNew().id();
        return now.equals(former) ? notices.text("command.nothing") : notices.text("command.new", now, former);
    }

    private String compact(Conversation chat, String focus) {
        String before = context(chat.status());
        String hint = focus.substring(0, Math.min(focus.length(), Focus.MAX_CHARACTERS));
        var unused = chat.compressAsync(hint.isEmpty() ? Focus.none() : Focus.on(hint));
        return notices.text("command.compact", before);
    }

    private String prune(Conversation chat) {
        return chat.prune() instanceof Outcome.Pruned pruned
                ? notices.text("command.prune", pruned.tokensBefore(), pruned.tokensAfter())
                : notices.text("command.unchanged");
    }

    private String sessions(Conversation chat) {
        List<Session> earlier = chat.sessions().list().stream()
                .filter(session -> !session.isCurrent())
                .toList();
        if (earlier.isEmpty()) {
            return notices.text("command.no-sessions");
        }
        return earlier.subList(Math.max(0, earlier.size() - MOST_SESSIONS), earlier.size()).stream()
                .map(session -> notices.text("command.session", session.id(), session.title(), session.messages()))
                .collect(Collectors.joining("\n", notices.text("command.sessions") + "\n", ""));
    }

    private String resume(Conversation chat, String id) {
        if (chat.sessions().list().stream().noneMatch(session -> session.id().equals(id))) {
            return notices.text("command.unknown", id);
        }
        Session session = chat.sessions().resume(id);
        return notices.text("command.resumed", session.id(), session.title(), session.messages());
    }
}
