#!/bin/sh
# Follows the README on bare Debian roots, with each Node and npm that people have: npm ci, npm run demo
# until it is ready, a real Ctrl-C; as root and as an ordinary user. In the oldest also journeys, in the
# browser that npm brings. `npm run proof -- fresh-machine`; needs root, debootstrap, npm, curl and the network.
#
#   deploy/prove-fresh-machine.sh [SUITE]     bookworm where none is given
#
# BARE_ROOT may name a folder that debootstrap filled before; it is copied.
set -eu
suite=${1:-bookworm}
repository=$(cd "$(dirname "$0")/.." && pwd)
# Node, and the npm with it: as they ship, and npm 11 on the oldest Node.
machines='20.20.2+10.8.2 20.20.2+11.21.2 22.23.3+10.9.9 24.21.0+11.21.2'
journeys='accounts-grid-failures activity-panel hostile-text'
place=$(mktemp -d)
say() { printf '%s  %s\n' "$(date -u +%H:%M:%S)" "$*"; }
# What runs in the root, by process id: nothing else has it as its root.
processes() { for one in /proc/[0-9]*; do [ "$(readlink "$one/root")" != "$root" ] || echo "${one#/proc/}"; done 2>/dev/null; }
remove_root() {
  root=$1
  for id in $(processes); do kill -KILL "$id" 2>/dev/null || true; done
  umount -R -l "$root/dev" 2>/dev/null || true
  umount -l "$root/proc" "$root/npm-cache" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
clean_up() {
  status=$?
  for each in "$place"/root-*; do remove_root "$each"; done
  rm -rf --one-file-system "$place"
  exit $status
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# make_root NODE NPM: a bare root with those two and nothing else.
make_root() {
  cp -a "$base" "$root"
  mkdir "$root.work"
  (cd "$root.work" && npm pack --silent "node-linux-$machine@$1" "npm@$2" >/dev/null 2>&1)
  mkdir -p "$root/usr/local/lib/node_modules/npm" "$root/npm-cache" "$place/cache"
  tar -xzf "$root.work/node-linux-$machine-$1.tgz" -C "$root/usr/local" --strip-components=1 package/bin/node
  tar -xzf "$root.work/npm-$2.tgz" -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
  chmod +x "$root"/usr/local/lib/node_modules/npm/bin/*.js
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done
  mount --bind /proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount --make-rslave "$root/dev"
  mount --bind "$place/cache" "$root/npm-cache"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  # A network whose certificates are its own: its authorities are lent to npm.
  [ -z "${NODE_EXTRA_CA_CERTS:-}" ] || cp -L "$NODE_EXTRA_CA_CERTS" "$root/tmp/authorities.crt"
  chroot "$root" useradd -m user
  for home in /root /home/user; do
    mkdir "$root$home/product"
    git -C "$repository" archive HEAD | tar -xf - -C "$root$home/product"
  done
  chroot "$root" chown -R user:user /home/user
}

# as WHO COMMAND: in the product's folder, with an environment of its own.
as() {
  who=$1 home=/root
  shift
  [ "$who" = root ] || home=/home/$who
  mkdir -p "$place/cache/$who"
  chroot "$root" chown "$who" "/npm-cache/$who"
  chroot --userspec="$who:$who" "$root" env -i -C "$home/product" HOME="$home" LANG=C.UTF-8 TERM=xterm \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin npm_config_cache="/npm-cache/$who" \
    npm_config_update_notifier=false NODE_EXTRA_CA_CERTS="$([ ! -f "$root/tmp/authorities.crt" ] || echo /tmp/authorities.crt)" "$@"
}

# ends_cleanly WHO WHEN: the demo in a terminal; Ctrl-C when it has shown WHEN.
ends_cleanly() {
  rm -f "$root.work/keys" "$root.work/shown"
  mkfifo "$root.work/keys"
  as "$1" script -qefc "npm run demo -- --port 0" /dev/null <"$root.work/keys" >"$root.work/shown" 2>&1 &
  terminal=$!
  exec 3>"$root.work/keys"
  tries=0
  until grep -q "$2" "$root.work/shown" 2>/dev/null; do
    tries=$((tries + 1))
    kill -0 "$terminal" 2>/dev/null && [ $tries -lt 1200 ] || { cat "$root.work/shown"; say 'never ready'; exit 1; }
    sleep 0.2
  done
  printf '\003' >&3
  code=0
  wait "$terminal" || code=$?
  exec 3>&-
  left=$(processes | wc -l)
  say "  as $1: npm run demo showed \"$2\"; Ctrl-C: exit code $code, $left processes left"
  [ "$left" = 0 ] && { [ "$code" = 0 ] || [ "$code" = 130 ]; } || { cat "$root.work/shown"; exit 1; }
}

case $(uname -m) in x86_64) machine=x64 ;; aarch64) machine=arm64 ;; *) say "no Node for $(uname -m)"; exit 1 ;; esac
base=${BARE_ROOT:-$place/base}
if [ ! -d "$base" ]; then
  debootstrap --variant=minbase "$suite" "$base" >"$place/debootstrap.log" 2>&1 || { tail -5 "$place/debootstrap.log"; exit 1; }
fi
say "a bare Debian root, debootstrap --variant=minbase $suite, $(du -sm "$base" | cut -f1) MB; what is proved is $(git -C "$repository" log -1 --format=%h)"

# prove_machine NODE+NPM
prove_machine() {
  pair=$1 node=${1%+*} npm=${1#*+}
  root=$place/root-$pair
  make_root "$node" "$npm"
  found=$(chroot "$root" sh -c 'for name in git python3 gcc psql chromium google-chrome fc-list curl; do command -v $name; done' | tr '\n' ' ' || true)
  say "Node $(as user node --version) with npm $(as user npm --version); beside them ${found:-none of git, python3, gcc, psql, a browser, fc-list, curl}, and $(find "$root/usr/share" -name '*.ttf' -o -name '*.otf' -o -name '*.pfb' | wc -l) fonts"
  for who in root user; do
    begun=$(date +%s)
    as "$who" npm ci --no-audit --no-fund --loglevel=error >"$root.work/ci.log" 2>&1 || { tail -30 "$root.work/ci.log"; exit 1; }
    say "  as $who: npm ci in $(($(date +%s) - begun)) s; scripts run on Node $(as "$who" sh scripts/with-node.sh node --version)"
    ends_cleanly "$who" 'Building the web application'
    ends_cleanly "$who" 'Ctrl-C stops everything'
  done
  if [ "$pair" = "${machines%% *}" ]; then
    say "  as user: npm run check:journeys -- $journeys"
    # shellcheck disable=SC2086
    as user npm run --silent check:journeys -- $journeys >"$root.work/journeys.log" 2>&1 || { tail -80 "$root.work/journeys.log"; exit 1; }
    grep -E '✓|✘|passed|flaky|failed' "$root.work/journeys.log"
    mv "$root/home/user/product/node_modules/node-linux-$machine" "$root/tmp/"
    sentence=$(as user npm run --silent demo 2>&1 || true)
    say "  without a Node that fits: $sentence"
    case $sentence in *'install Node 24'*) ;; *) exit 1 ;; esac
  fi
  remove_root "$root"
}

# At the same time, and said in order.
mkdir "$place/said"
for pair in $machines; do
  (prove_machine "$pair" >"$place/said/$pair" 2>&1; touch "$place/said/$pair.holds") &
done
wait
failed=
for pair in $machines; do
  cat "$place/said/$pair"
  [ -e "$place/said/$pair.holds" ] || failed="$failed $pair"
done
[ -z "$failed" ] || { say "does not hold:$failed"; exit 1; }
say 'every one of them holds'
