package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.survival.SurvivalCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chats that give one value again and again: what compares each with all before it does not come to an end, and the time limit is there to say so. */
@Tag("endurance")
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
@Tag("landing")
class ManyValuesHostileTest {
    private static final int MESSAGES = 5_000;
    private static final int ROOM = 4_000;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            The price is 5 euros. | The price is 7 euros. | The price is now 6 euros.
            Der Preis ist 5 Euro. | Der Preis ist 7 Euro. | Der Preis ist jetzt 6 Euro.
            Le prix est de 5 euros. | Le prix est de 7 euros. | Le prix est maintenant de 6 euros.
            El precio es de 5 euros. | El precio es de 7 euros. | El precio es ahora de 6 euros.
            Il prezzo è di 5 euro. | Il prezzo è di 7 euro. | Il prezzo adesso è di 6 euro.
            De prijs is 5 euro. | De prijs is 7 euro. | De prijs is nu 6 euro.
            O preço é de 5 euros. | O preço é de 7 euros. | O preço agora é de 6 euros.
            Цена 5 евро. | Цена 7 евро. | Цена теперь 6 евро.
            価格は5ユーロです。 | 価格は7ユーロです。 | 価格は今は6ユーロです。
            价格是5欧元。 | 价格是7欧元。 | 价格现在是6欧元。
            We have 5 guests. | We have 5 guests. | 6 guests now.
            The database is MySQL. | The database is MySQL. | We switched from MySQL to PostgreSQL.
            """)
    void readsTwoValuesInTurnAndManyNewOnes(String one, String other, String now) {
        List<Entry> chat = messages(i -> i >= MESSAGES / 2 ? now : i % 2 == 0 ? one : other);

        StateDocument state = compiled(null, chat);

        assertThat(state.items()).anySatisfy(item -> assertThat(item.text()).containsAnyOf("6", "PostgreSQL"));
    }

    @Test
    void readsAsManyThingsAsMessagesEachWithANewValue() {
        List<Entry> chat = messages(i -> "The " + name(i) + " costs " + i + " euros now.");

        assertThat(compiled(null, chat).items()).isNotEmpty();
    }

    @Test
    void readsRowsOfNumbersOfWhichEachMayBeMeant() {
        String row = IntStream.rangeClosed(1, 35).mapToObj(String::valueOf).collect(Collectors.joining(" "));
        List<Entry> chat = messages(i -> i % 2 == 0 ? row : "We meet at 3 pm, not " + (i % 12 + 1) + ".");

        assertThat(compiled(null, chat).items()).isNotEmpty();
    }

    @Test
    void readsAChatWhoseNotesAreAllGivenAnew() {
        List<Entry> before = messages(i -> "The " + name(i) + " costs " + i + " euros.");
        List<Entry> span = messages(i -> "The " + name(i) + " costs " + (i + 1) + " euros now.");

        assertThat(compiled(compiled(null, before), span).items()).isNotEmpty();
    }

    /** Compiles a chat, and holds the state against it. */
    private static StateDocument compiled(@Nullable StateDocument previous, List<Entry> span) {
        CompileRequest request = new CompileRequest(StateSchema.session(), span, previous, null, ROOM);
        StateDocument state = Chats.COMPILER.compile(request);
        assertThat(new SurvivalCheck(StateSchema.session(), Chats.COUNTER::count)
                        .check(previous, span, state, List.of(), 2 * ROOM)
                        .state()
                        .items())
                .isNotEmpty();
        assertThat(Grounding.of(state, request, null).state().items()).isNotEmpty();
        return state;
    }

    private static List<Entry> messages(IntFunction<String> text) {
        List<Message> all = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            all.add(Message.user(text.apply(i)));
        }
        return Entries.of(all);
    }

    /** A word for each number. */
    private static String name(int number) {
        StringBuilder name = new StringBuilder();
        for (int rest = number + 100; rest > 0; rest /= 60) {
            name.append("bdfgklmnprst".charAt(rest % 60 / 5)).append("aeiou".charAt(rest % 5));
        }
        return name.toString();
    }
}
