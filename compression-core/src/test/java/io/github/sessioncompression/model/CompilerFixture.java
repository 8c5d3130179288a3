package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.TokenOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A compiler on a scripted model, in a time that only passes when waited for; a token is four characters. */
final class CompilerFixture {
    static final StateSchema SCHEMA = StateSchema.session();
    static final MessageTokens TOKENS = new MessageTokens(TokenCounter.characters(4.0), TokenOptions.defaults());
    static final int CAP = 400;
    /** Text of failures that no outcome repeats. */
    static final String SECRET = "tango-whisper-77";

    /** An answer with one entry a field. */
    static final String GOOD = answer("the budget is 4,200 euros");

    final ScriptedModel model = new ScriptedModel();
    final MutableTime time = new MutableTime();
    ModelOptions options = ModelOptions.defaults();
    Redactor redactor = Redactor.secretsOnly();

    @Nullable
    StateJudge judge;

    private @Nullable ModelStateCompiler compiler;

    ModelStateCompiler compiler() {
        if (compiler == null) {
            compiler = new ModelStateCompiler(model, options, TOKENS, time, model.executor(), time, redactor, judge);
        }
        return compiler;
    }

    /** Another compiler, which runs each call on the caller's thread. */
    ModelStateCompiler compiler(StructuredModel other) {
        return compiler(other, Runnable::run, time);
    }

    /** Another compiler with the options of this fixture. */
    ModelStateCompiler compiler(StructuredModel other, Executor executor, Sleeper waiting) {
        return new ModelStateCompiler(other, options, TOKENS, time, executor, waiting, redactor, judge);
    }

    Compilation compile() {
        return compiler().compile(request(span(), null), null);
    }

    Compilation compile(List<Message> span, @Nullable StateDocument previous) {
        return compiler().compile(request(span, previous), null);
    }

    static CompileRequest request(List<Message> span, @Nullable StateDocument previous) {
        return new CompileRequest(SCHEMA, Entries.of(span), previous, null, CAP);
    }

    /** Four messages of about 500 tokens together. */
    static List<Message> span() {
        return List.of(
                Message.user("We plan the trip. " + "The budget is 4,200 euros. ".repeat(20)),
                Message.assistant("Noted. " + "Which dates suit you? ".repeat(20)),
                Message.user("From the 3rd of May. " + "Nobody wants to fly. ".repeat(20)),
                Message.assistant("By train then. " + "I look for sleepers. ".repeat(20)));
    }

    static String answer(String... facts) {
        return Json.write(fields(List.of(facts)));
    }

    static Map<String, @Nullable Object> fields(Object facts) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("logos", facts);
        fields.put("pathos", List.of("friendly, stable"));
        fields.put("abstract", List.of());
        fields.put("conversation_summary", "A trip is being planned.");
        return fields;
    }

    static StateDocument state(String... facts) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        fields.put("logos", List.of(facts));
        fields.put("pathos", List.of("friendly, stable"));
        fields.put("abstract", List.of());
        fields.put("conversation_summary", List.of("A trip is being planned."));
        return StateDocument.ofTexts(fields);
    }

    /** An outcome with what a chat's model would see of its state, so that it compares with {@link #state}. */
    static Compilation shown(Compilation outcome) {
        if (outcome instanceof Compilation.Compiled compiled) {
            StateDocument texts = StateDocument.ofTexts(compiled.state().texts());
            return new Compilation.Compiled(texts, compiled.usage(), compiled.calls(), List.of(), null, 0);
        }
        return outcome;
    }

    /** Fails unless the outcome is a rejection for this reason after so many calls. */
    static void rejected(Compilation outcome, Compilation.Reason reason, int calls) {
        assertThat(outcome).isInstanceOfSatisfying(Compilation.Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(reason);
            assertThat(rejected.calls()).isEqualTo(calls);
            assertThat(rejected.detail()).isNotBlank().doesNotContain(SECRET);
        });
    }

    /** Facts that make a state of more than {@code tokens} tokens. */
    static String[] facts(int tokens) {
        List<String> facts = new ArrayList<>();
        for (int i = 0; i < tokens / 5; i++) {
            facts.add("fact number " + i + " is so");
        }
        return facts.toArray(String[]::new);
    }

    static int size(StateDocument state) {
        return TOKENS.countText(StateEnvelope.wrap(SCHEMA, state));
    }

    /** A schema of one list. */
    static StateSchema oneField(String instruction) {
        return new StateSchema(
                "notes",
                List.of(new StateField("notes", StateField.Shape.LIST, StateField.Content.FACTS, instruction)));
    }
}
