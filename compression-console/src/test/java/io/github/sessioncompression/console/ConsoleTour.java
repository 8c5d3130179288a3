package io.github.sessioncompression.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.model.StructuredModel;

/** A chat of forty turns as a reader follows it on the page, on whatever server; the last seven of its tool results are long. */
public final class ConsoleTour {
    private final ConsoleWindow window;
    private final Page page;
    private final Conversation chat;
    private final String token;

    /** Of a chat without messages, in a window of 8,000 tokens with {@link #model} and {@code sync}. */
    public ConsoleTour(ConsoleWindow window, Conversation chat, String token) {
        this.window = window;
        this.page = window.page();
        this.chat = chat;
        this.token = token;
    }

    /** The stub that compresses. */
    public static StructuredModel model() {
        return GardenShop::compress;
    }

    /** All of it. */
    public void walk() {
        barCrossesAndCompressionAppears();
        comparesStates();
        opensAnOriginal();
        searchesAndPins();
        rollsBack();
        resumes();
    }

    private void go(String tab) {
        window.go("chat/" + chat.id().replace("/", "%2F") + "/" + tab);
    }

    private void barCrossesAndCompressionAppears() {
        chat.append(GardenShop.system());
        GardenShop.talk(chat, 1, 1, GardenShop.SENTENCES);
        go("compressions");
        window.see(".empty", "Nothing was compressed yet.");
        window.see(".live", "live");
        int turn = 2;
        for (; chat.status().contextTokens() < chat.policy().triggerTokens(); turn++) {
            chat.append(GardenShop.turn(turn, 12));
        }
        window.see("[role=meter][class*=over]", "");
        GardenShop.talk(chat, turn, 33, GardenShop.SENTENCES);
        window.see(".compression h3", "Compression");
        window.see("[role=meter]:not([class*=over])", "");
    }

    private void comparesStates() {
        page.locator(".compression details[data-key^=diff] summary").first().click();
        window.see(".diff li", "");
        page.locator(".compression details[data-key^=state] summary").first().click();
        page.locator(".sources a").last().click();
        window.see(".message:focus", "");
    }

    private void opensAnOriginal() {
        GardenShop.talk(chat, 34, 40, 60);
        chat.prune();
        page.locator("#call [data-key^=original]").first().click();
        window.see("dialog .original", "The parcel was scanned at each stop");
        page.keyboard().press("Escape");
    }

    private void searchesAndPins() {
        page.locator("[data-key=search]").fill("wheelbarrow");
        page.keyboard().press("Enter");
        window.see(".hits mark", "wheelbarrow");
        page.locator(".hits a").first().click();
        window.see(".message:focus", "wheelbarrow");
        Locator found = page.locator(".message:focus");
        long sequence = Long.parseLong(found.getAttribute("id").substring(1));
        page.locator("#m" + sequence + " [data-key^=pin]").click();
        window.giveToken(token);
        window.see("#m" + sequence + " .chip", "pinned");
        assertThat(chat.pins()).extracting(entry -> entry.sequence()).containsExactly(sequence);
    }

    private void rollsBack() {
        long version = chat.record().orElseThrow().version();
        page.locator("[data-key=tab-compressions]").click();
        page.locator("[data-key^=rollback]").last().click();
        window.confirm("Rolled back.");
        assertThat(chat.record().orElseThrow().version()).isGreaterThan(version);
    }

    private void resumes() {
        page.locator("[data-key=do-start]").click();
        window.confirm("Started.");
        GardenShop.talk(chat, 41, 41, GardenShop.SENTENCES);
        page.locator("[data-key=tab-sessions]").click();
        page.locator("[data-key^=resume]").first().click();
        window.confirm("Resumed.");
        assertThat(chat.sessions().current().id()).isEqualTo("1");
        window.see(".session.current b", "1");
    }
}
