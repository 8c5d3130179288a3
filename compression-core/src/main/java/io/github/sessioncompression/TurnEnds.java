package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Ends of a chat's turns: reported, interrupted, or answered by tools. Each may start a compression in the background. */
record TurnEnds(ConversationParts parts) {
    void reported(Usage usage, Consumer<Chat> measure) {
        parts.reporter().reported(usage);
        relieve(parts.chats().get(chat -> {
            measure.accept(chat);
            parts.room().costs().reported(chat, usage);
            return due(chat, TriggerPoint.AFTER_RESPONSE);
        }));
    }

    void interrupted() {
        relieve(parts.chats().get(chat -> due(chat, TriggerPoint.INTERRUPTED)));
    }

    /** Adds what was shown of the answer if the chat awaits one. */
    void interrupted(String partialAnswer) {
        relieve(parts.appending(chat -> {
            chat.sync();
            if (Turns.awaitsAnswer(chat.stored().active())) {
                chat.add(List.of(Message.assistant(partialAnswer)));
                parts.reporter().messages(chat);
            }
            return due(chat, TriggerPoint.INTERRUPTED);
        }));
    }

    void answeredByTools(Predicate<ToolCall> isOfTurn, List<Message> known, String answer) {
        relieve(parts.appending(chat -> {
            chat.sync();
            List<ToolCall> open = Turns.openCalls(chat.stored().active(), Entry::message);
            if (open.isEmpty() || !open.stream().allMatch(isOfTurn)) {
                return null;
            }
            chat.add(end(open, known, answer));
            parts.reporter().messages(chat);
            return due(chat, TriggerPoint.AFTER_RESPONSE);
        }));
    }

    /** What ends a turn of {@code messages} that is answered by its tools; empty if they do not end with calls. */
    static List<Message> answers(List<Message> messages, List<Message> known, String answer) {
        List<ToolCall> open = Turns.openCalls(messages, Function.identity());
        return open.isEmpty() ? List.of() : end(open, known, answer);
    }

    /** A result for each call, by its id or else in order, and the answer. */
    private static List<Message> end(List<ToolCall> open, List<Message> known, String answer) {
        List<Message> end = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            ToolCall call = open.get(i);
            String inOrder = known.size() == open.size() ? known.get(i).text() : answer;
            String text = known.stream()
                    .filter(result -> result.toolCallId().equals(call.id()))
                    .map(Message::text)
                    .findFirst()
                    .orElse(inOrder);
            end.add(Message.toolResult(call.id(), call.name(), text));
        }
        end.add(Message.assistant(answer));
        return end;
    }

    private @Nullable Reason due(Chat chat, TriggerPoint point) {
        if (!parts.room().isDue(chat, point)) {
            return null;
        }
        return point == TriggerPoint.INTERRUPTED
                ? Reason.INTERRUPTED
                : parts.room().reason(chat);
    }

    private void relieve(@Nullable Reason reason) {
        if (reason != null) {
            parts.room().inBackground(reason);
        }
        parts.reporter().flush();
    }
}
