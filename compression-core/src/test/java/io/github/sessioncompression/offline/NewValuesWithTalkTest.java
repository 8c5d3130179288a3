package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value that is said to be new takes the old one's place whatever else its sentence goes on with, unless that says what it is of. */
class NewValuesWithTalkTest {
    private static String state(String first, String later) {
        return text(compile(
                null,
                400,
                List.of(Message.user(first), Message.assistant("OK."), Message.user(later), Message.assistant("OK."))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            My budget is 2,000 euros. | The budget is now 2,300 euros, my mother-in-law helps. | 2,000 | 2,300
            My budget is 2,000 euros. | The budget is 2,300 euros now, she pays for the flowers. | 2,000 | 2,300
            Mein Budget ist 2.000 Euro. | Das Budget ist jetzt 2.300 Euro, meine Schwiegermutter hilft. | 2.000 | 2.300
            Mon budget est de 2 000 euros. | Le budget est maintenant de 2 300 euros, ma belle-mère nous aide. | 2 000 | 2 300
            Mi presupuesto es de 2.000 euros. | El presupuesto ahora es de 2.300 euros, mi suegra ayuda. | 2.000 | 2.300
            Il mio budget è di 2.000 euro. | Il budget ora è di 2.300 euro, mia suocera ci aiuta. | 2.000 | 2.300
            Mijn budget is 2.000 euro. | Het budget is nu 2.300 euro, mijn schoonmoeder helpt. | 2.000 | 2.300
            O meu orçamento é de 2.000 euros. | O orçamento agora é de 2.300 euros, a minha sogra ajuda. | 2.000 | 2.300
            Мой бюджет — 2000 евро. | Бюджет теперь 2300 евро, моя тёща помогает. | 2000 | 2300
            预算是12000元。 | 预算也加到15000元。 | 12000 | 15000
            予算は12000円です。 | 予算も15000円に増えました。 | 12000 | 15000
            """)
    void theOldValueGoes(String first, String later, String old, String now) {
        assertThat(state(first, later)).contains(now).doesNotContain(old);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            The deposit is 2,000 euros. | The rent is now 2,300 euros, my mother helps. | 2,000
            O orçamento é de 2.000 euros. | O orçamento agora é de 300 euros, o das flores. | 2.000
            Il budget è di 2.000 euro. | Il budget ora è di 300 euro, quello dei fiori. | 2.000
            El presupuesto es de 2.000 euros. | El presupuesto ahora es de 300 euros, el de las flores. | 2.000
            Le budget est de 2 000 euros. | Le budget est maintenant de 300 euros, celui des fleurs. | 2 000
            Het budget is 2.000 euro. | Het budget is nu 300 euro, dat voor de bloemen. | 2.000
            Das Budget ist 2.000 Euro. | Das Budget ist jetzt 300 Euro, das für die Blumen. | 2.000
            预算是12000元。 | 房租也加到15000元。 | 12000
            予算は12000円です。 | 家賃も15000円に増えました。 | 12000
            """)
    void whatIsOfAnotherStays(String first, String later, String stays) {
        assertThat(state(first, later)).contains(stays);
    }
}
