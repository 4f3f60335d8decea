#!/bin/sh
# Downloads Debian's proxies and Prometheus for `npm run proof -- proxies monitoring` and unpacks them, without
# root and without installing anything.
set -eu
cd "$(dirname "$0")/.."
into="$PWD/node_modules/.cache/operator-tools"

. scripts/unpack-packages.sh

if unpack nginx usr/sbin/nginx nginx; then mv "$into/unpacked" "$into/nginx"; fi
if unpack caddy usr/bin/caddy caddy; then mv "$into/unpacked" "$into/caddy"; fi
if unpack apache usr/sbin/apache2 apache2-bin libapr1 libaprutil1 liblua5.3-0; then
  mv "$into/unpacked" "$into/apache"
fi
if unpack haproxy usr/sbin/haproxy haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1; then
  mv "$into/unpacked" "$into/haproxy"
fi
if unpack prometheus usr/bin/prometheus prometheus; then mv "$into/unpacked" "$into/prometheus"; fi
