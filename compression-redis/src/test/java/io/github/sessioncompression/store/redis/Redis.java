package io.github.sessioncompression.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/** Real servers for the tests of a process, as root or not; they end with it. */
public final class Redis {
    private static final String EXECUTABLE = "redis.server";
    private static final String MEMORY_ONLY = "save \"\"";

    private Redis() {}

    /** One server that keeps nothing on disk. */
    private static final class Single {
        static final int PORT = start(MEMORY_ONLY);
    }

    /** A cluster of one node, which is as strict about keys as a larger one. */
    private static final class Cluster {
        static final int PORT = startCluster();
    }

    /** URI of this process's server. */
    public static String uri() {
        return uri(Single.PORT);
    }

    /** URI of this process's cluster. */
    static String clusterUri() {
        return uri(Cluster.PORT);
    }

    static String uri(int port) {
        return "redis://127.0.0.1:" + port;
    }

    private static int startCluster() {
        int port = start(MEMORY_ONLY, "cluster-enabled yes", "cluster-config-file nodes-" + freePort() + ".conf");
        RedisClient client = RedisClient.create(uri(port));
        try (var connection = client.connect()) {
            RedisCommands<String, String> node = connection.sync();
            node.clusterAddSlots(IntStream.range(0, 16_384).toArray());
            while (!node.clusterInfo().contains("cluster_state:ok")) {
                Thread.onSpinWait();
            }
        } finally {
            client.shutdown();
        }
        return port;
    }

    /** The server that the property {@value #EXECUTABLE} names, else the Redis that comes with the tests. */
    static RedisServerBuilder server() {
        RedisServerBuilder builder = RedisServer.newRedisServer();
        String executable = System.getProperty(EXECUTABLE);
        return executable == null ? builder : builder.executableProvider(() -> new File(executable));
    }

    /** Starts a server with these settings, which ends with the process. */
    static int start(String... settings) {
        int port = freePort();
        try {
            RedisServerBuilder builder = server().port(port)
                    .setting("bind 127.0.0.1")
                    .setting("dir " + System.getProperty("java.io.tmpdir"))
                    .onShutdownForceStop(true);
            for (String setting : settings) {
                builder.setting(setting);
            }
            RedisServer server = builder.build();
            server.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            return port;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void stop(RedisServer server) {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A port that nobody has. */
    static int freePort() {
        // A cluster's node takes the port 10,000 above, too.
        while (true) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                if (socket.getLocalPort() < 55_000) {
                    return socket.getLocalPort();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
