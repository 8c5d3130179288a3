package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A rule holds until its speaker takes it back, and nothing else takes it back. */
class RulesTakenBackTest {
    private static final Set<AnchorType> RULES = EnumSet.of(AnchorType.CONSTRAINT);

    private static List<Entry> chat(String rule, Message later) {
        return Entries.of(List.of(
                Message.user(rule),
                Message.assistant(isJapanese(rule) ? "承知しました。" : isLatin(rule) ? "All right." : "好的，记住了。"),
                Message.user(
                        isJapanese(rule)
                                ? "庭の木は三本あります。"
                                : isLatin(rule) ? "There are three trees in the yard." : "院子里有三棵树。"),
                Message.assistant(isJapanese(rule) ? "そうですね。" : isLatin(rule) ? "I see." : "嗯。"),
                later));
    }

    private static boolean isJapanese(String text) {
        return text.chars().anyMatch(c -> c >= 0x3041 && c <= 0x30ff);
    }

    private static boolean isLatin(String text) {
        return text.charAt(0) < 0x80;
    }

    /** What has to be shown where both are said before a compression. */
    private static List<String> inOneSpan(String rule, Message later) {
        return LaterSaid.sentences(Anchors.in(chat(rule, later)), RULES);
    }

    /** Whether it has to be shown where the state before has the rule. */
    private static boolean heldOverACompression(String rule, Message later) {
        return LaterSaid.heldOverACompression(rule, chat(rule, later), RULES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    千万不要给我发邮件。 | 现在可以给我发邮件了。
                    千万不要给我发邮件。 | 我改主意了，以后可以给我写邮件。
                    绝不要在周末给我打电话。 | 从现在起周末也可以给我打电话。
                    请不要把我的住址告诉供应商。 | 现在可以把住址告诉供应商了。
                    回复必须用法语。 | 回复不用再用法语了。
                    每次都必须抄送王经理。 | 以后不用再抄送王经理了。
                    我不吃牛肉。 | 我现在又开始吃牛肉了。
                    不能使用红色字体。 | 之前说的红色字体的限制取消了。
                    禁止删除日志文件。 | 现在允许删除日志文件了。
                    别把草稿发给客户。 | 草稿可以发给客户了。
                    我们只能用现金付款。 | 现金付款的规定已经作废。
                    一定要先通知房东。 | 以后不需要通知房东了。
                    晚上十点以后不要打电话。 | 晚上十点以后现在可以打电话了。
                    预算最多5000元。 | 预算5000元的上限要求取消了。
                    请不要在群里提到我的工资。 | 现在可以在群里提到我的工资了。
                    我不能喝咖啡。 | 我又可以喝咖啡了。
                    必须在周五之前提交周报。 | 周五之前提交周报的要求取消了。
                    不要用支付宝付款。 | 现在允许用支付宝付款了。
                    会議は録音しないでください。 | 会議を録音しても大丈夫です。
                    お酒は飲めません。 | お酒が飲めるようになりました。
                    報告は必ず英語で書いてください。 | 報告は英語で書かなくてもいいです。
                    毎日必ず日報を提出してください。 | もう毎日日報を提出する必要はありません。
                    夜は窓を開けてはいけません。 | 今後は夜に窓を開けてもいいです。
                    Never email me. | You can email me again.
                    Never email me. | Actually, I've changed my mind: you can email me now.
                    Don't call me on weekends. | From now on you may call me on weekends.
                    You must not share my address with suppliers. | You can now share my address with suppliers.
                    Always answer in French. | You no longer have to answer in French.
                    You must copy Peter on invoices. | You don't have to copy Peter on invoices anymore.
                    I can't eat beef. | I can eat beef again.
                    Never use red letters. | The rule about red letters no longer applies.
                    Do not delete log files. | It's fine to delete log files now.
                    Do not call after 10 pm. | Now you can call after 10 pm.
                    We only use cash payments. | The restriction to cash payments is lifted.
                    メールは絶対に送らないでください。 | これからはメールを送ってもいいです。
                    週末は電話しないでください。 | もう週末に電話しても大丈夫です。
                    住所を業者に教えないでください。 | 今は業者に住所を教えても構いません。
                    返信は必ずフランス語でお願いします。 | 返信はもうフランス語でなくてもいいです。
                    毎回必ず山田さんにCCを入れてください。 | これからは山田さんにCCを入れなくてもいいです。
                    牛肉は食べられません。 | 牛肉が食べられるようになりました。
                    赤い文字は使わないでください。 | 赤い文字を使ってもいいです。
                    ログファイルの削除は禁止です。 | ログファイルの削除を許可します。
                    撮影禁止のルールです。 | 撮影禁止のルールは撤回します。
                    支払いは現金のみです。 | 支払いが現金という制限は解除しました。
                    必ず大家さんに連絡してください。 | 大家さんに連絡する必要はなくなりました。
                    夜十時以降は電話しないでください。 | 夜十時以降に電話してもかまいません。
                    """)
    void aRuleIsTakenBackByASentenceThatSaysSoOfTheSame(String rule, String later) {
        assertThat(inOneSpan(rule, Message.assistant("。"))).as("is a rule").contains(rule);

        assertThat(inOneSpan(rule, Message.user(later))).doesNotContain(rule);
        assertThat(heldOverACompression(rule, Message.user(later))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    千万不要给我发邮件。 | 现在可以给我打电话了。
                    千万不要给老板娘打电话。 | 现在可以给老板打电话了。
                    我不吃生鱼片。 | 我现在又开始吃鱼片了。
                    绝不要在周末给我打电话。 | 你现在可以给我打电话了。
                    千万不要给我发邮件。 | 现在可以给我发邮件了吗？
                    千万不要给我发邮件。 | 如果有急事，现在可以给我发邮件。
                    千万不要给我发邮件。 | 以后不用再给我发邮件了。
                    千万不要给我发邮件。 | 现在还不可以给我发邮件。
                    千万不要给我发邮件。 | 老板现在可以给我发邮件了。
                    千万不要给我发邮件。 | 这次可以给我发邮件了。
                    千万不要给我发邮件。 | 我没说现在可以给我发邮件了。
                    千万不要给我发邮件。 | 他以为现在可以给我发邮件了。
                    千万不要给我发邮件。 | 不要发邮件的规定不能取消。
                    千万不要给我发邮件。 | 我今天发了三封邮件。
                    绝不要在周末给我打电话。 | 工作日现在可以给我打电话了。
                    回复必须用法语。 | 现在可以用法语回复了。
                    晚上十点以后不要打电话。 | 晚上八点以后可以打电话了。
                    千万不要取消预订。 | 预订现在可以付款了。
                    千万不要给我发邮件。 | 现在不再允许给我发邮件了。
                    千万不要给我发邮件。 | 你以后可以不给我发邮件了。
                    千万不要给我发邮件。 | 邮件现在可以发了。
                    千万不要给我发邮件。 | 现在可以给我发邮件了吧。
                    千万不要给我发邮件。 | 我刚才收回了邮件。
                    每天必须按时吃药。 | 不用你说了，我必须按时吃药。
                    取消会议必须提前通知。 | 规定取消会议必须提前通知。
                    我对花生过敏。 | 花生酱现在可以扔了。
                    请不要在群里提到我的工资。 | 现在可以在群里提到我的名字了。
                    必须在周五之前提交周报。 | 我在周五之前提交周报了。
                    务必每天打电话给客户。 | 客户不用再打电话了。
                    千万别告诉我妈妈。 | 等我毕业以后可以告诉我妈妈。
                    我不喝酒。 | 我的朋友又开始喝酒了。
                    毎日必ず日報を提出してください。 | 週末は日報を提出する必要はありません。
                    コーヒーは飲めません。 | 妻はコーヒーを飲めるようになりました。
                    写真を撮らないでください。 | 写真を撮ってもいいと言われたことがあります。
                    ここでの喫煙は禁止です。 | 外での喫煙を許可します。
                    Never call my mother. | My mother can call now.
                    Never email me. | You can call me now.
                    Never email me. | Can you email me now?
                    Never email me. | If it is urgent, you can email me now.
                    Never email me. | My sister can email me again.
                    Never email me. | You can email Peter again.
                    Never email me. | You can never email me again.
                    Never email me. | You don't have to email me anymore.
                    Never email me. | He said you can email me now.
                    Never email me. | You can email me this time, and call me now.
                    Never email me. | I can email again.
                    Don't call me on weekends. | You can call me on weekdays now.
                    Don't call me on weekends. | You can call me now.
                    Always answer in French. | You can answer in French now.
                    Always answer in French. | You no longer have to answer in detail.
                    Do not call after 10 pm. | Now you can call after 8 pm.
                    Never use red letters. | The rule about red letters is not lifted.
                    Do not delete log files. | I think it's fine to delete log files now.
                    Never email me. | You can stop emailing me now.
                    メールは絶対に送らないでください。 | これからは電話してもいいです。
                    メールは絶対に送らないでください。 | メールを送ってもいいですか？
                    メールは絶対に送らないでください。 | 急ぎならメールを送ってもいいです。
                    メールは絶対に送らないでください。 | メールは送らなくてもいいです。
                    メールは絶対に送らないでください。 | 弟にはメールを送ってもいいです。
                    メールは絶対に送らないでください。 | 今回はメールを送ってもいいです。
                    メールは絶対に送らないでください。 | 彼はメールを送ってもいいと言っていました。
                    メールは絶対に送らないでください。 | メールを送ってもいいとは言っていません。
                    メールは絶対に送らないでください。 | おばあちゃんにはメールを送ってもいいです。
                    週末は電話しないでください。 | 平日は電話しても大丈夫です。
                    返信は必ずフランス語でお願いします。 | 返信はフランス語でもいいです。
                    牛肉は食べられません。 | 鶏肉は食べられるようになりました。
                    牛肉は食べられません。 | 牛肉が食べられるようにしたいです。
                    牛肉は食べられません。 | 牛肉が食べられるようになりましたか。
                    電話しないでください。 | 電話はなしでもいいです。
                    電話しないでください。 | 電話しないでも大丈夫です。
                    電話しないでください。 | 電話なんて結構です。
                    撮影禁止のルールです。 | 撮影禁止のルールは撤回しません。
                    夜十時以降は電話しないでください。 | 夜八時以降は電話してもいいです。
                    予約を取り消さないでください。 | 予約の話は忘れないでください。
                    """)
    void aRuleHoldsWhateverElseIsSaid(String rule, String later) {
        assertThat(inOneSpan(rule, Message.user(later))).contains(rule);
        assertThat(heldOverACompression(rule, Message.user(later))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"de", "fr", "es", "it", "nl", "pt", "ru"})
    void inOtherLanguagesARuleIsTakenBackByTheSameKindsOfSentences(String code) throws IOException {
        LaterSaid pairs = LaterSaid.of(code);

        assertThat(pairs.wrong(RULES)).isEmpty();
        assertThat(pairs.count("back")).isGreaterThan(12);
        assertThat(pairs.count("holds")).isGreaterThan(20);
    }
}
