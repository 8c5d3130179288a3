package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore.Append;
import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PgBouncer in transaction mode, if Debian's package pgbouncer is installed. */
@Tag("landing")
@Timeout(120)
class PgBouncerTest {
    private static final String PREFIX = "bounced_";

    private String url = "";
    private Process bouncer;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(isInstalled(), "pgbouncer is not installed");
        Matcher server = Pattern.compile("//[^:/]+:(\\d+)/").matcher(PostgreSql.url());
        assertThat(server.find()).isTrue();
        int port = freePort();
        Path folder = Files.createTempDirectory(
                "pgbouncer", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Path settings = Files.writeString(
                folder.resolve("pgbouncer.ini"),
                """
                [databases]
                * = host=127.0.0.1 port=%s user=postgres
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 3
                ignore_startup_parameters = extra_float_digits
                """
                        .formatted(server.group(1), port));
        List<String> command = new ArrayList<>(List.of("pgbouncer"));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(settings.toString());
        bouncer = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        awaitPort(port);
        url = PostgreSql.url().replaceFirst("//[^:/]+:\\d+/", "//127.0.0.1:" + port + "/");
    }

    @AfterEach
    void stop() throws Exception {
        if (bouncer != null) {
            bouncer.destroyForcibly().waitFor();
            try (WatchedPool pool = new WatchedPool(PostgreSql.url())) {
                pool.execute(Schema.statements(Schema.script(Dialect.POSTGRESQL, 'U'), PREFIX)
                        .toArray(String[]::new));
            }
        }
    }

    private static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "pgbouncer")));
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitPort(int port) throws Exception {
        boolean listens = false;
        while (!listens) {
            assertThat(bouncer.isAlive()).as("pgbouncer runs").isTrue();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                listens = socket.isConnected();
            } catch (java.net.ConnectException e) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void isRecognisedWhenBuilt() throws Exception {
        try (WatchedPool direct = new WatchedPool(PostgreSql.url());
                WatchedPool bounced = new WatchedPool(url);
                WatchedPool unprepared = new WatchedPool(url + "&prepareThreshold=0");
                Warnings warnings = new Warnings()) {
            JdbcSessionStore.builder(direct).tablePrefix(PREFIX).build();
            JdbcSessionStore.builder(unprepared).tablePrefix(PREFIX).build();
            assertThat(warnings.lines()).isEmpty();

            JdbcSessionStore.builder(bounced).tablePrefix(PREFIX).build();

            assertThat(warnings.lines()).singleElement().asString().contains("PgBouncer", "prepareThreshold=0");
        }
    }

    @Test
    void turnsDoNotFailWithoutPreparedStatements() throws Exception {
        try (WatchedPool pool = new WatchedPool(url + "&prepareThreshold=0")) {
            JdbcSessionStore store =
                    JdbcSessionStore.builder(pool).tablePrefix(PREFIX).build();
            ExecutorService threads = Executors.newFixedThreadPool(6);
            List<Future<?>> chats = new ArrayList<>();
            for (int chat = 0; chat < 6; chat++) {
                String id = "chat " + chat;
                chats.add(threads.submit(() -> {
                    for (int i = 1; i <= 40; i++) {
                        List<Entry> entry = List.of(new Entry(i, Message.user("said " + i), 1));
                        assertThat(store.append(id, "life", i - 1, "key " + i, entry))
                                .isEqualTo(Append.ADDED);
                        assertThat(store.head(id)).isPresent();
                    }
                }));
            }
            for (Future<?> chat : chats) {
                chat.get();
            }
            threads.shutdown();
            assertThat(store.load("chat 5", 0, 100)).hasSize(40);
        }
    }
}
