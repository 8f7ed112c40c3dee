# python3 upload.py BLD-0001 lease.pdf      needs Python 3.8, STAGEDOOR_URL and STAGEDOOR_API_KEY
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

asset, file = sys.argv[1:3]


def call(method, path, body=None):
    request = Request(
        f"{os.environ['STAGEDOOR_URL']}/external-api{path}",
        method=method,
        headers={
            "Authorization": f"Bearer {os.environ['STAGEDOOR_API_KEY']}",
            "Content-Type": "application/json",
        },
        data=None if body is None else json.dumps(body).encode(),
    )
    try:
        with urlopen(request, timeout=60) as response:
            return json.load(response)
    except HTTPError as error:
        problem = json.load(error)
        sys.exit(f"{problem['code']}: {problem['detail']}")


# 1. Create the document.
created = call("POST", "/staged-documents", {"assetIdentifier": asset, "name": os.path.basename(file)})

# 2. Upload the file to the object store, without an API key. Content-Length is the only header you need.
with open(file, "rb") as content:
    length = str(os.path.getsize(file))
    upload = Request(created["uploadSignedUrl"], content, {"Content-Length": length}, method="PUT")
    try:
        status = 2 if urlopen(upload).status == 200 else 6
    except OSError:
        status = 6

# 3. Report the result. It is safe to repeat a report.
record = call("PUT", f"/staged-documents/{created['uuid']}", {"status": status})
print(f"{record['uuid']} is {record['statusName']}")

# Poll the document until processing has ended, for at most a minute.
for _ in range(30):
    if record["statusName"] not in ("upload_successful", "processing"):
        break
    time.sleep(2)
    record = call("GET", f"/staged-documents/{created['uuid']}")
print(f"{record['uuid']} is now {record['statusName']}")

# Follow the changes of all documents. Store `after`, and call again every few seconds.
after = 0
while True:
    page = call("GET", f"/status-changes?after={after}&limit=100")
    if not page["items"]:
        break
    for change in page["items"]:
        previous = json.dumps(change["previousStatus"])
        print(f"{change['uuid']} {previous} -> {change['currentStatus']}")
    after = page["nextAfter"]
