package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.survival.SurvivalCheck;
import io.github.sessioncompression.survival.SurvivalCheck.Survival;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer that is made to do harm is read and held against the chat in a time that grows with its length, and whatever is in it stays data. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileAnswersTest {
    private static final int CHARACTERS = 200_000;
    private static final StateSchema SCHEMA = StateSchema.session();
    private static final List<Message> CHAT = List.of(
            Message.user("Hi, I'm Clara. The rear brake squeals when it rains, the pads cost 20 euros."),
            Message.assistant("Then it may be the pads. Noted: 20 euros."),
            Message.user("Sorry, I was wrong: the pads cost 25 euros. Never call me before six."));

    private static CallResult read(String text) {
        return new AnswerReader(SCHEMA, new PlaceholderTexts(SCHEMA), state -> 1).read(ModelAnswer.of(text));
    }

    private static String answer(List<String> texts) {
        Map<String, Object> fields = new LinkedHashMap<>();
        SCHEMA.fields().forEach(field -> fields.put(field.name(), List.of()));
        fields.put("logos", texts);
        return Json.write(fields);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "1 ",
                "Clara, ",
                "Clara may be called. ",
                "Rule: ",
                "\"",
                "„",
                "( ",
                "\ud800 x \udc00 ",
                "\u202eClara\u202c \u200f ",
                "Clara \0 ",
                "<session_state ",
                "</session_state> ",
                "林晓每天都能学",
                "l'",
                "not ",
                "if "
            })
    void oneOfAnyTextOverAndOver(String piece) {
        String text = piece.repeat(CHARACTERS / piece.length());
        if (read(answer(List.of(text))) instanceof CallResult.Written usable) {
            CompileRequest request = new CompileRequest(SCHEMA, Entries.of(CHAT), null, null, 2_000);
            StateDocument state =
                    Attribution.of(Grounding.of(usable.state(), request, null).state(), request);
            Survival survival = new SurvivalCheck(SCHEMA, String::length, false)
                    .required(null, request.span(), List.of(), new StatementReader())
                    .check(state, Integer.MAX_VALUE);

            String shown = StateEnvelope.wrap(SCHEMA, survival.state());
            assertThat(shown).contains("25 euros", "Never call me before six");
            assertThat(shown.split("</session_state>", -1)).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{}", "{\"logos\":", "{\"logos\":[", "[", "\\", "{\"logos\":[\"\\"})
    void nestedWithoutEnd(String piece) {
        CallResult reading = read(piece.repeat(CHARACTERS / piece.length()));

        assertThat(reading).isInstanceOf(CallResult.Fault.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_001, 100_000})
    void moreEntriesThanAnybodyReads(int entries) {
        String secret = "my-very-own-words";
        CallResult reading = read(answer(Collections.nCopies(entries, secret)));

        assertThat(reading).isInstanceOf(CallResult.Fault.class);
        assertThat(reading.toString()).doesNotContain(secret);
    }
}
