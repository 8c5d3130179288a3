package io.github.sessioncompression.samples.springai;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.SelectOption;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.SentMessage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Features of the page beyond one successful chat. */
@Tag("landing")
class ChatsInTheBrowserTest extends PageContract {
    private Locator chats() {
        return page.locator("#chats option");
    }

    @Test
    void showsChatAfterReload() {
        talks("All **right**.");
        say("My name is Ada.");
        awaitAnswer(0, "All right.");
        page.reload();
        assertThat(page.locator("#messages .user")).hasText("My name is Ada.");
        awaitAnswer(0, "All right.");
        assertThat(page.locator("#messages .assistant strong")).hasText("right");
        say("Who am I?");
        awaitAnswer(1, "All right.");
        assertThat(server.lastSent().allText()).contains("Ada");
    }

    @Test
    void goesFromOneChatToAnotherAndBack() {
        say("My name is Ada.");
        awaitAnswer(0, "All right.");
        page.locator("#new").click();
        assertThat(page.locator("#messages li")).hasCount(0);
        say("I sell soil.\nAnd seeds.");
        awaitAnswer(0, "All right.");
        assertThat(chats()).hasText(new String[] {"I sell soil.", "My name is Ada."});
        page.locator("#chats").selectOption(new SelectOption().setLabel("My name is Ada."));
        assertThat(page.locator("#messages .user")).hasText("My name is Ada.");
        say("Who am I?");
        awaitAnswer(1, "All right.");
        assertThat(server.lastSent().allText()).contains("Ada").doesNotContain("soil");

        page.onDialog(Dialog::accept);
        page.locator("#delete").click();
        assertThat(page.locator("#messages .user")).hasText(new String[] {"I sell soil. And seeds."});
        assertThat(chats()).hasText(new String[] {"I sell soil."});
    }

    @Test
    void showsMarkdown() {
        talks(
                """
                # Soil

                - **two** bags
                - `one` rake

                ```
                rm <all>
                ```

                | a | b |
                |---|---|
                | 1 | 2 |

                [here](https://example.org/a) ![a picture](https://example.org/b.png) [not here](javascript:alert)
                """);
        say("What do I need?");
        awaitAnswer(0, "two bags");
        Locator answer = answers().first();
        assertThat(answer.locator("h1")).hasText("Soil");
        assertThat(answer.locator("li")).hasText(new String[] {"two bags", "one rake"});
        assertThat(answer.locator("pre code")).hasText("rm <all>");
        assertThat(answer.locator("td")).hasText(new String[] {"1", "2"});
        assertThat(answer.locator("a[href]")).hasText(new String[] {"here", "a picture"});
        assertThat(answer.locator("a").first()).hasAttribute("rel", "noopener noreferrer");
        assertThat(answer.locator("img")).hasCount(0);
    }

    @Test
    void copiesAnAnswerAsItWasWritten() {
        window.grantPermissions(List.of("clipboard-read", "clipboard-write"));
        talks("All **right**.");
        say("Hello");
        awaitAnswer(0, "All right.");
        page.locator(".copy").click();
        assertThat(page.locator(".copy")).hasText("Copied");
        assertThat(page.evaluate("navigator.clipboard.readText()")).isEqualTo("All **right**.");
    }

    @Test
    void reportsEmptyAnswerAndRetries() {
        server.next(Reply.text(""));
        say("Hello?");
        assertThat(page.locator("#messages .remark")).containsText("The model gave an empty answer.", PATIENTLY);
        page.locator(".again").click();
        awaitAnswer(0, "All right.");
        assertThat(page.locator("#messages .remark")).hasCount(0);
        assertThat(page.locator("#messages .user")).hasCount(1);
        List<SentMessage> messages = server.lastSent().messages();
        assertThat(messages).extracting(SentMessage::text).containsExactly("Hello?");
    }

    @Test
    void reportsRefusalOfModel() {
        server.next(Reply.text("").ended(Reply.End.FILTERED));
        say("Hello?");
        assertThat(page.locator("#messages .remark")).containsText("The model refused to answer this.", PATIENTLY);
        say("Something else?");
        awaitAnswer(0, "All right.");
        assertThat(page.locator(".again")).hasCount(0);
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void asksAgainAfterAFailure() {
        server.next(new Reply.Failure(503, "Overloaded"));
        say("Hello?");
        assertThat(page.locator("#messages .failed"))
                .containsText("The provider has a problem of its own: try again later.", PATIENTLY);
        page.locator(".again").click();
        awaitAnswer(0, "All right.");
        assertThat(server.lastSent().messages()).extracting(SentMessage::text).containsExactly("Hello?");
        assertThat(page.locator("#messages .failed")).hasCount(0);
    }

    @Test
    void offersToAskAgainAfterAReload() {
        server.next(new Reply.Failure(503, "Overloaded"));
        say("Hello?");
        assertThat(page.locator("#messages .failed")).containsText("problem of its own", PATIENTLY);
        page.reload();
        assertThat(page.locator("#messages .remark")).containsText("There was no answer.", PATIENTLY);
        page.locator(".again").click();
        awaitAnswer(0, "All right.");
        assertThat(server.lastSent().messages()).extracting(SentMessage::text).containsExactly("Hello?");
    }

    @Test
    void fitsAVeryNarrowScreenWithTheMemoryOpen() {
        page.setViewportSize(320, 568);
        talks("W".repeat(200) + "\n\n|" + "wide|".repeat(30) + "\n|" + "-|".repeat(30));
        say("W".repeat(200));
        awaitAnswer(0, "WWW");
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(320);
        page.locator("summary").click();
        assertThat(page.locator("#compress")).isInViewport();
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(320);
        page.locator("summary").click();
        assertThat(page.locator("#send")).isInViewport();
        assertThat(page.locator("#new")).isInViewport();
        assertThat(page.evaluate("document.getElementById('scroll').clientHeight > 150"))
                .isEqualTo(true);
    }
}
