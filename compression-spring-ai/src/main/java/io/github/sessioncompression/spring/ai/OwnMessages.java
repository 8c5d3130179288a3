package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Contents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.util.StringUtils;

/**
 * The messages of one turn within a request: its question, the calls that the model made for it, and their results.
 *
 * <p>If a memory is inside a tool loop, other calls of the conversation may have put their messages between those of the turn; and
 * if the loop keeps the history too, they are there twice. No provider takes a result that does not follow its call, or an id
 * that occurs twice. Each is put in once, at the end, results after their calls; nothing changes if it is so already. A loop's copy of the
 * turn begins with its question, so equal calls behind the same question are different calls of the turn.
 *
 * <p>Takes linear time. Belongs to one request.
 */
final class OwnMessages {
    private static final String WITHOUT_ID = "#";

    /** A message with calls, and their results by id; results without an id by their place. */
    private static final class Round {
        AssistantMessage calls;
        final Map<String, Message> results = new LinkedHashMap<>();

        Round(AssistantMessage calls) {
            this.calls = calls;
        }

        /** The results of its calls, each once, and those without an id. */
        List<Message> answers() {
            Map<String, Message> told = new HashMap<>();
            results.forEach((id, message) -> told.put(Contents.originalId(id), message));
            Set<Message> answers = new LinkedHashSet<>();
            for (ToolCall call : calls.getToolCalls()) {
                String id = Objects.requireNonNullElse(call.id(), "");
                Message answer = results.getOrDefault(id, told.get(Contents.originalId(id)));
                if (StringUtils.hasText(id) && answer != null) {
                    answers.add(answer);
                }
            }
            results.forEach((id, message) -> {
                if (id.startsWith(WITHOUT_ID)) {
                    answers.add(message);
                }
            });
            return List.copyOf(answers);
        }
    }

    private final Turn turn;
    private final List<Message> messages;
    private final Map<List<String>, Round> rounds = new LinkedHashMap<>();
    /** How often each call was made in the copy of the turn that is read. */
    private final Map<List<String>, Integer> made = new HashMap<>();

    private final Map<String, Round> byId = new HashMap<>();
    private final boolean[] own;
    /** Index of the first message with calls; -1 if there is none. */
    private int first = -1;

    private OwnMessages(Turn turn, List<Message> messages) {
        this.turn = turn;
        this.messages = messages;
        this.own = new boolean[messages.size()];
    }

    /** The messages with those of the turn once and at the end; {@code messages} itself if they are. */
    static List<Message> atTheEnd(List<Message> messages, Turn turn) {
        List<Message> once = turn.hasCalled() ? new OwnMessages(turn, messages).atTheEnd() : messages;
        return new OwnMessages(turn, once).askedLast();
    }

    /** The messages with the question at the end if another call's answer is there, which no provider takes. */
    private List<Message> askedLast() {
        int last = messages.size() - 1;
        if (last < 0
                || !(messages.get(last) instanceof AssistantMessage)
                || turn.isPrefill(messages.get(last))
                || turn.question().isBlank()) {
            return messages;
        }
        Message known = take(messages.size(), 0);
        Message question = known != null ? known : new UserMessage(turn.question());
        return behindOthers(List.of(question));
    }

    /** The messages that are not the turn's, then those that are. */
    private List<Message> behindOthers(List<Message> mine) {
        List<Message> all = new ArrayList<>(messages.size());
        for (int i = 0; i < own.length; i++) {
            if (!own[i]) {
                all.add(messages.get(i));
            }
        }
        all.addAll(mine);
        return all;
    }

    private List<Message> atTheEnd() {
        findRounds();
        if (first < 0) {
            return messages;
        }
        List<Message> mine = new ArrayList<>();
        Message question = question();
        if (question != null) {
            mine.add(question);
        }
        for (Round round : rounds.values()) {
            mine.add(round.calls);
            mine.addAll(round.answers());
        }
        List<Message> all = behindOthers(mine);
        return PromptMessages.areSame(all, messages) ? messages : all;
    }

    private void findRounds() {
        Round current = null;
        for (int i = 0; i < own.length; i++) {
            Message message = messages.get(i);
            if (message instanceof AssistantMessage assistant && isCallOfTurn(message)) {
                first = first < 0 ? i : first;
                current = round(assistant);
                own[i] = true;
            } else if (message instanceof ToolResponseMessage results) {
                own[i] = isOwn(results, i == own.length - 1 ? last(current) : current);
            } else {
                if (isQuestion(message)) {
                    made.clear();
                }
                // What the model made of a prefill are the calls that follow it.
                own[i] = turn.isPrefill(message) && i + 1 < own.length && isCallOfTurn(messages.get(i + 1));
                current = null;
            }
        }
    }

    private boolean isCallOfTurn(Message message) {
        return message instanceof AssistantMessage assistant && turn.hasMade(assistant);
    }

    private Round round(AssistantMessage calls) {
        List<String> called = calls.getToolCalls().stream().map(Turn::key).toList();
        List<String> place = new ArrayList<>(called);
        place.add(String.valueOf(made.merge(called, 1, Integer::sum)));
        Round round = rounds.computeIfAbsent(place, key -> new Round(calls));
        round.calls = calls;
        calls.getToolCalls().stream()
                .map(ToolCall::id)
                .filter(StringUtils::hasText)
                .forEach(id -> byId.put(id, round));
        return round;
    }

    /** The last messages are the turn's, with any text. */
    private @Nullable Round last(@Nullable Round current) {
        return current != null
                ? current
                : rounds.values().stream().reduce((before, after) -> after).orElse(null);
    }

    /** True if results are the turn's; they are taken then. */
    private boolean isOwn(ToolResponseMessage results, @Nullable Round following) {
        boolean taken = false;
        int place = 0;
        for (ToolResponseMessage.ToolResponse each : results.getResponses()) {
            Round round = StringUtils.hasText(each.id()) ? byId.get(each.id()) : following;
            if (round != null) {
                round.results.put(StringUtils.hasText(each.id()) ? each.id() : WITHOUT_ID + place, results);
                taken = true;
            }
            place++;
        }
        return taken;
    }

    /** The question, its copies taken: one before the first calls, another one after them if the loop has it too. */
    private @Nullable Message question() {
        Message before = take(first, 0);
        Message after = take(own.length, first);
        return after == null ? before : after;
    }

    /** The last copy of the question before {@code end}. */
    private @Nullable Message take(int end, int from) {
        for (int i = end - 1; i >= from; i--) {
            if (isQuestion(messages.get(i))) {
                own[i] = true;
                return messages.get(i);
            }
        }
        return null;
    }

    private boolean isQuestion(Message message) {
        return message instanceof UserMessage user
                && Objects.requireNonNullElse(user.getText(), "").startsWith(turn.question());
    }
}
