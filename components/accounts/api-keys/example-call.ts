import type { NewApiKeyAnswer } from "@/lib/http/accounts/api-key-schemas";
import type { Scope } from "@/lib/kernel/rules/actor";

const DOCUMENTS = "/external-api/staged-documents";

/** For each scope, a call that shows that the key works, harmless calls first. The reader fills in `<uuid>`. */
const CALLS: readonly (readonly [Scope, (start: string, url: string) => string])[] = [
  ["documents:read", (start, url) => `${start}'${url}${DOCUMENTS}?limit=1'`],
  [
    "configuration:read",
    (start, url) => `${start}'${url}/external-api/external-dms-configuration'`,
  ],
  [
    "documents:write",
    (start, url) =>
      `${start}${json('{"assetIdentifier": "BLD-0001", "name": "lease.pdf"}')}'${url}${DOCUMENTS}'`,
  ],
  ["documents:process", (start, url) => put(start, url, 3)],
  ["documents:review", (start, url) => put(start, url, 5)],
  [
    "configuration:write",
    (start, url) => `${start}-X POST '${url}/external-api/notifications/tests'`,
  ],
  [
    "documents:erase",
    (start, url) => `${start}-X POST '${url}${DOCUMENTS}/<uuid>/content-erasure'`,
  ],
];

const json = (body: string) => `-H 'Content-Type: application/json' \\\n  -d '${body}' \\\n  `;
const put = (start: string, url: string, status: number) =>
  `${start}-X PUT ${json(`{"status": ${status}}`)}'${url}${DOCUMENTS}/<uuid>'`;

/** Returns an example call that uses a new key, ready to paste into a shell. A generated key needs no quoting. */
export function exampleCall({
  key,
  row: { scopes },
  publicUrl,
}: Pick<NewApiKeyAnswer, "key" | "publicUrl"> & {
  readonly row: Pick<NewApiKeyAnswer["row"], "scopes">;
}): string {
  const start = `curl -H 'Authorization: Bearer ${key}' \\\n  `;
  const [, make] = CALLS.find(([scope]) => scopes.includes(scope)) ?? [];
  return make ? make(start, publicUrl) : `${start}'${publicUrl}${DOCUMENTS}'`;
}
