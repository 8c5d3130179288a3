package io.github.sessioncompression.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The known forms of secrets, texts that only resemble them, and hostile texts. */
class SecretsTest {
    private static String hidden(String text) {
        return new Redaction(Redactor.secretsOnly()).hide(text);
    }

    @Test
    void findsKnownForms() {
        List<SecretLines.Line> lines = SecretLines.of("secrets");

        assertThat(lines).hasSizeGreaterThan(150);
        assertThat(lines.stream().filter(line -> line.isToldBy(hidden(line.text()))))
                .isEmpty();
    }

    @Test
    void leavesOrdinaryText() {
        List<SecretLines.Line> lines = SecretLines.of("harmless");

        assertThat(lines).hasSizeGreaterThan(150);
        assertThat(lines.stream().filter(line -> !hidden(line.text()).equals(line.text())))
                .isEmpty();
    }

    @Test
    void changesNothingTheSecondTime() {
        for (SecretLines.Line line : SecretLines.of("secrets")) {
            String once = hidden(line.text());

            assertThat(hidden(once)).isEqualTo(once);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "{\"user\":\"bob\",\"password\":\"a b 1\",\"port\":8081} ~ {\"user\":\"bob\",\"password\":\"[secret]\",\"port\":8081}",
                "postgres://app:s3cr3tpw@db.example/app?ssl=true ~ postgres://app:[secret]@db.example/app?ssl=true",
                "Server=db;User Id=sa;Password=MsSql!9;Encrypt=true ~ Server=db;User Id=sa;Password=[secret];Encrypt=true",
                "db.example:5432:shop:app:pgPass88 done ~ db.example:5432:shop:app:[secret] done",
                "echo Mango88 | docker login -u bob --password-stdin && date ~ echo [secret] | docker login -u bob --password-stdin && date",
                "Your verification code is 771 204, valid until 12:30. ~ Your verification code is [secret], valid until 12:30.",
                "The pin: 4711x is mine. ~ The pin: [secret] is mine.",
                "Use tok-99, the password is kefir88x. Thanks! ~ Use tok-99, the password is [secret]. Thanks!"
            })
    void leavesTextBesideSecret(String text, String shown) {
        assertThat(hidden(text)).isEqualTo(shown);
    }

    @Test
    void hidesUnfinishedKeyBlockOnly() {
        assertThat(hidden("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nkd83Hs92\nThe boat sails at 9."))
                .isEqualTo("[secret]\nThe boat sails at 9.");
    }

    @Test
    void hidesLongValueWhole() {
        String value = "aB3-".repeat(500);

        assertThat(hidden("password=" + value + " ok")).isEqualTo("password=[secret] ok");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What is the wifi password? | blue-kettle-44 | true",
                "And the PIN? | It's 4821. | true",
                "Wie lautet das Passwort? | Gr8nerTee | true",
                "Пароль? | Весна2024 | true",
                "密码是什么？ | Aa123456! | true",
                "What's the verification code? | 771 204 | true",
                "And the password? | I don't have one yet. | false",
                "And the password? | Later. | false",
                "How many rooms? | room-4711 | false"
            })
    void findsSecretInAnswerToQuestion(String question, String answer, boolean secret) {
        List<Entry> hidden = new Redaction(Redactor.secretsOnly())
                .hide(Entries.of(List.of(Message.assistant(question), Message.user(answer))));

        assertThat(hidden.get(1).message().text().contains(Redaction.SECRET)).isEqualTo(secret);
    }

    /** Each takes well below a second; a pattern that reads on from every keyword takes minutes. A plain build reads a fifth, in a fifth of the time. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "Aa1",
                "password",
                "password ",
                "password: \"",
                "password of the ",
                "\\\"password\\\":\\\"",
                "token=a",
                "密码是",
                "is my password ",
                "seed: 1. abc ",
                "-----BEGIN PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nabcdefghijk1\n",
                "eyJa.",
                "ghp_",
                "://a:b",
                "curl -u ",
                "echo a | ",
                "$2y$10$",
                "Cookie: a=b1; ",
                "| password |\n|---|---|\n",
                ";base64,aB3/"
            })
    void readsHostileTextInLinearTime(String piece) {
        int seconds = FuzzCases.times(4, 20);
        String text = piece.repeat(seconds * 25_000 / piece.length());

        assertTimeoutPreemptively(Duration.ofSeconds(seconds), () -> Secrets.find(text));
    }
}
