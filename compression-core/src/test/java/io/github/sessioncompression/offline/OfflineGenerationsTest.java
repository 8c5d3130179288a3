package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of sentences over many states, each made of the one before. */
class OfflineGenerationsTest {
    /** Of "Dr. Hale, my dentist, moved to …" a name may be left that says nothing, and so nothing else. */
    private static final String NAMES_ONLY = "[dr hale, dentist]";

    /** Each is cut into states anywhere and held to any cap: what stays says what was said, in the words in which it was said. */
    @Test
    void noGenerationChangesWhatASentenceSays() {
        FuzzCases.OFFLINE_GENERATIONS.run(20_261_125L, seed -> {
            Random random = new Random(seed);
            String language = LabelledChat.LANGUAGES.get(Math.floorMod(seed, LabelledChat.LANGUAGES.size()));
            LabelledChat said = read(language);
            StateDocument state = StateDocument.EMPTY;
            int usual = 90 + random.nextInt(1_500);
            // What answers or puts right something before the cut stands alone where that had no room.
            Set<Integer> begins = new HashSet<>();
            for (int from = 0; from < said.chat.size(); ) {
                begins.add(from);
                int to = Math.min(said.chat.size(), from + 2 + random.nextInt(60));
                int cap = Math.max(60, usual + random.nextInt(200) - 100);
                StateDocument before = state;
                List<Message> span = said.chat.subList(from, to);
                state = compile(before, 1 + from, span, cap);
                String where = language + ", messages " + from + " to " + to + ", cap " + cap;

                assertThat(said.changed(statements(state), at -> at < to && !begins.contains(at)).stream()
                                .filter(changed -> !changed.endsWith(NAMES_ONLY)))
                        .as(where)
                        .isEmpty();
                assertThat(madeUp(state, before, said.chat.subList(0, to)))
                        .as(where)
                        .isEmpty();
                from = to;
            }
        });
    }

    private static LabelledChat read(String language) {
        try {
            return LabelledChat.of(language);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A question whose answer came after a cut is one, whatever its answer says. */
    private static List<String> statements(StateDocument state) {
        return LabelledChat.notes(new StateDocument(Map.of("logos", state.items("logos")))).stream()
                .filter(note -> !note.endsWith("?") && !note.endsWith("？"))
                .toList();
    }

    private static StateDocument compile(StateDocument previous, long first, List<Message> span, int cap) {
        return Chats.COMPILER.compile(new CompileRequest(
                StateSchema.session(), Entries.of(first, span), previous.isEmpty() ? null : previous, null, cap));
    }

    /** The notes that are neither a part of one of the state before nor words of their own messages in their order. */
    private static List<String> madeUp(StateDocument state, StateDocument before, List<Message> chat) {
        List<String> earlier = new ArrayList<>();
        before.items("logos").forEach(item -> earlier.addAll(notes(item)));
        List<String> madeUp = new ArrayList<>();
        for (StateItem item : state.items("logos")) {
            List<String> notes = notes(item);
            for (int i = 0; i < notes.size(); i++) {
                String note = notes.get(i);
                List<Long> sources =
                        item.notes().size() == notes.size() ? item.notes().get(i) : item.sources();
                boolean kept = earlier.stream().anyMatch(whole -> whole.contains(note));
                if (!kept && !isSaid(note, sources, chat)) {
                    madeUp.add(note);
                }
            }
        }
        return madeUp;
    }

    private static List<String> notes(StateItem item) {
        String text = item.text().toLowerCase(Locale.ROOT);
        List<String> notes = new ArrayList<>();
        for (String note : text.replaceFirst("^(user|assistant): ", "").split("; ", -1)) {
            notes.add(letters(note));
        }
        return notes;
    }

    private static boolean isSaid(String note, List<Long> sources, List<Message> chat) {
        StringBuilder said = new StringBuilder();
        sources.forEach(source -> said.append(chat.get((int) (source - 1)).text()));
        String words = letters(said.toString().toLowerCase(Locale.ROOT));
        int at = 0;
        // "I'm owed" is noted as "am owed".
        for (int i = note.startsWith("am") ? 1 : 0; i < note.length(); i++) {
            at = words.indexOf(note.charAt(i), at) + 1;
            if (at == 0) {
                return false;
            }
        }
        return true;
    }

    private static String letters(String text) {
        StringBuilder letters = new StringBuilder();
        text.codePoints().filter(Character::isLetterOrDigit).forEach(letters::appendCodePoint);
        return letters.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            How many booths do you need? | 5 | how many booths do you need?: 5
            Fährt der Bus um 9:30? | Nein, 9:40. | fährt der bus um 9:30?: nein, 9:40
            ¿Está caliente la sauna? | Más o menos. | está caliente la sauna?: más o menos
            """)
    void anAnswerBehindACutStaysWithItsQuestion(String asked, String answer, String shown) {
        StateDocument before =
                compile(StateDocument.EMPTY, 1, List.of(Message.user("Let's plan."), Message.assistant(asked)), 400);

        StateDocument next = compile(before, 3, List.of(Message.user(answer)), 400);
        StateDocument later = compile(before, 9, List.of(Message.user(answer)), 400);

        assertThat(Chats.text(next).toLowerCase(Locale.ROOT)).contains(shown);
        assertThat(Chats.text(later).toLowerCase(Locale.ROOT)).doesNotContain(shown);
    }

    @Test
    void whatTheOtherSideSaidLastIsPutRightBehindACutToo() {
        StateDocument before = compile(
                StateDocument.EMPTY,
                1,
                List.of(
                        Message.user("We visit the quarry on Sunday. My sister brings 12 sandwiches."),
                        Message.assistant("The tram to the quarry leaves at 9:10.")),
                400);

        String next = Chats.text(compile(before, 3, List.of(Message.user("No, 9:40.")), 400));

        assertThat(next).contains("quarry leaves: no, 9:40").doesNotContain("9:10");
    }

    /** What nobody named is not corrected by a value alone that is said much later. */
    @Test
    void aValueAlonePutsRightOnlyWhatWasSaidJustBefore() {
        StateDocument before =
                compile(StateDocument.EMPTY, 1, List.of(Message.user("The turnstile opens with 4417 at night.")), 400);

        StateDocument next = compile(before, 2, List.of(Message.user("Actually 4418.")), 400);
        StateDocument later = compile(before, 20, List.of(Message.user("Actually 4418.")), 400);

        assertThat(Chats.text(next)).contains("4418").doesNotContain("4417");
        assertThat(Chats.text(later)).contains("turnstile opens with 4417");
    }

    /** What must be, and what somebody cannot bear, is said once at the start of fifty states. */
    @ParameterizedTest
    @ValueSource(ints = {200, 400, 800})
    void whatHoldsForeverOutlivesFiftyGenerations(int cap) {
        StateDocument state = StateDocument.EMPTY;
        for (int generation = 0; generation < 50; generation++) {
            List<Message> span = new ArrayList<>();
            if (generation == 0) {
                span.add(Message.user("I'm allergic to hazelnuts. Never email me, call me instead."));
                span.add(Message.assistant("Understood."));
            }
            for (Message message : Chats.random(generation, 12)) {
                span.add(message.withName(null));
            }
            state = compile(state, 1 + 100L * generation, span, cap);

            assertThat(Chats.text(state).toLowerCase(Locale.ROOT))
                    .as("generation %d", generation)
                    .contains("allergic to hazelnuts", "never email me");
        }
    }
}
