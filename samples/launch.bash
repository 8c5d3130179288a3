# Sourced by the samples' run scripts: builds what is missing or stale, then runs it. Works from any directory.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [ -n "${JAVA_HOME:-}" ]; then
  bin=$JAVA_HOME/bin/
else
  bin=
fi

fail() {
  printf '%s\n' "$name: $*" >&2
  exit 1
}

# True if the jar is missing or older than anything it is built from; a folder's own time tells of deleted files.
stale() {
  [ -f "$jar" ] || return 0
  local sources=("$root/pom.xml") module newer
  for module in "${modules[@]}"; do
    sources+=("$root/$module/pom.xml")
    if [ -d "$root/$module/src/main" ]; then
      sources+=("$root/$module/src/main")
    fi
  done
  newer=$(find "${sources[@]}" -newer "$jar" -print)
  [ -n "$newer" ]
}

build() {
  local needs javac major log started
  needs="a JDK 17 or newer is needed: install one, or point JAVA_HOME at it"
  javac=$("${bin}javac" -version 2>&1) || fail "$needs${JAVA_HOME:+ (now $JAVA_HOME)}"
  major=${javac##*javac }
  major=${major%%[!0-9]*}
  [ "${major:-0}" -ge 17 ] || fail "$needs (found $javac)"

  log=$(mktemp)
  started=$(mktemp)
  if ! (cd "$root" && ./mvnw -q -B -pl "$sample" -am package -Dmaven.test.skip \
    -Denforcer.skip -Dspotless.check.skip -Dmdep.analyze.skip \
    -Dmaven.javadoc.skip -Dmaven.source.skip) >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log" "$started"
    fail "the build failed, see above"
  fi
  # Maven leaves an unchanged jar alone, so date it here; by the start, so that edits made meanwhile count as newer.
  touch -r "$started" "$jar"
  rm -f "$log" "$started"
}

# launch NAME SAMPLE JAR "MODULE ..." JAVA-OPTION... -- ARGUMENT...
# MODULES are those of the project that the sample is built from, itself left out.
launch() {
  name=$1
  sample=$2
  jar=$root/$sample/target/$3
  local options=()
  read -r -a modules <<<"$4 $sample"
  shift 4
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  shift
  if stale; then
    build
  fi
  exec "${bin}java" "${options[@]}" -jar "$jar" "$@"
}
