package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model's state does not go on telling a value that was given anew. */
class OutdatedValuesTest {
    private static final StateSchema SCHEMA = StateSchema.session();

    private static List<String> left(String before, String told, String... said) {
        StateDocument previous = before.isEmpty()
                ? null
                : StateDocument.ofTexts(SCHEMA, Map.of("logos", List.of(before)), StateItem.Writer.RULES);
        List<Message> messages = new ArrayList<>();
        for (String text : said) {
            messages.add(Message.user(text));
            messages.add(Message.assistant("OK."));
        }
        StateDocument state =
                StateDocument.ofTexts(SCHEMA, Map.of("logos", List.of(told, "42 jars")), StateItem.Writer.MODEL);
        CompileRequest request = new CompileRequest(SCHEMA, Entries.of(messages), previous, null, 2_000);
        return Grounding.of(state, request, null).state().texts("logos");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    My locker code is B-4417. | My locker code is C-9032. There are 42 jars in the yard. | The user's locker code is B-4417.
                    The kitchen ceiling is 4200 euros. | The kitchen ceiling is 3900 euros. There are 42 jars in the yard. | For the kitchen they may spend €4,200.
                    The choir rehearsal is on Tuesday. | The choir rehearsal is on Thursday. There are 42 jars in the yard. | The choir has a rehearsal on Tuesday.
                    Our landlord is Peter Hollis. | Our landlord is Maria Quint. There are 42 jars in the yard. | Their landlord is Peter Hollis.
                    Das Budget für die Küche beträgt 8000 Euro. | Das Budget für die Küche beträgt 7500 Euro. Im Hof gibt es 42 jars. | Küche: Budget 8.000 €
                    厨房预算是8000元。 | 厨房预算是7500元。院子里有42 jars。 | 厨房预算8000元
                    """)
    void anOldValueGoes(String first, String later, String told) {
        assertThat(left("", told, first, later)).containsExactly("42 jars");
        assertThat(left("User: " + first.replaceAll("[.。]$", ""), told, "Der Hof ist groß, the yard is large.", later))
                .as("over a compression")
                .containsExactly("42 jars");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    My locker code is B-4417. | My locker code is C-9032. There are 42 jars in the yard. | The user's locker code is C-9032.
                    My locker code is B-4417. | My locker code is C-9032. There are 42 jars in the yard. | The locker code was changed from B-4417 to C-9032.
                    My locker code is B-4417. | The garage code is C-9032. There are 42 jars in the yard. | The user's locker code is B-4417.
                    The kitchen ceiling is 4200 euros. | The kitchen ceiling is 3900 euros. The garden ceiling is 4200 euros. There are 42 jars in the yard. | The garden ceiling is 4200 euros.
                    The kitchen ceiling is 4200 euros. | The kitchen ceiling is 3900 euros. The roof took 4200 nails. There are 42 jars in the yard. | The roof took 4200 nails.
                    The kitchen ceiling is 4200 euros. | The kitchen ceiling is 3900 euros. The kitchen ceiling is 4200 euros. There are 42 jars in the yard. | The kitchen ceiling is 4200 euros.
                    """)
    void whatElseIsToldStays(String first, String later, String told) {
        assertThat(left("", told, first, later)).containsExactly(told, "42 jars");
    }
}
