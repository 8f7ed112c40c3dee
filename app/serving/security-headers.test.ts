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

/** Returns the sources for each directive. */
const policyOf = (path: string, place = PLACE) =>
  Object.fromEntries(
    (securityHeaders(path, NONCE, place)["content-security-policy"] ?? "")
      .split("; ")
      .map((directive) => directive.split(" "))
      .map(([name = "", ...sources]) => [name, sources]),
  );

describe("a page", () => {
  test("may use only resources from its own server and upload files to the object store", () => {
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
  ])("may connect to %j if its upload origin is %s", (uploadOrigin, sources) => {
    expect(policyOf("/", { ...PLACE, uploadOrigin })["connect-src"]).toEqual(sources);
  });

  test("may also evaluate code, use inline styles and receive updates in development mode", () => {
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
])("a response for programs does not have a page's policy: %s", (path) => {
  expect(policyOf(path)).toEqual({ "default-src": ["'none'"], "frame-ancestors": ["'none'"] });
});

test("the PDF parser may load its own decoders and nothing else, and cannot compile WebAssembly", () => {
  expect(policyOf("/pdfjs/5.6.205/legacy/build/pdf.worker.min.mjs")).toEqual({
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "frame-ancestors": ["'none'"],
  });
});

test.each(["/apiary", "/docs/api", "/external-apis"])("%s is a page", (path) => {
  expect(policyOf(path)["script-src"]).toContain("'strict-dynamic'");
});

describe("every response", () => {
  test("forbids content sniffing and reveals nothing to other sites", () => {
    expect(securityHeaders("/", NONCE, PLACE)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
  });

  test.each([true, false])("requires HTTPS only if clients connect over HTTPS: %s", (isHttps) => {
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

  test("carries its path and the policy of its response instead of the values that a client sent", () => {
    const { request, response } = securedRequest("/cockpit/asset?identifier=BLD-1");
    expect(request.headers["x-stagedoor-path"]).toBe("/cockpit/asset?identifier=BLD-1");
    const policy = response.getHeader("content-security-policy");
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' /);
    expect(request.headers["content-security-policy"]).toBe(policy);
  });

  test("shows whether it loads a document or parts of a page", () => {
    expect(securedRequest("/cockpit").request.headers["x-stagedoor-document"]).toBe("/cockpit");
    const part = securedRequest("/cockpit?_rsc=1x9z", { rsc: "1" });
    expect(part.request.headers["x-stagedoor-document"]).toBe("");
  });

  test("has a unique nonce", () => {
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
  ])("for %s by Next's router carries the return path %s", (url, path) => {
    expect(securedRequest(url).request.headers["x-stagedoor-path"]).toBe(path);
  });
});
