#!/bin/sh
# Fills in the secrets of a new farm: writes X.env beside each X.example.env that is named, with {{word}} replaced by letters
# and digits that nobody knows; the same word is the same in all files of one call. Whoever reads those files owns the farm.
#   sh deploy/docker/make-secrets.sh deploy/docker/example.env
#   sh deploy/docker/make-secrets.sh deploy/kubernetes/overlays/local/*.example.env
set -eu
umask 077
[ $# -gt 0 ] || {
  echo 'usage: make-secrets.sh FILE.example.env…' >&2
  exit 2
}

target_of() {
  folder=$(dirname -- "$1")
  name=$(basename -- "$1")
  name=${name%example.env}
  printf '%s/%s.env' "$folder" "${name%.}"
}

for example; do
  target=$(target_of "$example")
  [ ! -e "$target" ] || {
    echo "$target is there already: the farm that uses it would lose its keys" >&2
    exit 1
  }
done

replacements=$(mktemp)
trap 'rm -f "$replacements"' EXIT
for word in $(cat -- "$@" | grep -o '{{[a-z0-9-]*}}' | LC_ALL=C sort -u | tr -d '{}'); do
  value=$(LC_ALL=C tr -dc 'A-Za-z0-9' </dev/urandom | head -c 48)
  printf 's/{{%s}}/%s/g\n' "$word" "$value"
done >"$replacements"

for example; do
  target=$(target_of "$example")
  sed -f "$replacements" -- "$example" >"$target"
  echo "wrote $target" >&2
done
