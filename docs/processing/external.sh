#!/bin/sh
# sh external.sh      processes the document that has waited longest; needs curl, STAGEDOOR_URL and
# STAGEDOOR_API_KEY, a key with the scopes documents:read and documents:process
set -eu
documents="$STAGEDOOR_URL/external-api/staged-documents"

call() {
  curl --silent --show-error --fail-with-body \
    --header "Authorization: Bearer $STAGEDOOR_API_KEY" \
    --header "Content-Type: application/json" "$@"
}
report() { call --request PUT --data "$1" "$documents/$uuid"; }

# 1. Find a document with status 2. The list begins with the one that has not changed for the longest time.
uuid=$(call "$documents?status=2&limit=1" | sed -n 's/.*"uuid":"\([^"]*\)".*/\1/p')
if [ -z "$uuid" ]; then
  echo "no document is waiting"
  exit
fi

# 2. Take it. If another program was faster, the response is 409.
taken=$(report '{"status": 3}')
run=$(echo "$taken" | sed -n 's/.*"processing":{"run":\([0-9]*\).*/\1/p')
echo "took run $run of $uuid"

# 3. Download the file from a signed URL, without your key.
url=$(call --output /dev/null --write-out '%{redirect_url}' "$documents/$uuid/content")
bytes=$(curl --silent --show-error --fail "$url" | wc -c)

# 4. While you work, renew the lease from time to time.
report "{\"status\": 3, \"run\": $run}" > /dev/null

# 5. Settle the run. If you cannot read the file, send `failure` with `code` and `message` instead.
report "{\"status\": 4, \"run\": $run, \"classification\": {
  \"documentClass\": \"invoice\", \"score\": 0.9, \"language\": \"de\", \"pages\": 1, \"processor\": \"example/1\",
  \"fields\": [{\"name\": \"totalAmount\", \"value\": \"119.00\", \"score\": 0.9, \"page\": 1, \"text\": \"119,00 EUR\"}]}}" > /dev/null
echo "settled $uuid, $((bytes)) bytes"
