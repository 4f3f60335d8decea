#!/bin/sh
# Downloads Debian's mail and calendar servers for the tests and unpacks them, without root and without
# installing anything: `sh scripts/install-mail-servers.sh`. Where this is not Debian, or there is no
# network, the tests that need one of them are skipped and say so.
set -eu
cd "$(dirname "$0")/.."
into="$PWD/node_modules/.cache/mail-servers"

. scripts/unpack-packages.sh

if unpack dovecot usr/sbin/dovecot dovecot-imapd dovecot-core libexttextcat-2.0-0 libsodium23 \
  liblua5.3-0; then
  # Dovecot's libraries look for their modules where the package is installed; from here on, in the
  # folder that they run in (apps/server/test/mail-servers/start-dovecot.ts). The text has the same length.
  for library in "$into"/unpacked/usr/lib/dovecot/*.so.0.0.0; do
    LC_ALL=C sed -i 's#/usr/lib/dovecot/modules#.////////////////modules#g' "$library"
  done
  mv "$into/unpacked" "$into/dovecot"
fi

if unpack cyrus usr/lib/cyrus/bin/imapd cyrus-imapd cyrus-common libical3 libpcre3 libxapian30 \
  libzephyr4 libhesiod0 libwrap0 sasl2-bin libsasl2-modules libsasl2-modules-db; then
  mv "$into/unpacked" "$into/cyrus"
fi

# Both run with the Python that is installed (apps/server/test/calendar-servers/start-calendars.ts).
if unpack calendars usr/lib/python3/dist-packages/radicale radicale python3-radicale \
  python3-vobject python3-dateutil python3-defusedxml python3-passlib python3-six python3-pkg-resources \
  xandikos python3-aiohttp python3-aiosignal python3-async-timeout python3-attr \
  python3-charset-normalizer python3-dulwich python3-frozenlist python3-icalendar python3-idna \
  python3-jinja2 python3-markupsafe python3-multidict python3-tz python3-urllib3 python3-yarl; then
  mv "$into/unpacked" "$into/calendars"
fi
