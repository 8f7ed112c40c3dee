#!/bin/sh
# SECRET=whsec_… ID=msg_… TIMESTAMP=… SIGNATURES='v1,…' sh verify.sh body.json      needs openssl
# Prints "verified" and exits with 0, or prints the reason and exits with 1. Use it for debugging only: while openssl runs, the
# key is visible in the process list. NOW is the time to compare with, in Unix seconds; the default is the current time.
set -euf
body=$1
now=${NOW:-$(date +%s)}

refuse() {
  echo "not verified: $1"
  exit 1
}

# HMAC-SHA256 of standard input in base64, with the key given in hexadecimal.
mac() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary | base64; }
hex() { od -An -v -tx1 | tr -d ' \n'; }

[ -n "${ID:-}" ] || refuse "no webhook-id"
[ -n "${SIGNATURES:-}" ] || refuse "no webhook-signature"
case ${TIMESTAMP:-} in '' | *[!0-9]*) refuse "no webhook-timestamp in seconds" ;; esac
[ "$TIMESTAMP" -ge $((now - 300)) ] || refuse "more than 5 minutes old"
[ "$TIMESTAMP" -le $((now + 300)) ] || refuse "more than 5 minutes ahead"

key=$(printf %s "${SECRET#whsec_}" | base64 -d | hex)
want="v1,$({ printf '%s.%s.' "$ID" "$TIMESTAMP"; cat "$body"; } | mac "$key")"

# Both sides are hashed with a random key first, so that the timing of the comparison reveals nothing about the signature.
blind=$(openssl rand 32 | hex)
want=$(printf %s "$want" | mac "$blind")
for signature in $SIGNATURES; do
  if [ "$(printf %s "$signature" | mac "$blind")" = "$want" ]; then
    echo "verified"
    exit 0
  fi
done
refuse "no signature matches the secret and the body"
