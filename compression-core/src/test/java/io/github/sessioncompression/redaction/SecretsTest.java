package io.github.sessioncompression.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets in all the forms in which chats have them, and what looks like one and is none. */
class SecretsTest {
    private static String hidden(String text) {
        return new Redaction(Redactor.secretsOnly()).hide(text);
    }

    @Test
    void findsThemInEveryForm() {
        List<SecretLines.Line> lines = SecretLines.of("secrets");

        assertThat(lines).hasSizeGreaterThan(550);
        assertThat(lines.stream().filter(line -> line.isToldBy(hidden(line.text()))))
                .isEmpty();
    }

    @Test
    void leavesAllElse() {
        List<SecretLines.Line> lines = SecretLines.of("harmless");

        assertThat(lines).hasSizeGreaterThan(600);
        assertThat(lines.stream().filter(line -> !hidden(line.text()).equals(line.text())))
                .isEmpty();
    }

    @Test
    void leavesWhatStandsBesideThem() {
        assertThat(hidden("{\"user\":\"bob\",\"password\":\"a b 1\",\"port\":8081}"))
                .isEqualTo("{\"user\":\"bob\",\"password\":\"[secret]\",\"port\":8081}");
        assertThat(hidden("postgres://app:s3cr3tpw@db.example/app?ssl=true"))
                .isEqualTo("postgres://app:[secret]@db.example/app?ssl=true");
        assertThat(hidden("Server=db;User Id=sa;Password=MsSql!9;Encrypt=true"))
                .isEqualTo("Server=db;User Id=sa;Password=[secret];Encrypt=true");
        assertThat(hidden("db.example:5432:shop:app:pgPass88\nanna:$2y$10$abcdefghijklmnopqrstuuN9\nthe end"))
                .isEqualTo("db.example:5432:shop:app:[secret]\nanna:$2y$[secret]\nthe end");
        assertThat(hidden("| user | password | age |\n|---|---|---|\n| bob | x9 y2 | 44 |\n| eva | none | 41 |"))
                .isEqualTo("| user | password | age |\n|---|---|---|\n| bob | [secret] | 44 |\n| eva | none | 41 |");
        assertThat(hidden("name,user,password\nmail,eva,Mail99x\nnas,eva,nasnas\n\nThe end, is, near"))
                .isEqualTo("name,user,password\nmail,eva,[secret]\nnas,eva,[secret]\n\nThe end, is, near");
        assertThat(hidden("echo Mango88 | docker login -u bob --password-stdin && date"))
                .isEqualTo("echo [secret] | docker login -u bob --password-stdin && date");
        assertThat(hidden("Your verification code is 771 204, valid until 12:30."))
                .isEqualTo("Your verification code is [secret], valid until 12:30.");
        assertThat(hidden("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nkd83Hs92\nThe boat sails at 9."))
                .isEqualTo("[secret]\nThe boat sails at 9.");
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
    void findsThoseInAnAnswerToAQuestion(String question, String answer, boolean secret) {
        List<Entry> hidden = new Redaction(Redactor.secretsOnly())
                .hide(Entries.of(List.of(Message.assistant(question), Message.user(answer))));

        assertThat(hidden.get(1).message().text().contains(Redaction.SECRET)).isEqualTo(secret);
    }

    @Test
    void hidesForGoodOnlyWhatIsNotToBeFilledIn() {
        Redactor redactor =
                text -> List.of(new Redactor.Hidden(0, 3, "person", true), new Redactor.Hidden(4, 7, "number", false));

        assertThat(Redaction.lasting(redactor).hide("Ada 123 password: x9!Lq2"))
                .isEqualTo("Ada [number] password: [secret]");
    }
}
