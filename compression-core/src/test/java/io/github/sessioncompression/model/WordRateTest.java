package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.TokenOptions;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordRateTest {
    private static final MessageTokens FOUR_CHARACTERS =
            new MessageTokens(TokenCounter.characters(4.0), TokenOptions.defaults());
    private static final MessageTokens O200K = new MessageTokens(TokenCounter.o200k(), TokenOptions.defaults());

    private static double rate(MessageTokens tokens, Message... messages) {
        return WordRate.of(Entries.of(List.of(messages)), tokens);
    }

    @Test
    void countsWordsOfTheMessagesThemselves() {
        String text = "seven seven seven ".repeat(400);

        assertThat(rate(FOUR_CHARACTERS, Message.user(text), Message.assistant(text)))
                .isEqualTo(4.0 / 6, Offset.offset(0.02));
    }

    @Test
    void ignoresToolData() {
        Message data = Message.toolResult("1", "read", "a b c d e f ".repeat(2_000));

        assertThat(rate(FOUR_CHARACTERS, Message.user("seven ".repeat(100)), data))
                .isEqualTo(rate(FOUR_CHARACTERS, Message.user("seven ".repeat(100))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The order is due on Monday, and the customer wants it delivered to the shop in the old town. | 0.7 | 0.9",
                "Die Versandkostenrückerstattung wird wegen der Lieferverzögerung automatisch gutgeschrieben. | 0.3 | 0.6",
                "Заказ нужно доставить в понедельник утром, покупатель хочет получить его в магазине. | 0.3 | 0.75",
                "订单星期一到期，客户希望送到老城区的商店，请在早上九点以前送达。 | 0.4 | 0.9"
            })
    void followsTheLanguage(String text, double least, double most) {
        assertThat(rate(O200K, Message.user(text))).isBetween(least, most);
    }

    @Test
    void staysWithinBoundsForAnyText() {
        assertThat(rate(O200K)).isEqualTo(0.6);
        assertThat(rate(O200K, Message.user(""))).isEqualTo(0.6);
        assertThat(rate(O200K, Message.user("Zm9vYmFyYmF6cXV4".repeat(500)))).isEqualTo(0.3);
    }
}
