package io.github.sessioncompression.store.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The MariaDB server of Debian's package mariadb-server-core, one for all tests of a process; it ends with the process, as root or not. */
final class MariaDb {
    private static final String URL = start();

    private MariaDb() {}

    /** JDBC URL of the server. */
    static String url() {
        return URL;
    }

    private static String start() {
        String user = "--user=" + System.getProperty("user.name");
        try {
            Path data = Files.createTempDirectory("mariadb");
            String dataDir = "--datadir=" + data;
            int port = freePort();
            // Without its table of users it needs no tables of its own.
            Process server = process(
                    "mariadbd",
                    "--no-defaults",
                    user,
                    dataDir,
                    "--socket=" + data.resolve("socket"),
                    "--bind-address=127.0.0.1",
                    "--port=" + port,
                    "--max-allowed-packet=64M",
                    "--skip-grant-tables");
            Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
            awaitReady(server);
            return "jdbc:mariadb://127.0.0.1:" + port + "/test?user=root&createDatabaseIfNotExist=true";
        } catch (IOException e) {
            throw new UncheckedIOException("install Debian's package mariadb-server-core", e);
        }
    }

    private static Process process(String... command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static void awaitReady(Process server) throws IOException {
        // Stays open: the server writes to it for as long as it runs.
        BufferedReader output = server.inputReader(StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.contains("ready for connections")) {
                return;
            }
        }
        throw new IllegalStateException("the server did not start: " + lines);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
