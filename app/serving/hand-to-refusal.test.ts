import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { handToRefusal } from "./hand-to-refusal.mjs";
import { makeRoutable } from "./make-routable.mjs";

/** Passes on a request as the server receives it, and returns its new target. */
function handedTo(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  dev = false,
) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, headers: { ...headers } });
  makeRoutable(request);
  handToRefusal(request, { dev });
  return { method: request.method, url: request.url, headers: request.headers };
}

describe("requests passed on unchanged", () => {
  test.each([
    ["GET", "/cockpit?q=a%20b"],
    ["HEAD", "/docs"],
    ["POST", "/external-api/staged-documents?x=1"],
    ["DELETE", "/api/cockpit/webhook"],
    ["GET", "/external-apis"],
    ["GET", "/apiary"],
    ["GET", "/_next/static/chunks/a.js"],
  ])("%s %s", (method, url) => {
    expect(handedTo(method, url)).toMatchObject({ method, url });
  });

  test("a method that Next does not support, passed on as PATCH with the original method in a header", () => {
    const headers = { "x-stagedoor-method": "PATCH" };
    expect(handedTo("PROPFIND", "/external-api/a", headers)).toMatchObject({
      method: "PATCH",
      headers: { "x-stagedoor-method": "PROPFIND" },
    });
    expect(handedTo("PATCH", "/external-api/a", headers).headers).toEqual({});
  });

  test("a request for a page, with its router headers", () => {
    const headers = { rsc: "1", "next-router-state-tree": encodeURIComponent('["",{}]') };
    expect(handedTo("GET", "/cockpit?_rsc=1", headers).headers).toEqual(headers);
  });

  test("requests in development mode, but in no other mode", () => {
    const url = "/__nextjs_original-stack-frames";
    expect(handedTo("POST", url, {}, true).url).toBe(url);
    expect(handedTo("POST", url).url).toBe("/api/pages");
  });
});

describe("requests passed to a rejecting route", () => {
  test.each(["/EXTERNAL-API", "/Api/cockpit", "/%61pi", "/external-api%2Fx", "/x/%2e%2e/API/y"])(
    "GET %s",
    (url) => {
      expect(handedTo("GET", url).url).toBe("/api/nothing");
    },
  );

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])(
    "%s requests for a page",
    (method) => {
      expect(handedTo(method, "/cockpit").url).toBe("/api/pages");
    },
  );
});

test("`.` and `..` in a path are resolved before the target is chosen", () => {
  expect(handedTo("GET", "/cockpit/../external-api/./x/%2E%2E/y?z=../").url).toBe(
    "/external-api/y?z=../",
  );
});

test("router headers never reach an API route", () => {
  const headers = { rsc: "1", "next-action": "x", "x-middleware-prefetch": "1", accept: "a/b" };
  for (const url of ["/external-api/x", "/x/../external-api/y", "/x/%2e%2e/api/y"]) {
    expect(handedTo("GET", url, headers).headers, url).toEqual({ accept: "a/b" });
  }
});
