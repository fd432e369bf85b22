#!/bin/sh
# Runs Chromium with no more rights than it needs: what Playwright starts as "the browser".
#   REELYARD_BROWSER_PROGRAM  the Chromium to run
#   REELYARD_BROWSER_PARENT   the process that it must not outlive
#   REELYARD_BROWSER_USER     the uid (and gid) to run as; empty = the one that runs this
#   REELYARD_BROWSER_SETPRIV  1 = setpriv is there
# All four are taken out of the environment, which pages' processes inherit.
set -eu
program=$REELYARD_BROWSER_PROGRAM parent=$REELYARD_BROWSER_PARENT
user=$REELYARD_BROWSER_USER setpriv=$REELYARD_BROWSER_SETPRIV
unset REELYARD_BROWSER_PROGRAM REELYARD_BROWSER_PARENT REELYARD_BROWSER_USER REELYARD_BROWSER_SETPRIV

# A dump of a browser's memory would hold what people typed into it.
ulimit -c 0
for argument; do
  case $argument in
  --user-data-dir=*)
    HOME=${argument#--user-data-dir=}
    export HOME
    # Playwright made the folder for us, 0700: the browser's user could not write to it.
    [ -z "$user" ] || chown "$user:$user" "$HOME"
    ;;
  esac
done
[ "$setpriv" = 1 ] || exec "$program" "$@"

# Asks for the parent once more after the death signal is set: one that was killed in the few milliseconds before would
# never send it, and the browser would stay. `$PPID` of the last shell is still the parent: every step is an exec.
set -- /bin/sh -c '[ "$PPID" -eq "$0" ] || exit 137; exec "$@"' "$parent" "$program" "$@"
if [ -n "$user" ]; then
  exec setpriv --reuid="$user" --regid="$user" --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs \
    --pdeathsig=KILL -- "$@"
fi
# Without no-new-privs: the setuid sandbox of a system's Chromium is what keeps it confined where user namespaces are off.
exec setpriv --pdeathsig=KILL -- "$@"
