package io.github.sessioncompression.spring.boot.console;

import io.github.sessioncompression.console.ConsoleEvents;
import io.github.sessioncompression.console.ConsoleRequest;
import io.github.sessioncompression.console.ConsoleRequest.Csrf;
import io.github.sessioncompression.console.ConsoleResponse;
import io.github.sessioncompression.console.SessionConsole;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.util.ClassUtils;
import org.springframework.web.HttpRequestHandler;

/** Passes requests of a servlet container to the console. An open page has a daemon thread of its own and none of the container's. */
final class ServletConsole implements HttpRequestHandler {
    private static final Logger log = LoggerFactory.getLogger(ServletConsole.class);
    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.web.csrf.CsrfToken", ServletConsole.class.getClassLoader());

    private final SessionConsole console;
    private final String path;

    ServletConsole(SessionConsole console, String path) {
        this.console = console;
        this.path = path;
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String uri = request.getRequestURI().substring(request.getContextPath().length());
        int start = uri.indexOf(path); // after the dispatcher's own path, if it has one
        ConsoleResponse answer = console.handle(new ConsoleRequest(
                request.getMethod(),
                start < 0 ? uri : uri.substring(start + path.length()),
                request.getQueryString(),
                request::getHeader,
                request.getInputStream().readNBytes(ConsoleRequest.MAX_BODY + 1),
                request.getUserPrincipal(),
                () -> SECURITY ? Security.csrf(request) : null));
        response.setStatus(answer.status());
        answer.headers().forEach(response::setHeader);
        ConsoleEvents events = answer.events();
        if (events == null) {
            response.setContentLength(answer.body().length);
            response.getOutputStream().write(answer.body());
        } else {
            send(events, request, response);
        }
    }

    private static void send(ConsoleEvents events, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try {
            response.flushBuffer(); // on the container's thread, because filters add headers up to here
            AsyncContext page = request.startAsync(request, response);
            page.setTimeout(0);
            page.addListener(new ClosedPage());
            Thread thread = new Thread(() -> write(events, page), "session-compression-console");
            thread.setDaemon(true);
            thread.start();
        } catch (IOException | RuntimeException e) {
            events.close(); // else the page would count as open for ever
            throw e;
        }
    }

    private static void write(ConsoleEvents events, AsyncContext page) {
        try (events) {
            OutputStream out = page.getResponse().getOutputStream();
            for (byte[] bytes = events.next(); bytes != null; bytes = events.next()) {
                out.write(bytes);
                out.flush();
            }
            page.complete();
        } catch (IOException | IllegalStateException closed) {
            // The container ends the request of a page that was closed.
            log.debug("A page of the console was closed: {}.", closed.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the request of a page that was closed, which the container would pass to the application's error page. */
    private static final class ClosedPage implements AsyncListener {
        @Override
        public void onError(AsyncEvent event) {
            event.getAsyncContext().complete();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            event.getAsyncContext().complete();
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    /** Used only if Spring Security is there. */
    private static final class Security {
        static @Nullable Csrf csrf(HttpServletRequest request) {
            return request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token
                    ? new Csrf(token.getHeaderName(), token.getToken())
                    : null;
        }
    }
}
