#!/usr/bin/env bash
# Behaviour: Lettuce's default is "at least once": when the connection ends after the server executed a write and before its reply, the
# command is sent again on the next connection, the caller gets no error, and the write has happened twice: a message appended to a
# list is there twice. With ClientOptions.autoReconnect(false) the caller gets an exception, and the write has happened once.
# Versions: lettuce-core 7.7.0.RELEASE
# Seen: on 2026-11-28
#   reconnect true: caller gets length 2, stored [hello, hello]
#   reconnect false: caller gets RedisException, stored [hello]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='io.lettuce:lettuce-core:7.7.0.RELEASE'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import io.lettuce.core.*;
import java.io.*;
import java.net.*;
import java.util.*;

public class Probe {
    static final List<String> STORED = Collections.synchronizedList(new ArrayList<>());

    /** A server of a few commands, which ends the first connection that has sent RPUSH instead of answering. */
    static void serve(Socket socket) {
        try (socket) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            for (String line; (line = in.readLine()) != null; ) {
                List<String> command = new ArrayList<>();
                for (int words = Integer.parseInt(line.substring(1)); words > 0; words--) {
                    in.readLine();
                    command.add(in.readLine());
                }
                String reply = command.get(0).equals("HELLO") ? "-ERR unknown command" : command.get(0).equals("LLEN") ? ":" + STORED.size() : "+OK";
                if (command.get(0).equals("RPUSH")) {
                    STORED.add(command.get(2));
                    if (STORED.size() == 1) {
                        return;
                    }
                    reply = ":" + STORED.size();
                }
                socket.getOutputStream().write((reply + "\r\n").getBytes());
            }
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    static void push(boolean reconnect) throws IOException {
        STORED.clear();
        var server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        new Thread(() -> {
            try {
                while (true) {
                    var socket = server.accept();
                    new Thread(() -> serve(socket)).start();
                }
            } catch (IOException closed) {
                System.err.println(closed);
            }
        }).start();
        var client = RedisClient.create("redis://127.0.0.1:" + server.getLocalPort());
        client.setOptions(ClientOptions.builder().autoReconnect(reconnect).build());
        String told;
        try (var connection = client.connect()) {
            told = "length " + connection.sync().rpush("chat", "hello");
        } catch (RedisException e) {
            told = e.getClass().getSimpleName();
        }
        System.out.println("reconnect " + reconnect + ": caller gets " + told + ", stored " + STORED);
        server.close();
    }

    public static void main(String[] args) throws IOException {
        push(true);
        push(false);
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
