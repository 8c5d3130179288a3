package io.github.sessioncompression.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * A window of the browser before a console. What the page's script complains of, and any request to another machine, fails {@link #close}.
 * {@code -Dconsole.pictures=FOLDER} writes pictures of its views.
 */
public final class ConsoleWindow implements AutoCloseable {
    private final URI address;
    private final BrowserContext context;
    private final Page page;
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final Set<String> hosts = ConcurrentHashMap.newKeySet();

    /** Opens it; {@code options} name its size, its language and what it sends with each request. */
    public ConsoleWindow(URI address, Browser.NewContextOptions options) {
        this.address = address;
        context = Chromium.window(options);
        page = context.newPage();
        page.onPageError(faults::add);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                faults.add(message.text());
            }
        });
        page.onRequest(request -> hosts.add(URI.create(request.url()).getHost()));
    }

    /** What it shows. */
    public Page page() {
        return page;
    }

    /** Opens a view of the console by what follows the hash in its address. */
    public void go(String hash) {
        page.navigate(address + "#/" + hash);
        see("main h1", "");
    }

    /** Waits until an element with the text is visible; sooner done than an assertion, which looks once a second. */
    public void see(String selector, String text) {
        page.locator(selector, new Page.LocatorOptions().setHasText(text))
                .first()
                .waitFor();
    }

    /** First a token that is wrong, then the right one. */
    void giveToken(String token) {
        page.locator("dialog input").fill("not the right token");
        page.locator("dialog button.main").click();
        see("dialog .bad", "The token is not right.");
        faults.removeIf(fault -> fault.contains("403"));
        page.locator("dialog input").fill(token);
        page.keyboard().press("Enter");
    }

    /** Confirms what the page asks, and waits until it says what became of it. */
    void confirm(String said) {
        page.locator("dialog button.main").click();
        see("#status", said);
    }

    /** Writes a picture, if pictures are wanted. */
    public void picture(String name) {
        write(name, file -> page.screenshot(new Page.ScreenshotOptions().setPath(file)));
    }

    /** The same of one element. */
    void picture(String name, Locator part) {
        write(name, file -> part.screenshot(new Locator.ScreenshotOptions().setPath(file)));
    }

    private void write(String name, Consumer<Path> picture) {
        String folder = System.getProperty("console.pictures", "");
        if (!folder.isEmpty()) {
            page.waitForTimeout(600);
            picture.accept(Path.of(folder, name + ".png"));
        }
    }

    @Override
    public void close() {
        context.close();
        assertThat(List.copyOf(faults)).isEmpty();
        assertThat(hosts).isSubsetOf("127.0.0.1");
        assertThat(Chromium.outside()).isEmpty();
    }
}
