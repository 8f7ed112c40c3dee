import { expect, test } from "vitest";
import { CALL_ROLES } from "@/app/testing/role-table.fixture";
import openapi from "@/docs/openapi.json" with { type: "json" };
import { blocksOf, CURRENT_PAGES, codeSpans, SHELL, tableOf } from "./documents.fixture";

const known = Object.entries(openapi.paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
);

test("docs/integration.md lists every call", () => {
  const { rows } = tableOf("docs/integration.md", "Call (scope)", "Response");
  const documented = rows.map(([call = ""]) => {
    const [, method, path] = /^`([A-Z]+) (\S+)`/.exec(call) ?? [];
    return `${method} /external-api${path}`;
  });
  expect(documented.toSorted()).toEqual(known.toSorted());
});

/** Calls under `/api` that belong neither to the external API nor to a page. */
const OTHERS = ["GET /api/health/live", "GET /api/health/ready", "GET /api/metrics"];

const pageCalls = Object.keys(CALL_ROLES).map((call) => call.replace(" ", " /api/cockpit"));
const everyCall = [...known, ...pageCalls, ...OTHERS];

/** Returns whether a call in the documentation, with values or placeholders, is one of the product's calls. */
const exists = (call: string) =>
  everyCall.some((path) =>
    new RegExp(`^${path.replaceAll(/\{[^}]+\}|\[[^\]]+\]/g, "[^/]+")}$`).test(call),
  );

const CALL = /\b(GET|POST|PUT|PATCH|DELETE) ((?:\/external-api|\/api)\/[^\s`?,]+)/g;
const callsIn = (text: string) =>
  [...text.matchAll(CALL)].map(([, method, path]) => `${method} ${path}`);

test.each(CURRENT_PAGES)("every call named in $file exists", ({ text }) => {
  const named = codeSpans(text).flatMap(callsIn);
  expect(named.filter((call) => !exists(call) && !call.includes("/api/inngest"))).toEqual([]);
});

test.each(CURRENT_PAGES)("every curl command in $file matches the API", ({ text }) => {
  const lines = blocksOf(text, SHELL).flatMap((block) => block.split("\n"));
  const calls = lines.flatMap((line) => {
    const [, method = "GET"] = /-X (\w+)|--request (\w+)/.exec(line) ?? [];
    const [, path] = /(\/(?:external-api|api)\/[^\s"?]+)/.exec(line) ?? [];
    return path === undefined || !line.includes("curl") ? [] : [`${method} ${path}`];
  });
  expect(calls.filter((call) => !exists(call))).toEqual([]);
});
