package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of a megabyte, in most builds of a third of it, against every rule: what is not linear does not come to an end, and the time limit is there to say so. */
@Tag("endurance")
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
@Tag("landing")
class AnchorHostileInputTest {
    private static final int CHARACTERS = Boolean.getBoolean("fuzz") ? 1_000_000 : 300_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "1",
                "1 ",
                "1 000 ",
                "-",
                "\"",
                "\" a",
                "`",
                "'a ",
                "<doc\n",
                "> a\nb\n",
                "system: a\n\nb\n",
                "@",
                "a@",
                "://",
                "a://",
                "=",
                "a=",
                "password=",
                "password: ",
                "{\"token\":\"",
                "-----BEGIN ",
                "-----BEGIN KEY",
                "/",
                "a/b/",
                "9. ",
                "March ",
                "March 9 ",
                "12:",
                "12:30 ",
                "no, not 15 but 50 mg. ",
                "i'll ",
                "i'll send it. ",
                "we decided we decided ",
                "why? ",
                "never ",
                "我",
                "不要",
                "3月",
                "3月14日",
                "1万",
                "密码是",
                "必ず",
                "をしてはいけません",
                "allergi",
                "[",
                "\u0000",
                "\ud83d",
                "`a` ",
                "«a ",
                "+1 2 ",
                "sk-",
                "AKIA",
                "eyJ",
                "aB1",
                "_",
                "aB",
                "::",
                "->",
                ".",
                "1.1.",
                "“",
                "“a ",
                "“never a b c d” ",
                "\"never a b c d.\" ",
                "![",
                "![a](",
                "[\n",
                "{\n",
                "[]\n",
                "<a>",
                "<a> </b> ",
                "<a></a>",
                "| a | b |\n",
                "----------\n",
                "from: a\n",
                "search results:\n",
                "~~~\n",
                "token: ",
                "what is the password?\n",
                "%70",
                "\\\"",
                "Authorization: ",
                "--password ",
                "export KEY=",
                "https://a:b@",
                "password (",
                "| password |",
                "| password |\n|---|\n",
                "user,password\n",
                "$a",
                "$2y$10$a1",
                "{A}a1",
                "a:5432:",
                "a@b:",
                "echo a | sudo -S ",
                "curl -u ",
                "your code ",
                "pin 12 ",
                "12 is your verification code ",
                "as password ",
                "password x as ",
                "seed phrase: abc ",
                "auth=(\"a\", ",
                "password</b> ",
                "token,",
                "token.",
                "pin=",
                "密码'",
                "password of ",
                "Cookie: a=b1; ",
                "Authorization: Digest a=b1 ",
                "AUTH ",
                "sqlplus a/b@",
                "sqlplus -",
                "use 123456 to sign in ",
                "seed: 1. abc ",
                "\"token\" { default "
            })
    void readsALineOf(String piece) {
        String line = piece.repeat(CHARACTERS / piece.length());

        assertThat(Anchors.in(Entries.of(List.of(Message.user(line)))).all()).doesNotContainNull();
        assertThat(new Redaction(Redactor.secretsOnly()).hide(line)).isNotNull();
    }

    /** Without a space all of it may be the value of each name: read over again for each, this takes minutes. */
    @ParameterizedTest
    @ValueSource(strings = {"pw,", "pass,", "password,", "token,", "pin=", "密码'"})
    void readsNamesThatStandInOneAnothersValues(String name) {
        String line = name.repeat(1_000_000 / name.length());

        assertThat(new Redaction(Redactor.secretsOnly()).hide(line).length()).isGreaterThan(line.length() / 2);
    }
}
