#!/bin/sh
# Downloads Debian's Glewlwyd, an identity provider, for `npm run proof -- sso` and unpacks it, without root and
# without installing anything. Where this is not Debian, or there is no network, the proof says what it skips.
set -eu
cd "$(dirname "$0")/.."
into="$PWD/node_modules/.cache/sign-in-servers"

. scripts/unpack-packages.sh

if unpack glewlwyd usr/bin/glewlwyd glewlwyd glewlwyd-common libcbor0.8 libconfig9 libhoel1.4 libiddawc1.1 \
  libjansson4 libldap-2.5-0 libmariadb3 libmicrohttpd12 liboath0 liborcania2.3 libpq5 librhonabwy1.1 \
  libsasl2-2 libsystemd0 libulfius2.7 libyder2.0; then
  mv "$into/unpacked" "$into/glewlwyd"
fi
