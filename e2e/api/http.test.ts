import { once } from "node:events";
import { connect } from "node:net";
import { version as PDFJS_VERSION } from "pdfjs-dist/package.json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROBLEMS } from "@/lib/http/core/problems/problem";
import { problem } from "@/lib/http/core/schemas";
import { ERROR_CODES } from "@/lib/kernel/rules/errors";
import { type Product, startProduct } from "../product";

const DOCUMENTS = "/external-api/staged-documents";
const UNKNOWN = `${DOCUMENTS}/00000000-0000-7000-8000-000000000000`;

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product.stop();
});

/** Sends a request exactly as given and resolves with the complete response. The server closes the connection. */
async function sendRaw(lines: readonly string[], body = ""): Promise<string> {
  const { hostname, port } = new URL(product.url);
  const socket = connect(Number(port), hostname);
  const head = [...lines, "Host: stagedoor.example", `Authorization: Bearer ${product.apiKey}`];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk;
  });
  await once(socket, "close");
  return answer;
}

const ask = (method: string, target: string, ...headers: readonly string[]) =>
  sendRaw([`${method} ${target} HTTP/1.1`, "Connection: close", "Content-Length: 0", ...headers]);

function expectProblem(answer: string, status: number, code: string) {
  expect(answer).toContain("application/problem+json");
  expect(problemOf(answer)).toMatchObject({ status, code });
  expect(statusOf(answer)).toBe(status);
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

function problemOf(answer: string) {
  const json = /\{.*\}/s.exec(answer)?.[0] ?? "null";
  return problem.parse(JSON.parse(json));
}

describe("every error under /external-api is a problem document", () => {
  test.each([
    ["GET", "/external-api", 404, "not-found"],
    ["GET", "/external-api/", 404, "not-found"],
    ["POST", "/external-api/unknown/path", 404, "not-found"],
    ["GET", "//external-api//unknown", 404, "not-found"],
    ["GET", `${UNKNOWN}/unknown`, 404, "not-found"],
    ["GET", UNKNOWN, 404, "staged-document-not-found"],
    ["GET", `${UNKNOWN}/`, 404, "staged-document-not-found"],
    ["GET", `ws://stagedoor.example${UNKNOWN}`, 404, "staged-document-not-found"],
    ["GET", `http://stagedoor.example${UNKNOWN}`, 404, "staged-document-not-found"],
    ["GET", `${DOCUMENTS}/%`, 404, "staged-document-not-found"],
    ["GET", `${DOCUMENTS}/%zz`, 404, "staged-document-not-found"],
    ["GET", `${DOCUMENTS}/%00`, 404, "staged-document-not-found"],
    ["GET", `${DOCUMENTS}/%ff`, 404, "staged-document-not-found"],
    ["TRACE", DOCUMENTS, 405, "method-not-allowed"],
    ["PROPFIND", UNKNOWN, 405, "method-not-allowed"],
    ["PATCH", UNKNOWN, 415, "unsupported-media-type"],
    ["PATCH", DOCUMENTS, 405, "method-not-allowed"],
    ["PUT", DOCUMENTS, 405, "method-not-allowed"],
  ])("%s %s", async (method, target, status, code) => {
    expectProblem(await ask(method, target), status, code);
  });
});

describe("under /api, and for other spellings of the API's path, no page is served", () => {
  test.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/cockpit",
    "/api/cockpit/nothing/at/all",
    "/api/health",
    "/api/metrics/more",
    "/API/cockpit/assets",
    `/EXTERNAL-API/${DOCUMENTS.split("/")[2]}`,
    "/External-Api",
    "/%65xternal-api/staged-documents",
    "/external-api%2Fstaged-documents",
    "/external-api;version=1/staged-documents",
    "/external-api\\staged-documents",
    "/%2F/external-api/staged-documents",
    "/cockpit/../external-api/nothing",
  ])("%s returns a 404 problem that names the path", async (target) => {
    const answer = await ask("GET", target);
    expectProblem(answer, 404, "not-found");
    expect(answer).toMatch(/^content-security-policy: default-src 'none'; /im);
    expectProblem(await ask("POST", target, "Next-Action: x"), 404, "not-found");
  });

  test("the problem's detail names the path as it was requested", async () => {
    const { detail } = problemOf(await ask("GET", "/EXTERNAL-API/staged-documents?limit=1"));
    expect(detail).toContain("Nothing exists at /EXTERNAL-API/staged-documents.");
  });

  test.each([
    ["POST", "/api/health/live", "GET, HEAD, OPTIONS"],
    ["TRACE", "/api/health/ready", "GET, HEAD, OPTIONS"],
    ["DELETE", "/api/metrics", "GET, HEAD, OPTIONS"],
    ["DELETE", "/api/inngest", "GET, HEAD, POST, PUT, OPTIONS"],
    ["DELETE", "/cockpit", "GET, HEAD, OPTIONS"],
    ["PROPFIND", `/pdfjs/${PDFJS_VERSION}/legacy/build/pdf.worker.min.mjs`, "GET, HEAD, OPTIONS"],
  ])("%s %s returns a 405 problem", async (method, target, allowed) => {
    const answer = await ask(method, target);
    expectProblem(answer, 405, "method-not-allowed");
    expect(answer).toMatch(new RegExp(`^allow: ${allowed}\r$`, "im"));
  });
});

describe("a query", () => {
  test.each(["__proto__", "constructor", "hasOwnProperty", "nxtPuuid", "nxtIlimit", "_rsc"])(
    "with %s, which Next may drop, is rejected because the parameter is unknown",
    async (name) => {
      const answer = await ask("GET", `${DOCUMENTS}?limit=1&${name}=1`);
      expectProblem(answer, 422, "validation-failed");
      expect(problemOf(answer).errors).toMatchObject([{ pointer: `#/${name}` }]);
    },
  );
});

describe("headers that Next or Node would handle themselves", () => {
  test.each([
    "Expect: something",
    "RSC: 1",
    "RSC: 1\r\nNext-Router-State-Tree: garbage",
    "Next-Router-Prefetch: 1\r\nRSC: 1",
    "RSC: 1\r\nNext-Router-Segment-Prefetch: /_tree",
    "x-middleware-prefetch: 1",
    "x-middleware-subrequest: middleware",
    "x-nextjs-data: 1",
    "Next-Action: x",
    "Range: bytes=0-3",
    "If-None-Match: *",
    "Accept: text/html",
    "Content-Type: multipart/form-data",
  ])("%j does not change the API's response", async (header) => {
    expectProblem(await ask("GET", UNKNOWN, header), 404, "staged-document-not-found");
    expectProblem(await ask("GET", "/api/nothing", header), 404, "not-found");
    expectProblem(await ask("POST", `${UNKNOWN}/none`, header), 404, "not-found");
    expectProblem(await ask("POST", "/x/../external-api/y", header), 404, "not-found");
  });

  test.each([
    ["Next-Action: deadbeef", "/cockpit"],
    ["Next-Action: deadbeef\r\nContent-Type: application/x-www-form-urlencoded", "/login"],
    ["Content-Type: multipart/form-data; boundary=x", "/login"],
    ["Content-Type: application/json", "/nothing"],
    ["X-Any: header", "/"],
  ])("%j on a POST to a page returns a 405 problem", async (header, target) => {
    expectProblem(await ask("POST", target, header), 405, "method-not-allowed");
  });

  test("a form that is submitted before the page's scripts have loaded returns the page again", async () => {
    const answer = await ask("POST", "/login", "Content-Type: application/x-www-form-urlencoded");
    expect([statusOf(answer), answer]).toEqual([200, expect.stringContaining("text/html")]);
  });

  test("an unreadable router state is ignored, and the page is served", async () => {
    const answer = await ask("GET", "/docs", "Next-Router-State-Tree: garbage");
    expect(statusOf(answer)).toBe(200);
    const missing = await ask("GET", "/nothing", "RSC: 1", "Next-Router-State-Tree: %zz");
    expect(statusOf(missing)).toBe(404);
  });
});

describe("connections", () => {
  test("a client that offers HTTP/2 on the plain port gets a response", async () => {
    const answer = await sendRaw([
      `GET ${UNKNOWN} HTTP/1.1`,
      "Connection: close, Upgrade, HTTP2-Settings",
      "Upgrade: h2c",
      "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
    ]);
    expect(statusOf(answer)).toBe(404);
  });

  test("OPTIONS lists the methods of a path", async () => {
    const answer = await ask("OPTIONS", DOCUMENTS);
    expect(statusOf(answer)).toBe(204);
    expect(answer).toMatch(/^allow: .*POST.*OPTIONS/im);
  });

  test("a request that declares a body of 20 MB is rejected before the body is sent", async () => {
    const answer = await sendRaw([
      `POST ${DOCUMENTS} HTTP/1.1`,
      "Connection: close",
      "Content-Type: application/json",
      "Content-Length: 20000000",
    ]);
    expect(problemOf(answer)).toMatchObject({ status: 413, code: "body-too-large" });
  });

  test("a body that is held back returns 408 after 10 s, and the connection is closed", async () => {
    // The first path is answered without Next, the second one through it.
    const holdBack = (path: string) =>
      sendRaw(
        [`POST ${path} HTTP/1.1`, "Content-Type: application/json", "Content-Length: 100"],
        '{"name":',
      );
    const answers = await Promise.all([DOCUMENTS, "/external-api/assets"].map(holdBack));
    for (const answer of answers) expectProblem(answer, 408, "body-too-slow");
  });

  test("a chunked body is read like any other, up to its limit", async () => {
    const post = (text: string) =>
      sendRaw(
        [
          `POST ${DOCUMENTS} HTTP/1.1`,
          "Connection: close",
          "Content-Type: application/json",
          "Transfer-Encoding: chunked",
        ],
        `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
      );
    expect(statusOf(await post('{"assetIdentifier":"A","name":"a.pdf"}'))).toBe(201);
    expect(statusOf(await post(`{"name":"${"x".repeat(70_000)}"}`))).toBe(413);
  });
});

describe("health", () => {
  test("the live and ready endpoints respond without a key", async () => {
    const live = await fetch(`${product.url}/api/health/live`);
    expect([live.status, await live.json()]).toEqual([200, { status: "ok" }]);
    const ready = await fetch(`${product.url}/api/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: "ready",
        parts: {
          database: "ok",
          objectStore: "ok",
          engine: "ok",
          notifications: "ok",
          processing: "ok",
          audit: "ok",
        },
      },
    ]);
  });
});

describe("the pages about problems", () => {
  test.each(ERROR_CODES)(
    "the type of %s opens a page that says what happened and what to do",
    async (code) => {
      const page = await fetch(`${product.url}/docs/problems/${code}`);
      expect(page.status).toBe(200);
      const text = (await page.text()).replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
      expect(text).toContain(PROBLEMS[code].title);
      expect(text).toContain("What to do");
    },
  );
});
