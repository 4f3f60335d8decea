# A function of the scripts that unpack Debian's packages, without root and without installing anything. The script
# sets $into, the folder for them.

# unpack NAME FILE PACKAGE...: unpacks packages to $into/NAME unless FILE is there already.
unpack() {
  name=$1 file=$2
  shift 2
  if [ -e "/$file" ] || [ -e "$into/$name/$file" ]; then return 1; fi
  if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
    echo "No Debian packages here: what needs them ($1) is skipped." >&2
    return 1
  fi
  rm -rf "$into/packages" "$into/unpacked"
  mkdir -p "$into/packages"
  if ! (cd "$into/packages" && timeout 120 apt-get -q download "$@" >/dev/null 2>&1); then
    echo "Debian's packages cannot be downloaded: what needs them ($1) is skipped." >&2
    return 1
  fi
  for package in "$into"/packages/*.deb; do dpkg -x "$package" "$into/unpacked"; done
  rm -r "$into/packages"
}
