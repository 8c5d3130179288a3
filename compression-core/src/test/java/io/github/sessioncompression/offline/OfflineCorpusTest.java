package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of labelled sentences, said in a chat, in a state with room for all of them. */
class OfflineCorpusTest {
    private static final int ENOUGH_SENTENCES = 40;
    private static final double MOST_MISSING = 0.03;
    private static final int CAP_WITH_ROOM = 8_000;

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void saysWhatWasSaid(String language) throws IOException {
        LabelledChat said = LabelledChat.of(language);
        List<Message> chat = said.chat;
        StateDocument first = compile(null, chat);
        StateDocument merged =
                compile(first, List.of(Message.user(said.fillers.get(0)), Message.assistant(said.fillers.get(1))));

        check(language, said.labels, LabelledChat.notes(first));
        check(language + " after a merge", said.labels, LabelledChat.notes(merged));
    }

    /** What has no room may go, but what stays says what was said, however little room there is and however often it is merged. */
    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void changesNoMeaningHoweverLittleRoomThereIs(String language) throws IOException {
        LabelledChat said = LabelledChat.of(language);
        List<Message> chat = said.chat;
        for (int cap = 90; cap < 1_500; cap += 150) {
            StateDocument state = null;
            for (int from = 0; from < chat.size(); from += chat.size() / 3 + 1) {
                state = compile(state, chat.subList(from, Math.min(chat.size(), from + chat.size() / 3 + 1)), cap);
            }
            assertThat(said.changed(LabelledChat.notes(Objects.requireNonNull(state))))
                    .as("changed in meaning, %s, cap %d", language, cap)
                    .isEmpty();
        }
    }

    /** Whatever is chosen says what was said: what the clauses are worth decides only which of them that is. */
    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void changesNoMeaningWhateverIsChosen(String language) throws IOException {
        LabelledChat said = LabelledChat.of(language);
        List<Message> chat = said.chat;
        Set<String> changed = new TreeSet<>();
        int seeds = Integer.getInteger("seeds", 8);
        for (int seed = 1; seed <= seeds; seed++) {
            long of = seed;
            OfflineStateCompiler compiler =
                    new OfflineStateCompiler(Chats.COUNTER, Redactor.secretsOnly(), clause -> jitter(of, clause));
            int cap = 90 + 1_400 * seed / seeds;
            int part = chat.size() / (1 + seed % 3) + 1;
            StateDocument state = null;
            for (int from = 0; from < chat.size(); from += part) {
                List<Message> span = chat.subList(from, Math.min(chat.size(), from + part));
                state = compiler.compile(new CompileRequest(StateSchema.session(), Entries.of(span), state, null, cap));
            }
            for (String each : said.changed(LabelledChat.notes(Objects.requireNonNull(state)))) {
                changed.add("seed " + seed + ", cap " + cap + ": " + each);
            }
        }
        assertThat(changed).as("changed in meaning, %s", language).isEmpty();
    }

    /** From an eighth to eight times, another one for each clause. */
    private static double jitter(long seed, Clause clause) {
        long of = 31 * (31 * seed + clause.sentence.order) + clause.index;
        return Math.pow(8, 2 * new Random(of * 0x9E3779B97F4A7C15L).nextDouble() - 1);
    }

    private static StateDocument compile(@Nullable StateDocument previous, List<Message> span) {
        return compile(previous, span, CAP_WITH_ROOM);
    }

    private static StateDocument compile(@Nullable StateDocument previous, List<Message> span, int cap) {
        return Chats.COMPILER.compile(new CompileRequest(StateSchema.session(), Entries.of(span), previous, null, cap));
    }

    private static void check(String language, List<LabelledChat.Label> labels, List<String> notes) {
        List<String> missing = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        for (LabelledChat.Label label : labels) {
            List<String> said =
                    notes.stream().filter(note -> note.contains(label.key())).toList();
            if (said.isEmpty()) {
                missing.add(label.sentence());
            } else if (label.isStaleIn(notes) || !said.stream().allMatch(label::holdsIn)) {
                changed.add(label.sentence() + " -> " + said);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "offline corpus, %s: %d sentences, %d changed, %d missing%n",
                language,
                labels.size(),
                changed.size(),
                missing.size());
        assertThat(labels).as(language).hasSizeGreaterThanOrEqualTo(ENOUGH_SENTENCES);
        assertThat(changed)
                .as("changed in meaning, %s; missing %s", language, missing)
                .isEmpty();
        assertThat(missing).as("missing, %s", language).hasSizeLessThanOrEqualTo((int) (MOST_MISSING * labels.size()));
    }
}
