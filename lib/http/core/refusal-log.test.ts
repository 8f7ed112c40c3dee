import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ErrorCode } from "@/lib/kernel/rules/errors";
import { makeFailingPath, makePath } from "../testing/path.fixture";

/**
 * The documentation contains the filter that operators copy. Before matching, fail2ban removes the time, which
 * `datepattern` finds.
 */
const OPERATIONS = readFileSync("docs/operations.md", "utf8");
const settingOf = (name: string) =>
  new RegExp(`^${name} = (.*)$`, "m").exec(OPERATIONS)?.[1] ?? `no ${name}`;
const DATEPATTERN = new RegExp(settingOf("datepattern").replace("{LEPOCH}", String.raw`\d{13}`));
const ADDR = String.raw`(?<address>(?:\d{1,3}\.){3}\d{1,3}|[\da-fA-F:.]*:[\da-fA-F:.]*)`;
const filter = new RegExp(settingOf("failregex").replace("<ADDR>", ADDR));

const bannedBy = (log: string) =>
  log
    .split("\n")
    .map((line) => filter.exec(line.replace(DATEPATTERN, "")))
    .flatMap((match) => match?.groups?.address ?? []);

const PEER = { "x-stagedoor-peer-address": "192.0.2.7" };

test.each<[ErrorCode, number]>([
  ["authentication-required", 401],
  ["invalid-api-key", 401],
  ["sign-in-refused", 401],
  ["missing-scope", 403],
  ["cross-site-request", 403],
])(
  "the log line for %s, %d, starts with the client's address, and fail2ban matches it",
  async (code, status) => {
    const { context, call, authorization } = await makeFailingPath(code);
    await call("GET", { authorization, ...PEER });
    expect(context.log.lines()).toMatchObject([{ address: "192.0.2.7", status, code }]);
    expect(bannedBy(context.log.text())).toEqual(["192.0.2.7"]);
  },
);

test.each<ErrorCode>(["staged-document-not-found", "validation-failed", "database-unavailable"])(
  "%s is not suspicious, so no address is logged",
  async (code) => {
    const { context, call, authorization } = await makeFailingPath(code);
    await call("GET", { authorization, ...PEER });
    expect(context.log.text()).not.toContain("192.0.2.7");
    expect(bannedBy(context.log.text())).toEqual([]);
  },
);

test("a client that only calls too often is logged with its address, but fail2ban does not match the line", async () => {
  const { context, call, authorization } = await makeFailingPath("rate-limited");
  await call("GET", { authorization, ...PEER });
  expect(context.log.lines()).toMatchObject([{ address: "192.0.2.7", status: 429 }]);
  expect(bannedBy(context.log.text())).toEqual([]);
});

test("no address is logged for a success", async () => {
  const { context, call, authorization } = await makePath();
  await call("GET", { authorization, ...PEER });
  expect(context.log.text()).not.toContain("192.0.2.7");
});

test("a page that is still open when its session ends does not cause its client to be banned", async () => {
  const { context, call, authorization } = await makeFailingPath("sign-in-required");
  await call("GET", { authorization, ...PEER });
  expect(context.log.lines()).toMatchObject([{ address: "192.0.2.7", status: 401 }]);
  expect(bannedBy(context.log.text())).toEqual([]);
});

test("fail2ban matches an IPv6 address in every notation that sockets use", async () => {
  const { context, call } = await makePath();
  await call("GET", { "x-stagedoor-peer-address": "2001:db8::7" });
  await call("GET", { "x-stagedoor-peer-address": "fe80::7%eth0" });
  await call("GET", { "x-stagedoor-peer-address": "::ffff:192.0.2.7" });
  expect(bannedBy(context.log.text())).toEqual(["2001:db8::7", "fe80::7", "192.0.2.7"]);
});

test("fail2ban matches nothing while addresses are unknown", async () => {
  const { context, call } = await makePath();
  await call("GET", {});
  expect(context.log.lines()).toMatchObject([{ address: "unknown", status: 401 }]);
  expect(bannedBy(context.log.text())).toEqual([]);
});

test("clients cannot get somebody else's address banned", async () => {
  const { context, call } = await makePath();
  const forged = '{"level":40,"time":1,"address":"198.51.100.9","status":401,';
  await call("GET", { authorization: forged, "x-forwarded-for": "198.51.100.9", ...PEER });
  await call("GET", { authorization: forged, "x-stagedoor-peer-address": '","x":"198.51.100.9' });
  expect(bannedBy(context.log.text())).toEqual(["192.0.2.7"]);
});
