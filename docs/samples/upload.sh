#!/bin/sh
# sh upload.sh BLD-0001 lease.pdf      needs curl, STAGEDOOR_URL and STAGEDOOR_API_KEY
set -eu
asset=$1
file=$2
api="$STAGEDOOR_URL/external-api"

call() {
  curl --silent --show-error --fail-with-body \
    --header "Authorization: Bearer $STAGEDOOR_API_KEY" \
    --header "Content-Type: application/json" "$@"
}

# Reads one string from a JSON response. If you have jq, use it instead.
text() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# 1. Create the document.
created=$(call --data "{\"assetIdentifier\": \"$asset\", \"name\": \"$(basename "$file")\"}" \
  "$api/staged-documents")
uuid=$(echo "$created" | text uuid)

# 2. Upload the file to the object store, without an API key or other headers.
if curl --silent --show-error --fail --output /dev/null \
  --upload-file "$file" "$(echo "$created" | text uploadSignedUrl)"; then status=2; else status=6; fi

# 3. Report the result. It is safe to repeat a report.
reported=$(call --request PUT --data "{\"status\": $status}" "$api/staged-documents/$uuid")
echo "$uuid is $(echo "$reported" | text statusName)"

# Poll the document until processing has ended, for at most a minute.
for _ in $(seq 30); do
  status=$(call "$api/staged-documents/$uuid" | text statusName)
  case $status in upload_successful | processing) sleep 2 ;; *) break ;; esac
done
echo "$uuid is now $status"

# Follow the changes of all documents. Store $after, and call again every few seconds.
after=0
while :; do
  page=$(call "$api/status-changes?after=$after&limit=100")
  next=$(echo "$page" | sed -n 's/.*"nextAfter":\([0-9]*\).*/\1/p')
  if [ "$next" = "$after" ]; then break; fi
  echo "$page" | tr '{' '\n' |
    sed -n 's/.*"uuid":"\([^"]*\)".*"previousStatus":\([^,]*\),"currentStatus":\([0-9]*\).*/\1 \2 -> \3/p'
  after=$next
done
