package io.github.sessioncompression.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern of turns that is repeated until the chat is long enough. One character is one step: {@code Q} a question, {@code C} a tool call with its result,
 * {@code P} two parallel calls with their results, {@code X} a call whose tool fails, {@code A} an answer.
 */
final class Script {
    /** Chats of all kinds of turns. */
    static final List<String> ALL =
            List.of("QA", "QCA", "QPA", "QAQCCCA", "Q" + "C".repeat(30) + "A", "Q" + "P".repeat(20) + "A");

    private final DrivenChat chat;
    private final List<RequestMessage> added = new ArrayList<>();
    private int number;
    private int calls;
    private String question = "";

    private Script(DrivenChat chat) {
        this.chat = chat;
    }

    /**
     * A request of a chat.
     *
     * @param question the user's question of the turn
     * @param request the messages that the model would be sent
     * @param added all messages that were added, without system messages, and the question
     */
    record Moment(String question, List<RequestMessage> request, List<RequestMessage> added) {
        @Override
        public String toString() {
            return "\n  added:   " + RequestMessage.line(added) + "\n  request: " + RequestMessage.line(request);
        }
    }

    /** Plays one pattern on an empty chat until {@code most} messages were added and its turns are over; returns its requests. */
    static List<Moment> play(DrivenChat chat, String pattern, int most) {
        List<Moment> requests = new ArrayList<>();
        new Script(chat).play(pattern, most, requests);
        return requests;
    }

    /** Plays one pattern; returns the messages that were added. */
    static List<RequestMessage> add(DrivenChat chat, String pattern, int most) {
        Script script = new Script(chat);
        script.play(pattern, most, new ArrayList<>());
        return script.added;
    }

    private void play(String pattern, int most, List<Moment> requests) {
        chat.system(Sample.SYSTEM);
        for (int step = 0; added.size() < most || step % pattern.length() > 0; step++) {
            List<RequestMessage> request = step(pattern.charAt(step % pattern.length()));
            if (!request.isEmpty()) {
                requests.add(new Moment(question, request, List.copyOf(added)));
            }
        }
    }

    /** Adds what the step has; returns the request that follows it, or an empty list. */
    private List<RequestMessage> step(char kind) {
        switch (kind) {
            case 'Q' -> {
                question = Sample.question(++number);
                List<RequestMessage> request = chat.ask(question);
                added.add(RequestMessage.user(question));
                return request;
            }
            case 'A' -> {
                String answer = Sample.answer(number);
                chat.answer(answer);
                added.add(RequestMessage.assistant(answer));
                return List.of();
            }
            case 'X' -> {
                List<String> ids = ids(1);
                chat.fail(ids);
                added.add(RequestMessage.assistant("", ids.get(0)));
                return List.of();
            }
            default -> {
                List<String> ids = ids(kind == 'P' ? 2 : 1);
                String result = Sample.result(calls);
                List<RequestMessage> request = chat.call(ids, result);
                added.add(RequestMessage.assistant("", ids.toArray(String[]::new)));
                ids.forEach(id -> added.add(RequestMessage.tool(id, result)));
                return request;
            }
        }
    }

    private List<String> ids(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add("call" + String.format("%05d", ++calls));
        }
        return ids;
    }
}
