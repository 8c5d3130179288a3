package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.redaction.SecretLines;
import io.github.sessioncompression.state.StateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Secrets of a chat stay in its messages and appear in nothing derived from them. */
class ConversationSecretsTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(16_000)
            .withState(StateOptions.defaults().withHistoryTools(true));

    private final List<ModelRequest> asked = new ArrayList<>();
    private final List<CompressionEvent> events = new ArrayList<>();

    /** Ways a secret enters a chat. */
    enum Way {
        /** A user says it. */
        SAID {
            @Override
            Stream<Message> of(String text) {
                return Stream.of(Message.user(text), Message.assistant("Noted, thanks."));
            }
        },
        /** Inside a sentence that must be kept. */
        RULE {
            @Override
            Stream<Message> of(String text) {
                return Stream.of(
                        Message.user("Never email me again, and always remember " + text),
                        Message.assistant("We decided to keep " + text));
            }
        },
        /** A call has it in its arguments, in data inside data. */
        CALL {
            @Override
            Stream<Message> of(String text) {
                String inner = Json.write(text);
                String arguments = "{\"input\":" + Json.write("{\"command\":" + inner + ",\"path\":\"a/b.txt\"}") + "}";
                return Stream.of(
                        Message.user("Do it."),
                        Message.assistant("", List.of(new ToolCall("1", "run", arguments))),
                        Message.toolResult("1", "run", "ok 4711"),
                        Message.assistant("Done with 4711."));
            }
        },
        /** A tool gives it, and it is spoken of. */
        RESULT {
            @Override
            Stream<Message> of(String text) {
                return Stream.of(
                        Message.user("Show it."),
                        Message.assistant("", List.of(new ToolCall("1", "read_file", "{\"path\":\"conf/app.env\"}"))),
                        Message.toolResult("1", "read_file", text + "\nport=8081"),
                        Message.assistant("The file says port 8081 and " + text));
            }
        };

        abstract Stream<Message> of(String text);
    }

    private static List<Message> chat(Stream<Message> first) {
        List<Message> messages = new ArrayList<>(List.of(Message.system("You help.")));
        first.forEach(messages::add);
        for (int boat = 1; boat < 6; boat++) {
            messages.add(Message.user(
                    "Boat number " + boat + " sails on " + (boat + 3) + " May for " + (40 + boat) + " euros."));
            messages.add(Message.assistant("Boat " + boat + " is booked."));
        }
        messages.add(Message.user("And now?"));
        return messages;
    }

    private SessionCompressor compressor(@Nullable StructuredModel model, Redactor redactor) {
        SessionCompressor.Builder builder =
                SessionCompressor.builder().policy(POLICY).redactor(redactor).listener(events::add);
        return (model == null ? builder : builder.model(model)).build();
    }

    /** Everything that is made of a chat. */
    private String made(List<Message> messages, @Nullable StructuredModel model, Redactor redactor) {
        asked.clear();
        events.clear();
        try (SessionCompressor compressor = compressor(model, redactor)) {
            Conversation chat = compressor.conversation("chat");
            chat.append(messages);
            Outcome outcome = chat.compress();
            assertThat(outcome).isInstanceOf(Outcome.Compressed.class);
            return chat.record() + "\n" + chat.status() + "\n" + outcome + "\n" + chat.plan() + "\n" + events + "\n"
                    + asked;
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void tellsNoneWithoutAModel(Way way) {
        assertThat(every(6).filter(
                                line -> line.isToldBy(made(chat(way.of(line.text())), null, Redactor.secretsOnly()))))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void showsAModelNone(Way way) {
        StructuredModel model = request -> {
            asked.add(request);
            return ModelAnswer.of("{\"logos\":[\"the boats cost 41 to 45 euros\"],\"pathos\":[],\"abstract\":[],"
                    + "\"conversation_summary\":\"They spoke of boats.\"}");
        };

        assertThat(every(6).filter(
                                line -> line.isToldBy(made(chat(way.of(line.text())), model, Redactor.secretsOnly()))))
                .isEmpty();
    }

    @Test
    void compressesUnansweredQuestionForSecret() {
        String made = made(
                chat(Stream.of(
                        Message.user("Which is the token of the harbour office?"),
                        Message.assistant("", List.of(new ToolCall("1", "look_up", "{\"path\":\"conf/app.env\"}"))),
                        Message.toolResult("1", "look_up", "none"),
                        Message.assistant("There is none. What is your password?"),
                        Message.user("").withMediaCount(1),
                        Message.assistant("Noted, thanks."))),
                null,
                Redactor.secretsOnly());

        assertThat(made).contains("Boat number 3");
    }

    @Test
    void removesSecretFromModelAnswer() {
        String text = "The password of the boat house is Otter-44-River.";
        StructuredModel model = request -> ModelAnswer.of("{\"logos\":[" + Json.write(text)
                + "],\"pathos\":[],\"abstract\":[],\"conversation_summary\":" + Json.write(text) + "}");

        assertThat(made(chat(Way.SAID.of(text)), model, Redactor.secretsOnly())).doesNotContain("Otter-44");
    }

    @Test
    void hidesTextNamedByApplication() {
        Redactor names = text -> {
            int person = text.indexOf("Ottilie");
            int patient = text.indexOf("P-20931");
            return Stream.of(
                            new Redactor.Hidden(Math.max(0, person), Math.max(0, person) + 7, "person", true),
                            new Redactor.Hidden(Math.max(0, patient), Math.max(0, patient) + 7, "patient", false))
                    .filter(hidden -> hidden.label().equals("person") ? person >= 0 : patient >= 0)
                    .toList();
        };
        List<Message> messages = chat(Stream.of(
                Message.user("Never call Ottilie before nine. Her number must always be P-20931."),
                Message.assistant("Ottilie has P-20931, noted.")));
        StructuredModel model = request -> {
            asked.add(request);
            return ModelAnswer.of("{\"logos\":[\"never call [person-1] before nine\"],\"pathos\":[],\"abstract\":[],"
                    + "\"conversation_summary\":\"They spoke of [person-1].\"}");
        };

        assertThat(made(messages, null, names)).contains("Ottilie", "[patient]").doesNotContain("P-20931");
        assertThat(made(messages, model, names)).contains("never call Ottilie").doesNotContain("P-20931");
        assertThat(asked.toString()).contains("[person-1]").doesNotContain("Ottilie", "P-20931");
    }

    private static Stream<SecretLines.Line> every(int step) {
        List<SecretLines.Line> all = SecretLines.of("secrets");
        // Four digits may stand in the name of an object that is written out with the rest.
        return Stream.iterate(0, at -> at < all.size(), at -> at + step)
                .map(all::get)
                .filter(line -> line.secrets().stream().allMatch(secret -> secret.length() > 5));
    }
}
