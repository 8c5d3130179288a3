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

# Says on the error stream how far Maven is, every ten seconds until the process with this number ends.
tell_progress() {
  local maven=$1 log=$2 seconds=0 files module
  while kill -0 "$maven" 2>/dev/null; do
    sleep 1
    seconds=$((seconds + 1))
    if [ $((seconds % 10)) -eq 0 ] && [ -f "$log" ]; then
      files=$(grep -c '^\[INFO\] Downloaded from' "$log") || true
      module=$(sed -n 's/^\[INFO\] Building \([^ ]*\) .*/\1/p' "$log" | tail -n 1)
      printf '%s: %s s, %s files fetched, now %s\n' "$name" "$seconds" "$files" "${module:-starting Maven}" >&2
    fi
  done
}

# True if SAMPLE's JAR is there, and younger than what it is built from.
fresh() {
  jar=$root/$1/target/$2
  read -r -a modules <<<"$3 $1"
  ! stale
}

# What a sample adds to Maven's arguments.
build_options=()

build() {
  local needs javac major log started maven
  needs="a JDK 17 or newer is needed: install one, or point JAVA_HOME at it"
  javac=$("${bin}javac" -version 2>&1) || fail "$needs${JAVA_HOME:+ (now $JAVA_HOME)}"
  major=${javac##*javac }
  major=${major%%[!0-9]*}
  [ "${major:-0}" -ge 17 ] || fail "$needs (found $javac)"

  log=$(mktemp)
  started=$(mktemp)
  printf '%s\n' "$name: building it first; on a fresh machine that fetches libraries and takes a few minutes" >&2
  (cd "$root" && exec ./mvnw -B -pl "$sample" -am package -Dmaven.test.skip \
    -Denforcer.skip -Dspotless.check.skip -Dmdep.analyze.skip \
    -Dmaven.javadoc.skip -Dmaven.source.skip ${build_options[@]+"${build_options[@]}"}) >"$log" 2>&1 </dev/null &
  maven=$!
  # What runs in the background of a script does not hear the keyboard's interrupt.
  trap 'kill "$maven" 2>/dev/null; exit 130' INT TERM
  tell_progress "$maven" "$log" &
  if ! wait "$maven"; then
    grep -v '^\[INFO\]' "$log" | tail -n 100 >&2 || true
    rm -f "$log" "$started"
    fail "the build failed, see above"
  fi
  trap - INT TERM
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
