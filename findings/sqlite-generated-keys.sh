#!/usr/bin/env bash
# Behaviour: sqlite-jdbc returns a generated key although none was generated: behind an INSERT ... ON CONFLICT DO NOTHING that did nothing, and
# behind one that updated, getGeneratedKeys() has the row id of the connection's last real insert, another row's. An append that
# must not store a message twice gets the id of another message.
# Versions: sqlite-jdbc 3.54.1.0
# Seen: on 2026-11-28
#   first, nothing: 1 rows, key 1
#   second, nothing: 1 rows, key 2
#   first, nothing: 0 rows, key 2
#   first, update set seen = seen + 1: 1 rows, key 2
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.xerial:sqlite-jdbc:3.54.1.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import java.sql.*;

public class Probe {
    static void insert(Connection connection, String text, String onConflict) throws SQLException {
        var sql = "insert into message(text) values(?) on conflict(text) do " + onConflict;
        try (var insert = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, text);
            int rows = insert.executeUpdate();
            try (var keys = insert.getGeneratedKeys()) {
                System.out.println(text + ", " + onConflict + ": " + rows + " rows, key " + (keys.next() ? keys.getLong(1) : "none"));
            }
        }
    }

    public static void main(String[] args) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            connection.createStatement().execute("create table message(id integer primary key, text text unique, seen int default 1)");
            insert(connection, "first", "nothing");
            insert(connection, "second", "nothing");
            insert(connection, "first", "nothing");
            insert(connection, "first", "update set seen = seen + 1");
        }
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
