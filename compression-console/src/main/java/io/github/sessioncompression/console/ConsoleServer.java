package io.github.sessioncompression.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.sessioncompression.option.Bounds;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The console on a server of its own, for applications without one: the JDK's {@link HttpServer} on a loopback address.
 *
 * <p>Daemon threads: {@value #MOST_THREADS} at most, which end when they are idle. {@link #close} ends open pages and frees the port.
 */
public final class ConsoleServer implements AutoCloseable {
    private static final int MOST_THREADS = 32;

    private final HttpServer server;
    private final ExecutorService threads;
    private final SessionConsole console;
    /** A permit is taken while an answer is written: HttpServer.stop waits for its whole delay even if nothing is. */
    private final Semaphore answering;

    private ConsoleServer(HttpServer server, ExecutorService threads, SessionConsole console, Semaphore answering) {
        this.server = server;
        this.threads = threads;
        this.console = console;
        this.answering = answering;
    }

    static ConsoleServer start(SessionConsole console, String host, int port) throws IOException {
        InetAddress address = InetAddress.getByName(host);
        if (!address.isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "host must be a loopback address such as 127.0.0.1, because the console's own server asks"
                            + " nobody who they are, but was '" + host + "'");
        }
        HttpServer server =
                HttpServer.create(new InetSocketAddress(address, Bounds.within("port", port, 0, 65_535)), 0);
        AtomicInteger names = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                MOST_THREADS, MOST_THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "session-compression-console-" + names.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(threads);
        Semaphore answering = new Semaphore(MOST_THREADS);
        server.createContext("/", exchange -> {
            answering.acquireUninterruptibly();
            try {
                answer(console, exchange);
            } finally {
                answering.release();
            }
        });
        server.start();
        return new ConsoleServer(server, threads, console, answering);
    }

    private static void answer(SessionConsole console, HttpExchange exchange) throws IOException {
        try (exchange) {
            URI uri = exchange.getRequestURI();
            ConsoleResponse response = console.handle(new ConsoleRequest(
                    exchange.getRequestMethod(),
                    uri.getRawPath(),
                    uri.getRawQuery(),
                    exchange.getRequestHeaders()::getFirst,
                    exchange.getRequestBody().readNBytes(ConsoleRequest.MAX_BODY + 1),
                    exchange.getPrincipal(),
                    () -> null));
            response.headers().forEach(exchange.getResponseHeaders()::set);
            ConsoleEvents events = response.events();
            int length = response.body().length;
            exchange.sendResponseHeaders(response.status(), events != null ? 0 : length == 0 ? -1 : length);
            if (events != null) {
                send(events, exchange.getResponseBody());
            } else if (length > 0) {
                exchange.getResponseBody().write(response.body());
            }
        }
    }

    private static void send(ConsoleEvents events, OutputStream page) throws IOException {
        try (events) {
            for (byte[] bytes = events.next(); bytes != null; bytes = events.next()) {
                page.write(bytes);
                page.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The page's address. */
    public URI address() {
        InetSocketAddress bound = server.getAddress();
        String host = bound.getAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort() + "/");
    }

    /** Ends open pages, waits a second at most for what is being answered, and frees the port. */
    @Override
    public void close() {
        console.close();
        try {
            if (answering.tryAcquire(MOST_THREADS, 1, TimeUnit.SECONDS)) {
                answering.release(MOST_THREADS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
        threads.shutdownNow();
    }
}
