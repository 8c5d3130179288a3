package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invisible characters are removed, visible ones kept. */
class VisibleTest {
    private static final int MEGABYTE = 1_000_000;

    @ParameterizedTest
    @CsvSource({
        "no\u200Bt, not",
        "15\u00AD0 mg, 150 mg",
        "\uFEFF\u202EDo not ship\u202C, Do not ship",
        "pay\u2066pal\u2069\u200E\u200F\u061C, paypal",
        "a\u0000b\u001B[0m\u009Fc, ab[0mc",
        "I\uDB40\uDC41\uDB40\uDC42 say, I say",
        "o\uFE0Fk \uDB40\uDD01x, ok x",
        "no\u200Dt\u200C, not",
        "8=FIX\u00019=12, 8=FIX 9=12",
        "\u3164\u115F\u2800name, name",
        "Na\u0303o, N\u00E3o",
        "\u304B\u3099, \u304C",
        "１２，５００．５０ ＥＵＲ, '12,500.50 EUR'",
        "１＜２　（３）。, 1<2　（3）。",
        "－５％ ａ＠ｂ．ｃ, -5% a@b．c",
        "I am\u00A0not 1\u00A0200\u202FEUR, I am not 1\u00A0200 EUR",
        "half \uD83D and \uDE00, half \uFFFD and \uFFFD"
    })
    void readsAsItIsSeen(String text, String seen) {
        assertThat(Visible.of(text)).isEqualTo(seen);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Plain text, 15 mg.\r\n\tTabs",
                "❤️ 1️⃣ #️⃣ 👩‍💻 🏳️‍🌈 ❤️‍🔥 🇮🇹",
                "می‌خواهم ۱۵ تومان",
                "क्‍ष 123 १२३",
                "葛\uDB40\uDD00城市",
                "１日目！？（笑）～、：；",
                "\u0600\u0661\u0662",
                "Ω≈ç√ “quoted” – é ß ﬁ ™ ½"
            })
    void staysAsItIs(String text) {
        String whole = text.replace("１", "1");
        assertThat(Visible.of(text)).isEqualTo(whole);
        assertThat(Visible.of(whole)).isSameAs(whole);
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"a\":\"M\\u00fcller\\u200b\"}', '{\"a\":\"Müller\"}'",
        "'{\"a\":\"\\u0022,\\u005c,\\u000a,\\\\u0041,\\u12\"}', '{\"a\":\"\\u0022,\\u005c,\\u000a,\\\\u0041,\\u12\"}'",
        "'[\"\\ud83d\\ude80\"]', '[\"🚀\"]'",
        "'C:\\u0041', 'C:\\u0041'"
    })
    void readsEscapesOfData(String data, String meant) {
        assertThat(Visible.ofData(data)).isEqualTo(meant);
    }

    @Test
    void isNotChangedAgain() {
        for (int i = 0; i < FuzzCases.times(2_000, 50_000); i++) {
            Random random = new Random(FuzzCases.seed() + i);
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(
                        switch (random.nextInt(5)) {
                            case 0 -> (char) random.nextInt(0x10000);
                            case 1 -> (char) (0x2000 + random.nextInt(0x70));
                            case 2 -> (char) (0xFE00 + random.nextInt(0x200));
                            case 3 -> (char) (0x300 + random.nextInt(0x70));
                            default -> (char) (0x20 + random.nextInt(0x100));
                        });
            }
            String seen = Visible.of(text.toString());
            assertThat(Visible.of(seen)).as("seed %d", FuzzCases.seed() + i).isEqualTo(seen);
            assertThat(seen.codePoints().filter(Visible::isLeftOut)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\u200B", "a\u0301", "\u0301", "１，", "\uD83D", "\u200D", "\\u200b", "{\"\\u00e9", "<\u200B", "＜／"
            })
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void takesLinearTime(String part) {
        String text = part.repeat(MEGABYTE / part.length());
        assertThat(Visible.ofData("[" + Visible.of(text))).isNotNull();
        assertThat(withoutTags(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "session_state",
                "SESSION_STATE",
                "session\u200B_state",
                "s\u00ADe\u2060ssion_st\uFE0Fate",
                "ѕеѕѕіоn_ѕtаtе",
                "ｓｅｓｓｉｏｎ＿ｓｔａｔｅ",
                "𝐬𝐞𝐬𝐬𝐢𝐨𝐧_𝐬𝐭𝐚𝐭𝐞",
                "ſession_ſtate",
                "ⓢession_state",
                "sëssion_state"
            })
    void knowsATagHoweverItIsWritten(String name) {
        for (String bracket : new String[] {"<", "</", "< / ", "＜／", "＜\u200B/", "﹤", "‹", "〈/"}) {
            String text = "a " + bracket + name + ">";
            assertThat(withoutTags(text)).isEqualTo("a &lt;" + text.substring(3));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<session-state>", "<sessions>", "<session state>", "<", "< 5", "<s", "＜session"})
    void takesNoOtherTextForATag(String text) {
        assertThat(withoutTags(text)).isEqualTo(text);
    }

    private static String withoutTags(String text) {
        return Tags.replaced(
                text, at -> Tags.isSeen("session_state", text, Tags.skipToName(text, at + 1)), bracket -> "&lt;");
    }
}
