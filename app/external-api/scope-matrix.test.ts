import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import { SCOPES, type Scope } from "@/lib/kernel/rules/actor";
import { prepareApi } from "../testing/api.fixture";

const ROOT = "app/external-api";
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const api = prepareApi();

const READ: readonly Scope[] = ["documents:read"];
const WRITE: readonly Scope[] = ["documents:write"];
/** The endpoint accepts all of these scopes. The table of moves decides which changes each key can make. */
const MOVE: readonly Scope[] = ["documents:write", "documents:review", "documents:process"];

/**
 * Every call and the scopes that it accepts, or null if it needs no key. Written by hand, so that a change in the code
 * fails the tests.
 */
const CALLS: Record<string, readonly Scope[] | null> = {
  "GET /staged-documents": READ,
  "POST /staged-documents": WRITE,
  "GET /staged-documents/[uuid]": READ,
  "PUT /staged-documents/[uuid]": MOVE,
  "PATCH /staged-documents/[uuid]": WRITE,
  "DELETE /staged-documents/[uuid]": MOVE,
  "GET /staged-documents/[uuid]/content": READ,
  "POST /staged-documents/[uuid]/content-erasure": ["documents:erase"],
  "GET /staged-documents/[uuid]/status-changes": READ,
  "POST /staged-documents/[uuid]/upload-url": WRITE,
  "GET /staged-document-statuses": READ,
  "GET /status-changes": READ,
  "GET /assets": READ,
  "POST /assets": ["configuration:write"],
  "PATCH /assets": ["configuration:write"],
  "GET /document-classes": READ,
  "PUT /document-classes/[documentClass]": ["configuration:write"],
  "GET /notifications": ["configuration:read"],
  "GET /notifications/[id]": ["configuration:read"],
  "POST /notifications/[id]/resend": ["configuration:write"],
  "POST /notifications/resends": ["configuration:write"],
  "POST /notifications/tests": ["configuration:write"],
  "GET /external-dms-configuration": ["configuration:read"],
  "POST /external-dms-configuration": ["configuration:write"],
  "DELETE /external-dms-configuration": ["configuration:write"],
  "POST /external-dms-configuration/secret-rotations": ["configuration:write"],
  "GET /openapi.json": null,
};

type Handler = (
  request: Request,
  route: { params: Promise<Record<string, string>> },
) => Promise<Response>;

const paths = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("/route.ts") && !file.startsWith("[...path]"))
  .map((file) => file.replace(/\/route\.ts$/, ""));

async function callRoute(method: string, path: string, key: string | null) {
  const file = resolve(`${ROOT}${path}/route.ts`);
  const route: Record<string, Handler> = await import(/* @vite-ignore */ file);
  const handler = route[method];
  if (!handler) throw new Error(`${path} exports no ${method}`);
  const hasBody = ["POST", "PUT", "PATCH"].includes(method);
  const url = `http://127.0.0.1:3000/external-api${path.replace(/\[\w+\]/, UNKNOWN)}`;
  const request = new Request(url, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(hasBody ? { "content-type": "application/json" } : {}),
    },
    ...(hasBody ? { body: method === "PUT" ? '{"status":2}' : "{}" } : {}),
  });
  return handler(request, { params: Promise.resolve({ uuid: UNKNOWN, id: UNKNOWN }) });
}

test("the table contains every call of every route and nothing else", async () => {
  const calls = await Promise.all(
    paths.map(async (path) => {
      const { headers } = await callRoute("OPTIONS", `/${path}`, null);
      const methods = (headers.get("allow") ?? "").split(", ");
      return methods
        .filter((method) => method !== "OPTIONS" && method !== "HEAD")
        .map((method) => `${method} /${path}`);
    }),
  );
  expect(calls.flat().toSorted()).toEqual(Object.keys(CALLS).toSorted());
});

describe.each(Object.entries(CALLS))("%s", (call, takes) => {
  const [method = "", path = ""] = call.split(" ");

  test.each(SCOPES)("checks a key that has only %s", async (scope) => {
    const answer = await callRoute(method, path, await api.makeKey([scope]));
    const isTaken = takes === null || takes.includes(scope);
    if (isTaken) expect([401, 403, 405, 500, 503]).not.toContain(answer.status);
    else expect(problem.parse(await answer.json())).toMatchObject({ code: "missing-scope" });
  });

  test("checks a missing key and a key without scopes", async () => {
    const none = await callRoute(method, path, await api.makeKey([]));
    const nobody = await callRoute(method, path, null);
    if (takes === null) expect([none.status, nobody.status]).toEqual([200, 200]);
    else expect([none.status, nobody.status]).toEqual([403, 401]);
  });
});
