#!/bin/sh
# Runs a command with the project's own Node first on the PATH, whatever npm and Node started it:
#
#   sh scripts/with-node.sh node demo/src/main.ts
#   sh scripts/with-node.sh vitest run
#
# npm 10 leaves no link to that Node in node_modules/.bin: the packages of two platforms bring one, and
# it removes the link together with the package that does not fit. A shell rather than Node, since it
# replaces itself with the command: no process stays between, so signals and exit codes are the command's.
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
# The major version that package.json names, and that the sources are written for.
major=24

# Without the dynamic loader it was built for (musl), a Node that is there still does not run.
runs() { [ -x "$1" ] && "$1" --version >/dev/null 2>&1; }
is_new_enough() { "$1" -e "process.exit(Number(process.versions.node.split('.')[0]) < $major ? 1 : 0)" 2>/dev/null; }

case $(uname -s) in Linux) system=linux ;; Darwin) system=darwin ;; *) system=other ;; esac
case $(uname -m) in x86_64 | amd64) machine=x64 ;; aarch64 | arm64) machine=arm64 ;; *) machine=other ;; esac
own=$root/node_modules/node-$system-$machine/bin

if runs "$own/node"; then
  bin=$own
else
  found=$(command -v node) && is_new_enough "$found" || {
    if [ -d "$root/node_modules" ]; then
      echo "This needs Node $major or newer, and npm has brought none that runs on this machine ($(uname -sm)): install Node $major from https://nodejs.org, then run this again." >&2
    else
      echo "The packages are not installed: run npm ci, then this again." >&2
    fi
    exit 1
  }
  bin=$(dirname "$found")
fi

PATH=$bin:$root/node_modules/.bin:$PATH
# With the compiled code of the libraries kept, a process starts in half of the processor time. Node leaves it out
# without a word where it may not write.
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$root/node_modules/.cache/node}
export PATH NODE_COMPILE_CACHE
exec "$@"
