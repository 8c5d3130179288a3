package io.github.sessioncompression.stub;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.stub.Reply.Answer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A provider on a free local port: answers as it is told and keeps what it was sent.
 *
 * <p>Replies that were put in line by {@link #next} come first, each once; then {@link #answers} decides. Safe for use by
 * many threads.
 */
public abstract class ProviderStub implements AutoCloseable {
    private static final int THREADS = 80;
    private static final long STOP_MILLIS = 50;
    private static final int PIECES = 20;

    private final WireMockServer server;
    private final String url;
    private final Object lock = new Object();
    private final Deque<Reply> line = new ArrayDeque<>();
    private final List<Sent> sent = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private Function<Sent, Reply> script = request -> Reply.text("All right.");

    /** Starts it. */
    @SuppressWarnings("this-escape")
    protected ProviderStub() {
        server = new WireMockServer(WireMockConfiguration.options()
                .dynamicPort()
                .jettyStopTimeout(STOP_MILLIS)
                .containerThreads(THREADS)
                .disableRequestJournal()
                .http2PlainDisabled(true)
                .extensions(new Answering()));
        server.stubFor(any(anyUrl()).willReturn(ok()));
        server.start();
        url = server.baseUrl();
    }

    /** The address without a path, such as {@code http://localhost:49152}; nobody answers there after {@link #close}. */
    public final String url() {
        return url;
    }

    /** The address a client of this provider takes as its base URL. */
    public abstract String baseUrl();

    /** Answers every request by {@code newScript} from now on. */
    public final void answers(Function<Sent, Reply> newScript) {
        synchronized (lock) {
            script = newScript;
        }
    }

    /** Answers every request with {@code reply} from now on. */
    public final void answers(Reply reply) {
        answers(request -> reply);
    }

    /** Puts replies in line, each for one request. */
    public final void next(Reply... replies) {
        synchronized (lock) {
            line.addAll(List.of(replies));
        }
    }

    /** The requests so far, in order, refused ones included. */
    public final List<Sent> sent() {
        synchronized (lock) {
            return List.copyOf(sent);
        }
    }

    /** The last request. */
    public final Sent lastSent() {
        synchronized (lock) {
            return sent.get(sent.size() - 1);
        }
    }

    /** Why requests were refused of this stub's own accord, in order; empty if none was. */
    public final List<String> refusals() {
        synchronized (lock) {
            return List.copyOf(refusals);
        }
    }

    /** Forgets the requests so far, and the replies that are still in line. */
    public final void forget() {
        synchronized (lock) {
            line.clear();
            sent.clear();
            refusals.clear();
        }
    }

    @Override
    public final void close() {
        server.stop();
    }

    /** Reads a request of this provider; throws what it likes for one that cannot be read. */
    abstract Sent read(String path, String raw, Map<String, @Nullable Object> body);

    /** Provider's objection to a request; empty if it is valid. */
    Optional<String> objection(Sent request, @Nullable Sent before) {
        return Optional.empty();
    }

    /** The body of an answer that is not streamed. */
    abstract String body(Answer answer, Sent request, @Nullable Sent before);

    /** The body of a streamed answer. */
    abstract String stream(Answer answer, Sent request, @Nullable Sent before);

    /** The type of a streamed body. */
    String streamType() {
        return "text/event-stream";
    }

    /** The body of an error. */
    abstract String error(int status, String message);

    /** Provider's refusal of a response schema. */
    abstract String schemaRefusal();

    private ResponseDefinition respond(Request request) {
        String path = URI.create(request.getUrl()).getPath();
        if (!request.getMethod().equals(RequestMethod.POST)) {
            return failure(404, "there is no " + request.getMethod() + " " + path);
        }
        Sent arrived;
        try {
            String raw = request.getBodyAsString();
            arrived = read(path, raw, Json.parseObject(raw));
        } catch (JsonSyntaxException
                | ClassCastException
                | NullPointerException
                | IllegalArgumentException unreadable) {
            String why = "the request cannot be read: " + unreadable;
            synchronized (lock) {
                refusals.add(why);
            }
            return failure(400, why);
        }
        Sent before;
        Reply reply;
        synchronized (lock) {
            before = sent.isEmpty() ? null : sent.get(sent.size() - 1);
            sent.add(arrived);
            Optional<String> objection = objection(arrived, before);
            if (objection.isPresent()) {
                refusals.add(objection.get());
                return failure(400, objection.get());
            }
            reply = line.poll();
        }
        return render(reply != null ? reply : currentScript().apply(arrived), arrived, before, Duration.ZERO);
    }

    private Function<Sent, Reply> currentScript() {
        synchronized (lock) {
            return script;
        }
    }

    private ResponseDefinition render(Reply reply, Sent request, @Nullable Sent before, Duration delay) {
        if (reply instanceof Reply.Late late) {
            return render(late.reply(), request, before, delay.plus(late.delay()));
        }
        if (reply instanceof Reply.Slow slow) {
            return ResponseDefinitionBuilder.like(render(slow.reply(), request, before, delay))
                    .withChunkedDribbleDelay(PIECES, (int) slow.duration().toMillis())
                    .build();
        }
        ResponseDefinitionBuilder response = ResponseDefinitionBuilder.responseDefinition();
        if (reply instanceof Answer answer) {
            response.withStatus(200)
                    .withHeader("Content-Type", request.streaming() ? streamType() : "application/json")
                    .withBody(request.streaming() ? stream(answer, request, before) : body(answer, request, before));
        } else if (reply instanceof Reply.Failure failure) {
            error(response, failure.status(), failure.message());
        } else if (reply instanceof Reply.SchemaRefused) {
            error(response, 400, schemaRefusal());
        } else if (reply instanceof Reply.Raw raw) {
            response.withStatus(raw.status())
                    .withHeader("Content-Type", "application/json")
                    .withBody(raw.body());
        } else {
            response.withFault(Fault.CONNECTION_RESET_BY_PEER);
        }
        if (!delay.isZero()) {
            response.withFixedDelay((int) delay.toMillis());
        }
        return response.build();
    }

    private ResponseDefinition failure(int status, String message) {
        ResponseDefinitionBuilder response = ResponseDefinitionBuilder.responseDefinition();
        error(response, status, message);
        return response.build();
    }

    private void error(ResponseDefinitionBuilder response, int status, String message) {
        response.withStatus(status)
                .withHeader("Content-Type", "application/json")
                .withBody(error(status, message));
    }

    /** Lets the stub answer in WireMock's place. */
    private final class Answering implements ResponseDefinitionTransformerV2 {
        @Override
        public ResponseDefinition transform(ServeEvent event) {
            return respond(event.getRequest());
        }

        @Override
        public String getName() {
            return "provider-stub";
        }
    }
}
