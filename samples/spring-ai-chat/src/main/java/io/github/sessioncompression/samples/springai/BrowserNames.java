package io.github.sessioncompression.samples.springai;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.WebUtils;

/** Gives each browser a name that nobody can guess, in a cookie that outlasts this process: its chats begin with it. */
@Component
class BrowserNames extends OncePerRequestFilter {
    private static final String COOKIE = "browser";
    private static final Duration KEPT = Duration.ofDays(365);
    private static final int LENGTH = 36;

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpSession session = request.getSession();
        if (session.getAttribute(COOKIE) == null) {
            Cookie cookie = WebUtils.getCookie(request, COOKIE);
            String known = cookie == null ? "" : Objects.requireNonNullElse(cookie.getValue(), "");
            String name = known.matches("[0-9a-f-]{" + LENGTH + "}")
                    ? known
                    : UUID.randomUUID().toString();
            session.setAttribute(COOKIE, name);
            response.addHeader(
                    HttpHeaders.SET_COOKIE,
                    ResponseCookie.from(COOKIE, name)
                            .path("/")
                            .httpOnly(true)
                            .sameSite("Strict")
                            .maxAge(KEPT)
                            .build()
                            .toString());
        }
        chain.doFilter(request, response);
    }

    /** That of the browser that has the session. */
    static String of(HttpSession session) {
        return String.valueOf(session.getAttribute(COOKIE));
    }
}
