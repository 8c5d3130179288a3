package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a sentence says beside a value stays when another value takes its place. */
class SaidBesideTest {
    private static final int CAP = 1_000;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    The budget is 9,400 euros and I never want gas again.         | Correction: the budget is 8,900 euros, not 9,400.      | 9,400 euros and | never want gas again
                    The budget is 9,400 euros and I never want gas again.         | The budget is now 8,900 euros.                         | 9,400           | never want gas again
                    Das Budget ist 9.400 Euro und ich will nie wieder Gas.        | Korrektur: das Budget ist 8.900 Euro, nicht 9.400.     | 9.400 Euro und  | nie wieder Gas
                    Le budget est de 9400 euros et je ne veux plus jamais de gaz. | Correction : le budget est de 8900 euros, pas 9400.    | 9400 euros et   | plus jamais de gaz
                    El presupuesto es de 9400 euros y yo nunca más quiero gas.    | Corrección: el presupuesto es de 8900 euros, no 9400.  | 9400 euros y    | nunca más quiero gas
                    Il budget è di 9400 euro e io non voglio mai più il gas.      | Correzione: il budget è di 8900 euro, non 9400.        | 9400 euro e     | non voglio mai più
                    Het budget is 9400 euro en ik wil nooit meer gas.             | Correctie: het budget is 8900 euro, niet 9400.         | 9400 euro en    | nooit meer gas
                    O orçamento é de 9400 euros e eu nunca mais quero gás.        | Correção: o orçamento é de 8900 euros, não 9400.       | 9400 euros e    | nunca mais quero gás
                    Бюджет 9400 евро, и я никогда больше не хочу газ.             | Поправка: бюджет 8900 евро, а не 9400.                 | 9400 евро, и    | никогда больше не хочу газ
                    """)
    void whatIsSaidBesideAValueStays(String first, String later, String gone, String kept) {
        String state = Chats.text(Chats.compile(
                null,
                CAP,
                List.of(Message.user(first), Message.assistant("OK."), Message.user(later), Message.assistant("OK."))));

        assertThat(state).contains(kept).doesNotContain(gone);
    }
}
