#!/usr/bin/env bash
# Behaviour: Statement.setQueryTimeout() of sqlite-jdbc sets how long to wait for a lock and does not end a query: with a timeout of one
# second a search that takes longer returns its result, without an exception, when it is through.
# Versions: sqlite-jdbc 3.54.1.0
# Seen: on 2026-11-28
#   ran past its timeout of 1 s, all rows counted: true
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
    public static void main(String[] args) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:"); var statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            for (long rows = 1_000_000; ; rows *= 4) {
                long start = System.nanoTime();
                var result = statement.executeQuery("with recursive n(i) as (select 1 union all select i + 1 from n where i < " + rows
                        + ") select count(*) from n");
                long counted = result.getLong(1);
                if (System.nanoTime() - start > 1_500_000_000L) {
                    System.out.println("ran past its timeout of " + statement.getQueryTimeout() + " s, all rows counted: " + (counted == rows));
                    return;
                }
            }
        }
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
