// npx tsx upload.ts BLD-0001 lease.pdf      needs Node 20, STAGEDOOR_URL and STAGEDOOR_API_KEY
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { argv, env } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const [, , assetIdentifier = "", file = ""] = argv;

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${env.STAGEDOOR_URL}/external-api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${env.STAGEDOOR_API_KEY}`,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`);
  return answer;
}

// 1. Create the document.
const created = await call<{ uuid: string; uploadSignedUrl: string }>("POST", "/staged-documents", {
  assetIdentifier,
  name: basename(file),
});

// 2. Upload the file to the object store, without an API key or other headers.
const uploaded = await fetch(created.uploadSignedUrl, {
  method: "PUT",
  body: await openAsBlob(file),
});

// 3. Report the result. It is safe to repeat a report.
const record = await call<{ statusName: string }>("PUT", `/staged-documents/${created.uuid}`, {
  status: uploaded.status === 200 ? 2 : 6,
});
console.log(`${created.uuid} is ${record.statusName}`);

// Poll the document until processing has ended, for at most a minute.
let { statusName } = record;
for (let reads = 0; reads < 30 && /^(upload_successful|processing)$/.test(statusName); reads++) {
  await sleep(2_000);
  ({ statusName } = await call<{ statusName: string }>("GET", `/staged-documents/${created.uuid}`));
}
console.log(`${created.uuid} is now ${statusName}`);

// Follow the changes of all documents. Store `after`, and call again every few seconds.
interface Change {
  uuid: string;
  previousStatus: number | null;
  currentStatus: number;
}
for (let after = 0; ; ) {
  const page = await call<{ items: Change[]; nextAfter: number }>(
    "GET",
    `/status-changes?after=${after}&limit=100`,
  );
  if (page.items.length === 0) break;
  for (const { uuid, previousStatus, currentStatus } of page.items) {
    console.log(`${uuid} ${previousStatus} -> ${currentStatus}`);
  }
  after = page.nextAfter;
}
