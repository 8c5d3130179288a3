package io.github.sessioncompression.spring.boot.console;

import io.github.sessioncompression.console.ConsoleEvents;
import io.github.sessioncompression.console.ConsoleRequest;
import io.github.sessioncompression.console.ConsoleRequest.Csrf;
import io.github.sessioncompression.console.ConsoleResponse;
import io.github.sessioncompression.console.SessionConsole;
import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.util.ClassUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/** Passes requests of a reactive server to the console, which reads stores and so works on threads that may block. */
final class ReactiveConsole implements WebHandler {
    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.web.server.csrf.CsrfToken", ReactiveConsole.class.getClassLoader());

    private final SessionConsole console;
    private final String path;

    ReactiveConsole(SessionConsole console, String path) {
        this.console = console;
        this.path = path;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        Mono<Optional<Principal>> caller =
                exchange.getPrincipal().map(Optional::of).defaultIfEmpty(Optional.empty());
        Mono<Optional<Csrf>> csrf = SECURITY ? Security.csrf(exchange) : Mono.just(Optional.empty());
        return Mono.zip(body(exchange.getRequest()), caller, csrf)
                .flatMap(all -> Mono.fromCallable(() -> answer(
                                exchange.getRequest(),
                                all.getT1(),
                                all.getT2().orElse(null),
                                all.getT3().orElse(null)))
                        .subscribeOn(Schedulers.boundedElastic()))
                .flatMap(answer -> send(answer, exchange.getResponse()));
    }

    private static Mono<byte[]> body(ServerHttpRequest request) {
        return DataBufferUtils.join(request.getBody(), ConsoleRequest.MAX_BODY)
                .map(ReactiveConsole::bytes)
                .onErrorReturn(DataBufferLimitException.class, new byte[ConsoleRequest.MAX_BODY + 1])
                .defaultIfEmpty(new byte[0]);
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private ConsoleResponse answer(
            ServerHttpRequest request, byte[] body, @Nullable Principal caller, @Nullable Csrf csrf) {
        String uri = request.getURI().getRawPath();
        int start = uri.indexOf(path, request.getPath().contextPath().value().length());
        return console.handle(new ConsoleRequest(
                request.getMethod().name(),
                start < 0 ? uri : uri.substring(start + path.length()),
                request.getURI().getRawQuery(),
                request.getHeaders()::getFirst,
                body,
                caller,
                () -> csrf));
    }

    private static Mono<Void> send(ConsoleResponse answer, ServerHttpResponse response) {
        response.setStatusCode(HttpStatusCode.valueOf(answer.status()));
        answer.headers().forEach(response.getHeaders()::set);
        ConsoleEvents events = answer.events();
        if (events == null) {
            response.getHeaders().setContentLength(answer.body().length);
            return response.writeWith(Mono.just(response.bufferFactory().wrap(answer.body())));
        }
        Flux<DataBuffer> sent = Flux.<byte[]>generate(sink -> next(events, sink))
                .map(response.bufferFactory()::wrap)
                .doFinally(end -> events.close())
                .subscribeOn(Schedulers.boundedElastic());
        return response.writeAndFlushWith(sent.map(Mono::just));
    }

    private static void next(ConsoleEvents events, SynchronousSink<byte[]> sink) {
        try {
            byte[] bytes = events.next();
            if (bytes == null) {
                sink.complete();
            } else {
                sink.next(bytes);
            }
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            sink.complete();
        }
    }

    /** Used only if Spring Security is there. */
    private static final class Security {
        static Mono<Optional<Csrf>> csrf(ServerWebExchange exchange) {
            Mono<CsrfToken> token = exchange.getAttribute(CsrfToken.class.getName());
            return token == null
                    ? Mono.just(Optional.empty())
                    : token.map(found -> Optional.of(new Csrf(found.getHeaderName(), found.getToken())))
                            .defaultIfEmpty(Optional.empty());
        }
    }
}
