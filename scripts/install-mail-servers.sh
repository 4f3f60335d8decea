#!/bin/sh
# Downloads Debian's mail servers for the tests and unpacks them, without root and without installing
# anything: `sh scripts/install-mail-servers.sh`. Where this is not Debian, or there is no network, the
# tests that need a mail server are skipped and say so.
set -eu
cd "$(dirname "$0")/.."
into="$PWD/node_modules/.cache/mail-servers"
if [ -x /usr/sbin/dovecot ] || [ -x "$into/dovecot/usr/sbin/dovecot" ]; then exit 0; fi
if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
  echo "No Debian packages here: tests with a mail server (dovecot-imapd) are skipped." >&2
  exit 0
fi
mkdir -p "$into/packages"
cd "$into/packages"
if ! timeout 120 apt-get -q download dovecot-imapd dovecot-core libexttextcat-2.0-0 libsodium23 \
  liblua5.3-0 >/dev/null 2>&1; then
  echo "Debian's packages cannot be downloaded: tests with a mail server (dovecot-imapd) are skipped." >&2
  exit 0
fi
for package in *.deb; do dpkg -x "$package" "$into/unpacked"; done
# Dovecot's libraries look for their modules where the package is installed; from here on, in the
# folder that they run in (apps/server/test/mail-servers/start-dovecot.ts). The text has the same length.
for library in "$into"/unpacked/usr/lib/dovecot/*.so.0.0.0; do
  LC_ALL=C sed -i 's#/usr/lib/dovecot/modules#.////////////////modules#g' "$library"
done
mv "$into/unpacked" "$into/dovecot"
rm -r "$into/packages"
