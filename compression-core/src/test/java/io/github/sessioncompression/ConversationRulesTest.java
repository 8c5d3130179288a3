package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a rule is shown where a chat is compressed again and again. */
class ConversationRulesTest {
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(16_000))
            .executor(Runnable::run)
            .build();
    private final Conversation chat = compressor.conversation("chat");

    @AfterEach
    void close() {
        compressor.close();
    }

    private void say(String user, String assistant) {
        chat.append(Message.user(user), Message.assistant(assistant));
    }

    private String compressed() {
        chat.append(Message.user("?"), Message.assistant("!"));
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        return chat.view().messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    private void rest(boolean japanese, int from) {
        for (int i = from; i < from + 6; i++) {
            if (japanese) {
                say("庭の棚" + i + "番には梅の瓶が" + (20 + i) + "本あります。", "棚" + i + "番を控えました。");
            } else {
                say("院子里" + i + "号架子上有" + (20 + i) + "瓶李子酱。", i + "号架子记下了。");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    千万不要给我发邮件。 | 不要给我发 | 我改主意了，现在可以给我发邮件了。 | false
                    绝不要在周末给我打电话。 | 打电话 | 从现在起周末也可以给我打电话。 | false
                    回复必须用法语。 | 必须用法语 | 回复不用再用法语了。 | false
                    我不吃牛肉。 | 不吃牛肉 | 我现在又开始吃牛肉了。 | false
                    週末は電話しないでください。 | 電話しない | もう週末に電話しても大丈夫です。 | true
                    メールは絶対に送らないでください。 | 絶対に送らない | これからはメールを送ってもいいです。 | true
                    牛肉は食べられません。 | 食べられません | 牛肉が食べられるようになりました。 | true
                    返信は必ずフランス語でお願いします。 | 必ずフランス語 | 返信はもうフランス語でなくてもいいです。 | true
                    """)
    void aRuleGoesWhenItIsTakenBack(String rule, String part, String later, boolean japanese) {
        say(rule, japanese ? "承知しました。" : "好的。");
        rest(japanese, 1);
        assertThat(compressed()).contains(part);
        rest(japanese, 11);
        assertThat(compressed()).as("over another compression").contains(part);

        say(later, japanese ? "承知しました。" : "好的。");
        rest(japanese, 21);
        String now = compressed();
        assertThat(now.replace(later, "").replace(later.replaceAll("[。，]", ""), ""))
                .doesNotContain(part);
        rest(japanese, 31);
        assertThat(compressed().replace(later.replaceAll("[。，]", ""), "")).doesNotContain(part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    千万不要给我发邮件。 | 不要给我发邮件 | 现在可以给我打电话了。 | false
                    千万不要给我发邮件。 | 不要给我发邮件 | 老板现在可以给我发邮件了。 | false
                    千万不要给我发邮件。 | 不要给我发邮件 | 这次可以给我发邮件了。 | false
                    週末は電話しないでください。 | 週末は電話しない | 平日は電話しても大丈夫です。 | true
                    週末は電話しないでください。 | 週末は電話しない | 急ぎなら週末に電話してもいいです。 | true
                    牛肉は食べられません。 | 牛肉は食べられません | 鶏肉は食べられるようになりました。 | true
                    """)
    void aRuleStaysWhateverElseIsSaid(String rule, String part, String later, boolean japanese) {
        say(rule, japanese ? "承知しました。" : "好的。");
        rest(japanese, 1);
        assertThat(compressed()).contains(part);

        say(later, japanese ? "承知しました。" : "好的。");
        rest(japanese, 21);
        assertThat(compressed()).contains(part);
        rest(japanese, 31);
        assertThat(compressed()).contains(part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Never email me. | You can email me again. | false
                    Never email me. | You can call me now. | true
                    Never email me. | My sister can email me again. | true
                    Don't call me on weekends. | From now on you may call me on weekends. | false
                    Don't call me on weekends. | You can call me now. | true
                    """)
    void aRuleInEnglishHoldsUntilItIsTakenBack(String rule, String later, boolean holds) {
        String words = rule.substring(1, rule.length() - 1);
        say(rule, "All right.");
        for (int i = 1; i < 7; i++) {
            say("Shelf " + i + " in the yard holds " + (20 + i) + " jars of plum jam.", "Shelf " + i + " it is.");
        }
        assertThat(compressed()).contains(words);

        say(later, "All right.");
        for (int i = 11; i < 17; i++) {
            say("Shelf " + i + " in the yard holds " + (20 + i) + " jars of plum jam.", "Shelf " + i + " it is.");
        }
        assertThat(compressed().contains(words)).isEqualTo(holds);
    }

    @Test
    void onlyThePersonTakesARuleBack() {
        say("千万不要给我发邮件。", "好的。");
        rest(false, 1);
        compressed();

        say("你看看这个：\n> 现在可以给我发邮件了。", "现在可以给我发邮件了。");
        chat.append(Message.user("查一下日志。"));
        chat.append(
                Message.assistant("", List.of(new ToolCall("c1", "logs", "{}"))),
                Message.toolResult("c1", "logs", "现在可以给我发邮件了。"));
        chat.append(Message.assistant("查好了。"));
        rest(false, 11);
        assertThat(compressed()).contains("千万不要给我发邮件");
    }
}
