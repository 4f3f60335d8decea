#!/bin/sh
# Installs the committed state in a bare Debian root, starts the server there and signs in; `npm run
# proof -- install`. Needs root, debootstrap, curl and the network. No container engine is involved: what
# the Containerfile adds to install.sh (user, ports, entry point) is not run here.
#
#   deploy/prove-install.sh [SUITE]     bookworm where none is given
set -eu
suite=${1:-bookworm}
repository=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
root=$place/root
port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 20000))
server=
say() { printf '%s  %s\n' "$(date -u +%H:%M:%S)" "$*"; }
clean_up() {
  status=$?
  [ -z "$server" ] || kill -KILL "$server" 2>/dev/null || true
  umount -l "$root/proc" "$root/dev" 2>/dev/null || true
  rm -rf --one-file-system "$place"
  exit $status
}
trap clean_up EXIT INT TERM

say "a bare Debian root: debootstrap --variant=minbase $suite"
debootstrap --variant=minbase "$suite" "$root" >"$place/debootstrap.log" 2>&1 || { tail -5 "$place/debootstrap.log"; exit 1; }
found=$(chroot "$root" sh -c 'command -v node npm psql curl' | tr '\n' ' ')
say "$(du -sm "$root" | cut -f1) MB, and in it: ${found:-neither node, npm, psql nor curl}"
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
# A network whose certificates are its own: its authorities are lent to npm for the build.
authorities=${NODE_EXTRA_CA_CERTS:-}
if [ -n "$authorities" ]; then cp -L "$authorities" "$root/tmp/authorities.crt"; authorities=/tmp/authorities.crt; fi
mkdir "$root/source"
git -C "$repository" archive HEAD | tar -xf - -C "$root/source"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 NODE_EXTRA_CA_CERTS="$authorities" "$@"; }

say 'install.sh host /source'
begun=$(date +%s)
inside /source/deploy/install.sh host /source
say "installed in $(($(date +%s) - begun)) s; /opt/accounts has $(du -sm "$root/opt/accounts" | cut -f1) MB"
rm -rf "$root/source"
sed -n 's/.*](\([^)#]*\)).*/\1/p' "$root/opt/accounts/docs/operations.md" | while read -r link; do
  [ -e "$root/opt/accounts/docs/$link" ] || { say "docs/operations.md leads to $link, which is not installed"; exit 1; }
done
inside accounts --help | grep -q '^Usage: accounts' || { say 'the command accounts does not work'; exit 1; }
echo METRICS_PORT=9464 >>"$root/etc/accounts/env"
ports=$(for role in api worker; do inside sh -c "set -a; . /etc/accounts/env; [ ! -f /etc/accounts/$role.env ] || . /etc/accounts/$role.env; echo $role:\$METRICS_PORT"; done | tr '\n' ' ')
say "metrics, as the unit reads its files: $ports"
[ "$ports" = 'api:9464 worker:9465 ' ]
as_user() { inside setpriv --reuid=accounts --regid=accounts --clear-groups --no-new-privs \
  env DATA_DIR=/var/lib/accounts PORT="$port" LOG_LEVEL=warn "$@"; }

say 'starts as the user accounts, with the database of its own'
as_user sh -c 'cd /opt/accounts && echo $$ >/var/lib/accounts/pid && exec node_modules/.bin/node --max-semi-space-size=4 apps/server/src/main.ts --role=all' 2>"$place/server.log" &
tries=0
until curl -fsS "http://127.0.0.1:$port/readyz" 2>/dev/null; do
  tries=$((tries + 1)); [ $tries -lt 120 ] || { cat "$place/server.log"; exit 1; }
  sleep 0.5
done
server=$(cat "$root/var/lib/accounts/pid")
echo; say "ready; runs as uid $(stat -c %u /proc/"$server")"
printf 'correct horse battery\n' | as_user sh -c 'cd /opt/accounts && node_modules/.bin/node apps/server/src/cli/main.ts create-admin --email root@example.org --name Root --password-stdin'
say 'signs in over HTTP'
token=$(curl -fsS "http://127.0.0.1:$port/api/auth/login" -H 'content-type: application/json' \
  -d '{"email":"root@example.org","password":"correct horse battery"}' | sed -n 's/.*"token":"\([^"]*\)".*/\1/p')
[ -n "$token" ]
curl -fsS "http://127.0.0.1:$port/api/auth/me" -H "authorization: Bearer $token"; echo
page=$(curl -fsS "http://127.0.0.1:$port/" | grep -c '<div id=') && say "the web application's page is served ($page)"
as_user sh -c 'cd /opt/accounts && node_modules/.bin/node apps/server/src/cli/main.ts backup --file /var/lib/accounts/first.backup'
say 'SIGTERM'
kill -TERM "$server"
while kill -0 "$server" 2>/dev/null; do sleep 0.2; done
server=
[ ! -e "$root/var/lib/accounts/postgres/cluster/postmaster.pid" ]
say 'ended in order, PostgreSQL with it'
