import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { secure, securityHeaders } from "./security-headers.mjs";

const STORE = "http://127.0.0.1:3001";
const PLACE: Parameters<typeof securityHeaders>[2] = {
  uploadOrigin: STORE,
  isHttps: false,
  dev: false,
};
const NONCE = "bm9uY2U=";

/** The sources of each directive. */
const policyOf = (path: string, place = PLACE) =>
  Object.fromEntries(
    (securityHeaders(path, NONCE, place)["content-security-policy"] ?? "")
      .split("; ")
      .map((directive) => directive.split(" "))
      .map(([name = "", ...sources]) => [name, sources]),
  );

describe("a page", () => {
  test("may only use what its own server brings, and send files to the object store", () => {
    expect(policyOf("/cockpit?q=a")).toEqual({
      "default-src": ["'none'"],
      "script-src": ["'self'", `'nonce-${NONCE}'`, "'strict-dynamic'"],
      "style-src": ["'self'", `'nonce-${NONCE}'`],
      "style-src-attr": ["'unsafe-inline'"],
      "img-src": ["'self'", "data:", "blob:"],
      "font-src": ["'self'"],
      "connect-src": ["'self'", STORE],
      "worker-src": ["'self'"],
      "form-action": ["'self'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
      "manifest-src": ["'self'"],
    });
  });

  test.each([
    [null, ["'self'"]],
    ["https://documents.s3.example.com", ["'self'", "https://documents.s3.example.com"]],
    ["http://[::1]:3001", ["'self'", "http:"]],
  ])("whose files go to %s may connect to %j", (uploadOrigin, sources) => {
    expect(policyOf("/", { ...PLACE, uploadOrigin })["connect-src"]).toEqual(sources);
  });

  test("in development mode may evaluate code, write styles and hear of changes", () => {
    const policy = policyOf("/", { ...PLACE, dev: true });
    expect(policy["script-src"]).toContain("'unsafe-eval'");
    expect(policy["style-src"]).toEqual(["'self'", "'unsafe-inline'"]);
    expect(policy["connect-src"]).toContain("ws:");
  });
});

test.each([
  "/external-api",
  "/external-api/staged-documents?limit=1",
  "/api/cockpit/assets",
  "/api/auth/session",
])("an answer for machines is no page: %s", (path) => {
  expect(policyOf(path)).toEqual({ "default-src": ["'none'"], "frame-ancestors": ["'none'"] });
});

test("the parser of PDFs may load its own decoders and reach nothing, and compiles no WebAssembly", () => {
  expect(policyOf("/pdfjs/5.6.205/legacy/build/pdf.worker.min.mjs")).toEqual({
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "frame-ancestors": ["'none'"],
  });
});

test.each(["/apiary", "/docs/api", "/external-apis"])("%s is a page", (path) => {
  expect(policyOf(path)["script-src"]).toContain("'strict-dynamic'");
});

describe("every answer", () => {
  test("is taken for what it says it is, and tells other sites nothing", () => {
    expect(securityHeaders("/", NONCE, PLACE)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
  });

  test.each([true, false])("asks for HTTPS alone when that is how clients come: %s", (isHttps) => {
    const headers = securityHeaders("/", NONCE, { ...PLACE, isHttps });
    expect("strict-transport-security" in headers).toBe(isHttps);
  });
});

describe("a request", () => {
  function securedRequest(url: string, headers: Readonly<Record<string, string>> = {}) {
    const request = new IncomingMessage(new Socket());
    request.url = url;
    request.headers = {
      "x-stagedoor-path": "//elsewhere.example",
      "content-security-policy": "script-src 'nonce-known'",
      "x-stagedoor-document": "/elsewhere",
      ...headers,
    };
    const response = new ServerResponse(request);
    secure(request, response, PLACE);
    return { request, response };
  }

  test("brings the policy of its answer and its path, not what a client sent under these names", () => {
    const { request, response } = securedRequest("/cockpit/asset?identifier=BLD-1");
    expect(request.headers["x-stagedoor-path"]).toBe("/cockpit/asset?identifier=BLD-1");
    const policy = response.getHeader("content-security-policy");
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' /);
    expect(request.headers["content-security-policy"]).toBe(policy);
  });

  test("says whether it loads a document or parts of a page", () => {
    expect(securedRequest("/cockpit").request.headers["x-stagedoor-document"]).toBe("/cockpit");
    const part = securedRequest("/cockpit?_rsc=1x9z", { rsc: "1" });
    expect(part.request.headers["x-stagedoor-document"]).toBe("");
  });

  test("has a nonce that no other request has", () => {
    const policies = [1, 2, 3].map(() => securedRequest("/").request.headers);
    expect(new Set(policies.map((headers) => headers["content-security-policy"])).size).toBe(3);
  });

  test.each([
    ["/cockpit?_rsc=1x9z", "/cockpit"],
    ["/cockpit?_rsc=1x9z&q=a", "/cockpit?q=a"],
    ["/cockpit?q=a&_rsc=1x9z", "/cockpit?q=a"],
    ["/cockpit?q=a&_rsc=1x9z&order=b", "/cockpit?q=a&order=b"],
    ["/cockpit?q=_rsc", "/cockpit?q=_rsc"],
    ["/external-api/notifications?_rsc=1", "/external-api/notifications?_rsc=1"],
  ])("of the router for %s leads back to %s", (url, path) => {
    expect(securedRequest(url).request.headers["x-stagedoor-path"]).toBe(path);
  });
});
