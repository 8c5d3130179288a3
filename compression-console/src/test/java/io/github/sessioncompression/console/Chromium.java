package io.github.sessioncompression.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.Proxy;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * The machine's own Chromium, one for all tests of a process; none is ever downloaded. What its windows ask of other machines goes to a proxy
 * that notes the request and answers nothing.
 */
public final class Chromium {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Queue<String> OUTSIDE = new ConcurrentLinkedQueue<>();

    private Chromium() {}

    /** Ends with the process. */
    private static final class Shared {
        static final int PROXY = proxy();
        static final Browser BROWSER = start(find().orElseThrow());
    }

    private static Browser start(Path executable) {
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setHeadless(true)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                // It would ask its maker about the fields of each form.
                                "--disable-features=AutofillServerCommunication,HttpsUpgrades,Translate",
                                "--disable-sync")));
        Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
        return browser;
    }

    private static int proxy() {
        try {
            @SuppressWarnings("resource") // ends with the process
            ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread thread = new Thread(() -> note(proxy), "proxy");
            thread.setDaemon(true);
            thread.start();
            return proxy.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void note(ServerSocket proxy) {
        while (true) {
            try (Socket socket = proxy.accept();
                    BufferedReader reader = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
                OUTSIDE.add(String.valueOf(reader.readLine()));
            } catch (IOException e) {
                OUTSIDE.add(String.valueOf(e));
            }
        }
    }

    /** Path of the browser, if installed. */
    public static Optional<Path> find() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator, -1))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** A window with an empty profile. */
    public static BrowserContext window(Browser.NewContextOptions options) {
        return Shared.BROWSER.newContext(
                options.setProxy(new Proxy("http://127.0.0.1:" + Shared.PROXY).setBypass("127.0.0.1")));
    }

    /** First lines of the requests to other machines. */
    static List<String> outside() {
        return List.copyOf(OUTSIDE);
    }
}
