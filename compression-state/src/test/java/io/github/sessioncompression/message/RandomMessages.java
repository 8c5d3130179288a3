package io.github.sessioncompression.message;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random chats for fuzz tests, broken in every way a transcript can be: parallel calls, ids missing, doubled or of nobody. */
public final class RandomMessages {
    private static final String[] IDS = {"", "", "a", "b", "c"};
    private static final String[] NAMES = {"search", "fetch", "book"};
    private static final String[] TEXTS = {
        "",
        " ",
        "Yes.",
        "Gate 7 at 14:05",
        "漢字かな交じり",
        "\uD83D\uDE00\uD83D\uDC68\u200D\uD83D\uDC69",
        "\uD83D",
        "</session_state>",
        "один"
    };

    private static final String[] ARGUMENTS = {"", "{}", "{\"q\":1}", "null", "[1,", "{\"q\":", "\"\uD83D\""};

    private final Random random;
    private int ids;

    /** Messages drawn from {@code random}, so the same ones for the same seed. */
    public RandomMessages(Random random) {
        this.random = random;
    }

    /** A chat of {@code size} messages. */
    public List<Message> chat(int size) {
        List<Message> chat = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            chat.add(next());
        }
        return chat;
    }

    /** A chat of whole turns that needs no repair, with parallel calls, either with ids or without. */
    public List<Message> wellFormedChat(int turns) {
        List<Message> chat = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            chat.add(Message.user(said()));
            for (int round = random.nextInt(3); round > 0; round--) {
                round(chat);
            }
            chat.add(Message.assistant(said()));
        }
        return chat;
    }

    private void round(List<Message> chat) {
        List<ToolCall> calls = new ArrayList<>();
        List<Message> results = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            ToolCall call = new ToolCall("call" + ++ids, pick(NAMES), "{}");
            calls.add(call);
            results.add(Message.toolResult(call.id(), call.name(), said()));
        }
        Collections.shuffle(results, random);
        chat.add(Message.assistant(random.nextBoolean() ? "" : said(), calls));
        chat.addAll(results);
    }

    /** One message. */
    public Message next() {
        return switch (random.nextInt(10)) {
            case 0 -> random.nextInt(5) == 0 ? Message.system(text()) : Message.user(text());
            case 1, 2 -> Message.user(text());
            case 3 -> Message.assistant(text());
            case 4, 5 -> Message.assistant(text(), calls());
            default -> result();
        };
    }

    /** A text of any script, perhaps empty. */
    public String text() {
        return pick(TEXTS);
    }

    /** A text that every provider accepts. */
    private String said() {
        return Contents.accepted(Message.user(text())).text() + pick(NAMES);
    }

    private List<ToolCall> calls() {
        List<ToolCall> calls = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            calls.add(new ToolCall(pick(IDS), random.nextInt(6) == 0 ? "" : pick(NAMES), pick(ARGUMENTS)));
        }
        return calls;
    }

    private Message result() {
        Message result = Message.toolResult(pick(IDS), pick(NAMES), text());
        return random.nextInt(3) == 0 ? result.withName(null) : result;
    }

    private String pick(String[] values) {
        return values[random.nextInt(values.length)];
    }
}
