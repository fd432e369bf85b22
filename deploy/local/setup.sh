#!/bin/sh
# The step before everything: works without node_modules, installs what is missing, then runs one of the farm's commands
# on the Node that came with the packages. Usage: sh deploy/local/setup.sh <command> [arguments]
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
cd "$root"

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "$@"
  exit 1
}

usage() {
  say 'usage: sh deploy/local/setup.sh <command> [arguments]'
  say '  demo    make a sample video and stop        start   start the farm and stay'
  say '  test    run all tests                       check   types, lint, format'
  say '  doctor  what this machine can do            bench   the benchmarks'
  say '  audit   whether the data of a farm are right'
  say '  setup   only install what is missing'
  exit 2
}

require_node() {
  command -v node >/dev/null 2>&1 ||
    fail 'Reelyard needs Node.js 20 or newer with npm, and found no "node". Install it from https://nodejs.org and try again.'
  version=$(node --version)
  major=${version#v}
  major=${major%%.*}
  [ "$major" -ge 20 ] ||
    fail "Reelyard needs Node.js 20 or newer to set itself up, and found $version. Install one from https://nodejs.org and try again."
  command -v npm >/dev/null 2>&1 ||
    fail 'Reelyard needs npm, which comes with Node.js, and found none. Install it from https://nodejs.org and try again.'
}

# What is installed is what the lock file says, when the stamp that the last set-up left says so.
stamp=node_modules/.reelyard-installed
wanted() { cksum <package-lock.json; }
is_installed() { [ -x node_modules/.bin/vitest ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(wanted)" ]; }

# `npm ci` says nothing for most of a minute: this counts what has been unpacked.
show_progress() {
  started=$(date +%s)
  said=0
  while kill -0 $$ 2>/dev/null && sleep 1 >/dev/null 2>&1; do
    passed=$(($(date +%s) - started))
    count=$(find node_modules -maxdepth 3 -name package.json 2>/dev/null | wc -l | tr -d ' ')
    if [ -t 2 ]; then
      printf '\r  %s packages unpacked, %s s ' "$count" "$passed" >&2
    elif [ $((passed - said)) -ge 10 ]; then
      said=$passed
      say "  $count packages unpacked, $passed s"
    fi
  done
}

# `npm ci` begins by removing everything: a farm or a test run of this checkout would lose its programs under its feet.
refuse_while_in_use() {
  users=''
  for program in /proc/[0-9]*/exe; do
    case $(readlink "$program" 2>/dev/null) in
    "$root"/node_modules/*)
      pid=${program#/proc/}
      users="$users ${pid%/exe}"
      ;;
    esac
  done
  [ -z "$users" ] ||
    fail "The packages have changed, and processes of this checkout still run on the old ones:$users." \
      'Stop them (Ctrl-C in their terminals, or kill) and try again.'
}

install() {
  is_installed && return 0 # by another terminal, while this one waited
  require_node
  if [ -d node_modules ]; then
    refuse_while_in_use
    say 'Setting up: the packages have changed, installing them again'
  else
    say 'Setting up: installing the packages (once; about 1 GB, a minute or two)'
  fi
  started_at=$(date +%s)
  output=$(mktemp)
  show_progress 9<&- &
  ticker=$!
  trap 'kill "$ticker" 2>/dev/null || true; rm -f "$output"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  if npm ci --no-audit --no-fund --no-update-notifier --loglevel=error >"$output" 2>&1; then status=0; else status=$?; fi
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  [ ! -t 2 ] || printf '\r%60s\r' '' >&2
  if [ "$status" -ne 0 ]; then
    cat "$output" >&2
    fail "Setting up failed: npm ci ended with $status (see above). It needs the npm registry and about 2 GB of disk."
  fi
  wanted >"$stamp"
  say "  done in $(($(date +%s) - started_at)) s"
}

# What the web console is made of: where none of it changed, what was built the last time is still right.
console=dashboards/console
console_wanted() {
  {
    cksum package-lock.json
    find "$console/index.html" "$console/vite.config.ts" "$console/compressed-twins.ts" "$console/src" \
      -type f ! -name '*.test.ts' -exec cksum {} +
    find shared -type f -name '*.ts' ! -name '*.test.ts' ! -path '*/node_modules/*' -exec cksum {} +
  } | LC_ALL=C sort | cksum
}
is_console_built() { [ "$(cat "$console/dist/.built-from" 2>/dev/null)" = "$(console_wanted)" ]; }

# A farm may be serving the old files meanwhile, so the new ones are put in their place when they are all there.
build_console() {
  is_console_built && return 0 # by another terminal, while this one waited
  built_from=$(console_wanted)
  next=$console/dist/.next
  say 'Building the web console'
  if ! output=$(node node_modules/vite/bin/vite.js build "$console" --outDir dist/.next --logLevel warn 2>&1); then
    say "$output"
    say 'The web console could not be built (see above). Everything else of the farm works without it.'
    rm -rf "$console/dist"
    return 0
  fi
  printf '%s\n' "$built_from" >"$next/.built-from"
  rm -rf "$console/dist/assets" && mv "$next/assets" "$console/dist/assets"
  mv "$next/index.html" "$console/dist/index.html"
  mv "$next/.built-from" "$console/dist/.built-from"
  rm -rf "$next"
}

[ $# -ge 1 ] || usage
name=$1
shift
case $name in
setup | test | bench) ;;
*[!a-z-]* | '') usage ;;
*) [ -f "deploy/local/$name.ts" ] && grep -q '^#!/usr/bin/env node' "deploy/local/$name.ts" || usage ;;
esac

if ! is_installed; then
  set_up_at=$(date +%s)
  # One at a time: the lock is held until the last process that inherited it (npm) has ended, however that ends.
  if command -v flock >/dev/null 2>&1; then
    (
      flock -n 9 || {
        say 'Setting up: waiting for another terminal that is doing it'
        flock 9
      }
      install
    ) 9<package-lock.json
  else
    (install)
  fi
  FARM_SETUP_SECONDS=$(($(date +%s) - set_up_at))
  export FARM_SETUP_SECONDS
fi

export PATH="$root/node_modules/.bin:$PATH"
[ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 26')" = true ] ||
  fail "There is no packaged Node for this platform ($(uname -sm)): install Node 26 or newer and try again. Found: $(node --version)"

case $name in
setup | start | demo | test)
  # A checkout of nothing but the set-up step has none.
  if [ -f "$console/index.html" ] && ! is_console_built; then
    if command -v flock >/dev/null 2>&1; then
      (
        flock 9
        build_console
      ) 9<"$console/index.html"
    else
      (build_console)
    fi
  fi
  ;;
esac

case $name in
setup) exit 0 ;;
test) exec node node_modules/vitest/vitest.mjs run --config .ci/vitest.config.ts "$@" ;;
bench) exec node bench/run.ts "$@" ;;
*) exec node "deploy/local/$name.ts" "$@" ;;
esac
