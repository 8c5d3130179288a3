package io.github.sessioncompression.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders of secrets and of values that the application names, and their restoration. */
class RedactionTest {
    /** Hides every "Ada". */
    private static final Redactor ADA = text -> {
        List<Redactor.Hidden> hidden = new ArrayList<>();
        for (int at = text.indexOf("Ada"); at >= 0; at = text.indexOf("Ada", at + 1)) {
            hidden.add(new Redactor.Hidden(at, at + 3, "person", true));
        }
        return hidden;
    };

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t", "...", "\"", "'`", " . ", "\u200b", "-", "?", "\u00a0"})
    void takesEmptyAnswerForNoSecret(String nothing) {
        List<Message> chat = List.of(
                Message.user("Which is the API token?"),
                Message.assistant(nothing, List.of(new ToolCall("1", "look_up", "{}"))),
                Message.toolResult("1", "look_up", nothing),
                Message.assistant("What is your password?"),
                Message.user(nothing).withMediaCount(1));

        assertThat(new Redaction(Redactor.secretsOnly()).hide(Entries.of(chat))).hasSize(5);
        List<Message> asked = List.of(Message.user("The PIN?"), Message.assistant(nothing));
        assertThat(new Redaction(Redactor.secretsOnly()).hide(Entries.of(asked)))
                .noneMatch(entry -> entry.message().text().contains(Redaction.SECRET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "My password is correct7Horse!",
                "password: Tr0ub4dor",
                "Mein Passwort lautet Gr8nerTee",
                "mot de passe : Soleil2024",
                "La contraseña es Lun4Roja",
                "la senha é Mar3Azul",
                "Пароль: Весна2024",
                "密码是Chun2024tian",
                "パスワードはHaru2024desu",
                "export API_KEY=9f8a7b6c5d4e",
                "{\"user\":\"bob\",\"client_secret\":\"Zx81-0043\"}",
                "Authorization: Bearer abc123.def456",
                "use sk-proj4aF3kd92LmQ0xz17Qe there",
                "token ghp_16C7e42F292c6912E7710c838347Ae178B4a",
                "AKIAIOSFODNN7EXAMPLE is the id",
                "jdbc at postgres://app:s3cr3tpw@db.example/app",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
                "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----"
            })
    void hidesSecrets(String text) {
        String hidden = new Redaction(Redactor.secretsOnly()).hide(text);

        assertThat(hidden)
                .contains(Redaction.SECRET)
                .doesNotContain("Horse", "Tr0ub", "Gr8n", "2024", "Lun4", "Mar3")
                .doesNotContain("9f8a", "Zx81", "abc123", "proj4", "16C7", "IOSFOD", "s3cr3t", "eyJ", "MIIE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The password must have twelve characters.",
                "I forgot my password again.",
                "The token limit is 4000.",
                "password: required",
                "Our secret is a slow oven.",
                "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
                "123e4567-e89b-12d3-a456-426614174000",
                "https://harbor.example/tickets/2024/spring?page=3",
                "src/main/java/org/example/AbstractTokenStoreConfiguration.java"
            })
    void leavesOrdinaryText(String text) {
        assertThat(new Redaction(Redactor.secretsOnly()).hide(text)).isEqualTo(text);
    }

    @Test
    void restoresApplicationValues() {
        Redaction redaction = new Redaction(ADA);
        CompileRequest request = new CompileRequest(
                StateSchema.session(),
                Entries.of(List.of(
                        Message.user("Ada lives in Oslo; the pin: 4711x is mine."),
                        Message.assistant("", List.of(new ToolCall("1", "find", "{\"name\":\"Ada\"}"))))),
                StateDocument.ofTexts(Map.of("logos", List.of("Ada is a vet."))),
                "Ada",
                500);

        CompileRequest hidden = redaction.hide(request);

        assertThat(hidden.span().get(0).message().text())
                .isEqualTo("[person-1] lives in Oslo; the pin: [secret] is mine.");
        assertThat(hidden.span().get(1).message().toolCalls().get(0).arguments())
                .isEqualTo("{\"name\":\"[person-1]\"}");
        assertThat(hidden.previous()).isNotNull();
        assertThat(hidden.focus()).isEqualTo("[person-1]");
        StateDocument written =
                StateDocument.ofTexts(Map.of("logos", List.of("[person-1] is a vet in Oslo, [person-2]?")));
        assertThat(redaction.restore(written).texts("logos")).containsExactly("Ada is a vet in Oslo, [person-2]?");
    }

    @Test
    void returnsSameRequestIfNothingIsHidden() {
        CompileRequest request = new CompileRequest(
                StateSchema.session(), Entries.of(List.of(Message.user("The soup was good."))), null, null, 500);

        assertThat(new Redaction(ADA).hide(request)).isSameAs(request);
    }

    @Test
    void rejectsRedactorBeyondTextEnd() {
        Redaction redaction = new Redaction(text -> List.of(new Redactor.Hidden(0, 99, "person", true)));

        assertThatThrownBy(() -> redaction.hide("short"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("99")
                .hasMessageNotContaining("short");
    }

    @Test
    void lastingHidesOnlyUnrestorableValues() {
        Redactor redactor =
                text -> List.of(new Redactor.Hidden(0, 3, "person", true), new Redactor.Hidden(4, 7, "number", false));

        assertThat(Redaction.lasting(redactor).hide("Ada 123 password: x9!Lq2"))
                .isEqualTo("Ada [number] password: [secret]");
    }
}
