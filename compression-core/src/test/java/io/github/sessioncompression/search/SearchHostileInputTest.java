package io.github.sessioncompression.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A long query and a long message: what is not linear does not come to an end, and the time limit is there to say so. */
@Tag("endurance")
@Tag("fuzz")
@Timeout(value = 40, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
@Tag("landing")
class SearchHostileInputTest {
    private static final int CHARACTERS = 200_000;

    private final CountingStore messages = new CountingStore();
    private final MessageSearch search = new MessageSearch(messages.store, RecallOptions.defaults());

    private List<Hit> find(String query) {
        return search.search("chat", query, 10, 600, MessageSearch.ALL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "heron ",
                "a b ",
                "1 ",
                "\"",
                "*",
                "~",
                "?",
                "(",
                "[heron TO ",
                "heron AND ",
                "\\",
                "\u0000",
                "\ud83d",
                "\udc00",
                "\u0301",
                "\u200d",
                "我",
                "白鹭 ",
                "ไทย",
                "नि",
                "ال",
                "ŋ'",
                "heron's ",
                "May 3 ",
                "2024-05-03 ",
                "i you ",
                "\uD83E\uDDA2",
                "Müller",
                "{\"a\":",
                "</",
                "ﷺ",
                "İ",
                "ß",
                "-"
            })
    void staysLinearWhateverIsRepeated(String piece) {
        String long1 = piece.repeat(CHARACTERS / piece.length());
        messages.append(
                "chat",
                Message.user(long1),
                Message.assistant("", List.of(new ToolCall("c", "look", long1))),
                Message.toolResult("c", "look", long1),
                Message.user("The heron nested behind the mill."));

        for (Hit hit : find(long1)) {
            assertThat(hit.excerpt()).hasSizeLessThanOrEqualTo(600);
        }

        assertThat(find("nested behind the mill")).extracting(Hit::sequence).contains(4L);
    }

    @Test
    void takesEveryCharacterThereIs() {
        StringBuilder all = new StringBuilder();
        for (int block = 0; block < Character.MAX_CODE_POINT; block += 4096) {
            StringBuilder one = new StringBuilder();
            for (int c = block; c < block + 4096; c++) {
                one.appendCodePoint(c);
                if (c % 7 == 0) {
                    one.append(' ');
                }
            }
            messages.append("chat", Message.user(one.toString()));
            find(one.toString());
            if (all.length() < CHARACTERS) {
                all.append(one);
            }
        }
        messages.append("chat", Message.user("The heron nested behind the mill."));

        find(all.toString());

        long last = messages.store.head("chat").orElseThrow().lastSequence();
        assertThat(find("heron")).extracting(Hit::sequence).contains(last);
    }

    @Test
    void readsTheHeadAndTheEndOfAVeryLongMessage() {
        messages.append("chat", Message.user("heron " + "reed ".repeat(CHARACTERS) + " bittern"));

        assertThat(find("heron")).hasSize(1);
        assertThat(find("bittern")).hasSize(1);
    }
}
