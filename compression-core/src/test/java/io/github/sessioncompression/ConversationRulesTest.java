package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a rule is shown where a chat is compressed again and again. */
class ConversationRulesTest {
    private final CompressedAgain chat = new CompressedAgain();

    @AfterEach
    void close() {
        chat.close();
    }

    private void rest(boolean japanese, int from) {
        for (int i = from; i < from + 6; i++) {
            if (japanese) {
                chat.say("庭の棚" + i + "番には梅の瓶が" + (20 + i) + "本あります。", "棚" + i + "番を控えました。");
            } else {
                chat.say("院子里" + i + "号架子上有" + (20 + i) + "瓶李子酱。", i + "号架子记下了。");
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
        chat.say(rule, japanese ? "承知しました。" : "好的。");
        rest(japanese, 1);
        assertThat(chat.compressed()).contains(part);
        rest(japanese, 11);
        assertThat(chat.compressed()).as("over another compression").contains(part);

        chat.say(later, japanese ? "承知しました。" : "好的。");
        rest(japanese, 21);
        String now = chat.compressed();
        assertThat(now.replace(later, "").replace(later.replaceAll("[。，]", ""), ""))
                .doesNotContain(part);
        rest(japanese, 31);
        assertThat(chat.compressed().replace(later.replaceAll("[。，]", ""), "")).doesNotContain(part);
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
        chat.say(rule, japanese ? "承知しました。" : "好的。");
        rest(japanese, 1);
        assertThat(chat.compressed()).contains(part);

        chat.say(later, japanese ? "承知しました。" : "好的。");
        rest(japanese, 21);
        assertThat(chat.compressed()).contains(part);
        rest(japanese, 31);
        assertThat(chat.compressed()).contains(part);
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
        chat.say(rule, "All right.");
        for (int i = 1; i < 7; i++) {
            chat.say("Shelf " + i + " in the yard holds " + (20 + i) + " jars of plum jam.", "Shelf " + i + " it is.");
        }
        assertThat(chat.compressed()).contains(words);

        chat.say(later, "All right.");
        for (int i = 11; i < 17; i++) {
            chat.say("Shelf " + i + " in the yard holds " + (20 + i) + " jars of plum jam.", "Shelf " + i + " it is.");
        }
        assertThat(chat.compressed().contains(words)).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Auf Regal %d im Hof stehen %d Gläser Pflaumenmus. | Ruf mich nie am Wochenende an. | Du darfst mich jetzt am Wochenende anrufen. | false
                    Auf Regal %d im Hof stehen %d Gläser Pflaumenmus. | Ruf mich nie am Wochenende an. | Meine Tante darf mich jetzt am Wochenende anrufen. | true
                    Sur l'étagère %d de la cour il y a %d pots de confiture. | Ne m'envoie jamais d'e-mails. | Tu peux de nouveau m'envoyer des e-mails. | false
                    Sur l'étagère %d de la cour il y a %d pots de confiture. | Ne m'envoie jamais d'e-mails. | Tu peux de nouveau m'envoyer des fleurs. | true
                    En el estante %d del patio hay %d frascos de mermelada. | No me llames nunca los domingos. | Ya puedes llamarme los domingos. | false
                    En el estante %d del patio hay %d frascos de mermelada. | No me llames nunca los domingos. | Si hay fuego, ya puedes llamarme los domingos. | true
                    Sullo scaffale %d del cortile ci sono %d vasetti di marmellata. | Non chiamarmi mai la domenica. | Adesso puoi chiamarmi la domenica. | false
                    Sullo scaffale %d del cortile ci sono %d vasetti di marmellata. | Non chiamarmi mai la domenica. | Adesso puoi chiamarmi il lunedì. | true
                    Op plank %d in de tuin staan %d potten pruimenjam. | Stuur me nooit facturen per post. | Je mag me nu weer facturen per post sturen. | false
                    Op plank %d in de tuin staan %d potten pruimenjam. | Stuur me nooit facturen per post. | Je hoeft me geen facturen per post meer te sturen. | true
                    Na prateleira %d do quintal há %d potes de geleia. | Nunca me ligue no domingo. | Agora você pode me ligar no domingo. | false
                    Na prateleira %d do quintal há %d potes de geleia. | Nunca me ligue no domingo. | Acho que agora você pode me ligar no domingo. | true
                    На полке %d во дворе стоит %d банок варенья. | Никогда не звоните мне по воскресеньям. | Теперь можете звонить мне по воскресеньям. | false
                    На полке %d во дворе стоит %d банок варенья. | Никогда не звоните мне по воскресеньям. | Теперь можете писать мне по воскресеньям. | true
                    """)
    void aRuleInAnyOfTheOtherLanguagesHoldsUntilItIsTakenBack(String filler, String rule, String later, boolean holds) {
        String words = rule.substring(rule.indexOf(' ') + 1, rule.length() - 1);
        sayThenTakeBack(filler, rule, words, later, holds);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Shelf %d in the yard holds %d jars of plum jam. | We decided to fly to Lisbon. | decided to fly | We're not flying to Lisbon after all. | false
                    Shelf %d in the yard holds %d jars of plum jam. | We decided to fly to Lisbon. | decided to fly | Anna is not flying to Lisbon after all. | true
                    Shelf %d in the yard holds %d jars of plum jam. | I prefer an aisle seat. | aisle | I changed my mind, I prefer a window seat now. | false
                    Auf Regal %d im Hof stehen %d Gläser Pflaumenmus. | Wir haben uns für den Nachtzug entschieden. | für den Nachtzug | Wir nehmen doch nicht den Nachtzug. | false
                    Auf Regal %d im Hof stehen %d Gläser Pflaumenmus. | Wir haben uns für den Nachtzug entschieden. | für den Nachtzug | Vielleicht nehmen wir doch nicht den Nachtzug. | true
                    Sur l'étagère %d de la cour il y a %d pots de confiture. | Je préfère les trains de nuit. | préfère les trains | Je ne préfère plus les trains de nuit. | false
                    En el estante %d del patio hay %d frascos de mermelada. | Hemos decidido pintar la valla. | decidido pintar | Al final no vamos a pintar la valla. | false
                    Sullo scaffale %d del cortile ci sono %d vasetti di marmellata. | Preferisco i treni notturni. | referisco i treni | Ora preferisco gli aerei, non i treni notturni. | false
                    Op plank %d in de tuin staan %d potten pruimenjam. | We hebben besloten naar Lissabon te vliegen. | besloten naar | We vliegen toch niet naar Lissabon. | false
                    Na prateleira %d do quintal há %d potes de geleia. | Decidimos pintar a cerca. | ecidimos pintar | Afinal não vamos pintar a cerca. | false
                    На полке %d во дворе стоит %d банок варенья. | Мы решили покрасить забор. | решили покрасить | Мы решили не красить забор. | true
                    На полке %d во дворе стоит %d банок варенья. | Мы решили лететь в Лиссабон. | решили лететь | Мы решили не лететь в Лиссабон. | false
                    院子里%d号架子上有%d瓶李子酱。 | 我们决定坐飞机去上海。 | 决定坐飞机 | 我们还是不坐飞机去上海了。 | false
                    院子里%d号架子上有%d瓶李子酱。 | 我们决定坐飞机去上海。 | 决定坐飞机 | 老王还是不坐飞机去上海了。 | true
                    庭の棚%d番には梅の瓶が%d本あります。 | ジャズが大好きです。 | 大好き | もうジャズは好きではありません。 | false
                    """)
    void aChoiceHoldsUntilItIsTakenBack(String filler, String choice, String words, String later, boolean holds) {
        sayThenTakeBack(filler, choice, words, later, holds);
        chat.say(filler.formatted(21, 41), "OK.");
        assertThat(chat.compressed().contains(words))
                .as("over another compression")
                .isEqualTo(holds);
    }

    @Test
    void onlyThePersonTakesARuleBack() {
        chat.say("千万不要给我发邮件。", "好的。");
        rest(false, 1);
        chat.compressed();

        chat.say("你看看这个：\n> 现在可以给我发邮件了。", "现在可以给我发邮件了。");
        chat.add(Message.user("查一下日志。"));
        chat.add(
                Message.assistant("", List.of(new ToolCall("c1", "logs", "{}"))),
                Message.toolResult("c1", "logs", "现在可以给我发邮件了。"));
        chat.add(Message.assistant("查好了。"));
        rest(false, 11);
        assertThat(chat.compressed()).contains("千万不要给我发邮件");
    }

    /** What was said is shown after a compression, and after the next one as long as {@code later} does not take it back. */
    private void sayThenTakeBack(String filler, String said, String words, String later, boolean holds) {
        chat.say(said, "OK.");
        for (int i = 1; i < 7; i++) {
            chat.say(filler.formatted(i, 20 + i), "OK.");
        }
        assertThat(chat.compressed()).contains(words);

        chat.say(later, "OK.");
        for (int i = 11; i < 17; i++) {
            chat.say(filler.formatted(i, 20 + i), "OK.");
        }
        assertThat(chat.compressed().contains(words)).isEqualTo(holds);
    }
}
