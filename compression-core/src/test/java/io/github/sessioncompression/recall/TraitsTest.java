package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import org.junit.jupiter.api.Test;

/** Score of a message that only asks. */
class TraitsTest {
    private static int share(String text) {
        LanguageProfile language =
                Languages.shared().detect(text, Languages.shared().unknown());
        return Traits.of(language, Message.user(text), text, IndexedWord.all(language, text))
                .asking();
    }

    @Test
    void aQuestionAboutTheOtherTellsNothing() {
        assertThat(share("Where did the heron nest?")).isEqualTo(Traits.ALL);
        assertThat(share("Where did the heron nest? And what did it eat?!")).isEqualTo(Traits.ALL);
        assertThat(share("鷺はどこに巣を作りましたか？")).isEqualTo(Traits.ALL);
    }

    @Test
    void aStatementTells() {
        assertThat(share("The heron nested behind the mill.")).isZero();
        assertThat(share("The heron nested behind the mill")).isZero();
        assertThat(share("See https://example.com/birds?page=2 for the heron.")).isZero();
        assertThat(share("")).isZero();
    }

    @Test
    void questionWithOwnStatementIsNoPureQuestion() {
        assertThat(share("I saw a heron behind the mill, can you tell me what herons eat?"))
                .isZero();
    }

    @Test
    void halfOfAMessageMayAsk() {
        assertThat(share("The heron nested behind the mill. Where do herons sleep in winter?"))
                .isBetween(3, 4);
    }

    @Test
    void ranksStatementBeforeQuestionWithSameWords() {
        CountingStore messages = new CountingStore();
        messages.append(
                "chat",
                Message.user("Behind which mill did the heron nest this spring?"),
                Message.user("It rained."),
                Message.user("It snowed."),
                Message.user("The roof is new."),
                Message.user("Behind the mill the heron nested late this spring."),
                Message.user("The wind was cold."),
                Message.user("The road is long."),
                Message.user("What heron, and behind which mill, this spring?"));

        assertThat(new MessageSearch(messages.store, RecallOptions.defaults())
                        .search("chat", "heron mill spring", 10, 600, MessageSearch.Filter.ALL)
                        .get(0)
                        .sequence())
                .isEqualTo(5);
    }

    @Test
    void aPageOfMarksTakesLinearTime() {
        assertThat(share("?!.".repeat(300_000) + "heron")).isZero();
        assertThat(share("heron? ".repeat(100_000))).isEqualTo(Traits.ALL);
        assertThat(share("heron" + "?x".repeat(300_000))).isZero();
    }
}
