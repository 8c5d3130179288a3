package io.github.sessioncompression.console;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.option.Bounds;
import java.io.IOException;
import java.security.Principal;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The console: a page that shows what the model sees of each chat, and why.
 *
 * <pre>{@code
 * try (ConsoleServer server = SessionConsole.start(compressor, 8090)) { // http://127.0.0.1:8090/
 *     …
 * }
 * }</pre>
 *
 * <p>Framework-free: {@link #handle} answers the requests of any HTTP server. By default it shows sizes, roles and ids, and changes nothing;
 * {@link Builder#contents} shows what was said, and {@link Builder#writes} permits actions. Safe for use by many threads.
 */
public final class SessionConsole implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SessionConsole.class);

    private final ConsoleSettings settings;
    private final EventLog events;
    private final AtomicReference<@Nullable SessionCompressor> compressor = new AtomicReference<>();

    private SessionConsole(ConsoleSettings settings) {
        this.settings = settings;
        this.events = new EventLog(settings.clock());
    }

    /** Begins to set up a console. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Shows a compressor's chats at {@code http://127.0.0.1:port/}, without contents and without actions.
     *
     * @param port 1 to 65,535, or 0 for a free one
     * @throws IOException if the port is taken
     */
    public static ConsoleServer start(SessionCompressor compressor, int port) throws IOException {
        return builder().start(compressor, port);
    }

    /** Shows the chats of {@code shown} from now on, and takes note of what it reports; without effect if there is a compressor already. */
    public void attach(SessionCompressor shown) {
        if (compressor.compareAndSet(null, Objects.requireNonNull(shown, "shown"))) {
            shown.inspection().addListener(events);
        }
    }

    /** Answers a request. Throws nothing but errors of the virtual machine. */
    public ConsoleResponse handle(ConsoleRequest request) {
        try {
            return new Routes(settings, events, compressor.get()).answer(request);
        } catch (Refusal refused) {
            return refused.response();
        } catch (RuntimeException e) {
            String failure = e.getClass().getSimpleName();
            log.warn("A request to the console failed with {} at {}.", failure, place(e));
            return new Refusal(500, "failed", failure).response();
        }
    }

    private static Object place(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length == 0 ? "an unknown place" : trace[0];
    }

    /** Ends the events of all open pages; the compressor is told of no more. */
    @Override
    public void close() {
        SessionCompressor shown = compressor.get();
        if (shown != null) {
            shown.inspection().removeListener(events);
        }
        events.close();
    }

    /**
     * The settings of a console.
     *
     * @param token asked for with each action; {@code null} if there are none
     * @param loopback true if requests must name a loopback host, because no other server stands before this one
     */
    record ConsoleSettings(
            boolean contents, @Nullable String token, ConsoleAccess access, InstantSource clock, boolean loopback) {
        boolean allows(@Nullable Principal caller, String chat) {
            return access.allows(caller, chat);
        }
    }

    /** Sets up a console. Not safe for use by many threads. */
    public static final class Builder {
        private boolean contents;
        private @Nullable String token;
        private ConsoleAccess access = (caller, chat) -> true;
        private InstantSource clock = InstantSource.system();

        private Builder() {}

        /** Shows what was said; {@code false} by default, which shows sizes, roles and ids. */
        public Builder contents(boolean shown) {
            contents = shown;
            return this;
        }

        /**
         * Permits actions to those who have the token; by default there are none.
         *
         * @param newToken 16 to 256 characters
         * @throws IllegalArgumentException if {@code newToken} is shorter or longer
         */
        public Builder writes(String newToken) {
            Bounds.within("token's length", newToken.length(), 16, 256);
            token = newToken;
            return this;
        }

        /** Decides who may see which chat; by default everybody whom the server lets through may see all. */
        public Builder access(ConsoleAccess newAccess) {
            access = Objects.requireNonNull(newAccess, "access");
            return this;
        }

        /** The clock of the event log: for tests without real time. */
        Builder clock(InstantSource newClock) {
            clock = newClock;
            return this;
        }

        /** Builds a console for a server of the application's; it shows nothing before {@link SessionConsole#attach}. */
        public SessionConsole build() {
            return new SessionConsole(new ConsoleSettings(contents, token, access, clock, false));
        }

        /**
         * Starts a server of its own on a loopback address of this machine, without any login.
         *
         * @param port 1 to 65,535, or 0 for a free one
         * @throws IOException if the port is taken
         */
        public ConsoleServer start(SessionCompressor compressor, int port) throws IOException {
            return start(compressor, "127.0.0.1", port);
        }

        /**
         * Starts a server of its own, as {@link #start(SessionCompressor, int)} does.
         *
         * @param host a loopback address or a name of one
         * @throws IllegalArgumentException if {@code host} is anything else, since the server asks nobody who they are
         * @throws IOException if the port is taken
         */
        public ConsoleServer start(SessionCompressor compressor, String host, int port) throws IOException {
            SessionConsole console = new SessionConsole(new ConsoleSettings(contents, token, access, clock, true));
            ConsoleServer server = ConsoleServer.start(console, host, port);
            console.attach(compressor);
            return server;
        }
    }
}
