import { describe, expect, test } from "vitest";
import vectors from "../testing/webhook-vectors.json";
import { objectToWebhookUrl, webhookUrlProblem } from "./webhook-url";

const bracketed = (ip: string) => (ip.includes(":") ? `[${ip}]` : ip);

describe("a webhook URL", () => {
  test.each(vectors.urlsAcceptAtConfig)("%j is accepted", (url) => {
    expect(webhookUrlProblem(url)).toBeNull();
  });

  test.each(vectors.urlsRejectAtConfig)("%j is rejected with an explanation", (url) => {
    expect(webhookUrlProblem(url)).toMatch(/^must /);
  });

  test.each(vectors.ipsAllowed)("may be at the public address %s", (ip) => {
    expect(webhookUrlProblem(`https://${bracketed(ip)}/hook`)).toBeNull();
  });

  test.each(vectors.ipsBlocked)("must not be at %s", (ip) => {
    expect(webhookUrlProblem(`https://${bracketed(ip)}/hook`)).toMatch(/private or reserved/);
  });
});

describe("each rule has its own message", () => {
  test.each([
    ["http://example.com/", "must start with https:// in lower case"],
    ["HTTPS://example.com/", "must start with https:// in lower case"],
    ["https://example.com/a b", "must not contain spaces or control characters"],
    ["https://example.com/\u0000", "must not contain spaces or control characters"],
    ["https://example.com/\u0085", "must not contain spaces or control characters"],
    ["https://example.com/\ud800", "must be well-formed Unicode"],
    ["https://", "must be a URL such as https://dms.example.com/hook"],
    ["https://example.com:65536/", "must be a URL such as https://dms.example.com/hook"],
    [
      "https://user@example.com/",
      "must not contain a user name or password: the signature identifies the sender",
    ],
    ["https://example.com:1023/", "must use port 443 or a port from 1024 to 65535"],
    [
      "https://metadata.google.internal/",
      "must not name this machine or an internal network: use a publicly reachable name",
    ],
    [
      "https://127.1/",
      "must not point to a private or reserved address: use a publicly reachable one",
    ],
  ])("%j: %s", (url, sentence) => {
    expect(webhookUrlProblem(url)).toBe(sentence);
  });
});

describe("edge cases", () => {
  test.each([
    "https://example.com:1024/",
    "https://example.com:65535/",
    "https://example.com./hook",
    "https://localhost.example.com/",
    "https://mylocal/",
    "https://internal.example/",
    "https://example.com/user@host",
    "https://example.com/hook?a=%20#b",
  ])("%s is accepted", (url) => {
    expect(webhookUrlProblem(url)).toBeNull();
  });

  test.each([
    "https://example.com:0/",
    "https://localhost../",
    "https://internal/",
    "https://a.b.INTERNAL./",
    "https://0xA9FEA9FE/",
    "https://[0:0:0:0:0:ffff:a9fe:a9fe]/",
  ])("%s is rejected", (url) => {
    expect(webhookUrlProblem(url)).not.toBeNull();
  });
});

describe("a host name that DNS can look up", () => {
  const label = (length: number) => "a".repeat(length);
  const longest = `${`${label(49)}.`.repeat(5)}com`;
  const tooLong = `${`${label(49)}.`.repeat(5)}info`;
  const TOO_LONG = "must have a host name of at most 253 characters";
  const LABEL = "must have a host name with 1 to 63 characters in each part between dots";

  test.each([
    ["253 characters", longest],
    ["253 characters and the dot of a complete name", `${longest}.`],
    ["63 characters before the dot", `${label(63)}.example`],
    ["letters of other alphabets", "münchen.example"],
  ])("with %s is accepted", (_what, name) => {
    expect(webhookUrlProblem(`https://${name}/hook`)).toBeNull();
  });

  test.each([
    ["254 characters", tooLong, TOO_LONG],
    ["5,000 characters", label(5_000), TOO_LONG],
    ["eighty short labels", `${label(60)}.`.repeat(80), TOO_LONG],
    ["64 characters before the dot", `${label(64)}.example`, LABEL],
    ["a label that DNS writes with more than 63", `${"ü".repeat(60)}.example`, LABEL],
    ["two dots", "a..example", LABEL],
    ["a dot at the beginning", ".example", LABEL],
    ["dots only", "..", LABEL],
  ])("with %s is rejected", (_what, name, problem) => {
    expect(objectToWebhookUrl(`https://${name}:8443/`, [], null)).toEqual({
      rule: "form",
      problem,
    });
  });
});

describe("allowed networks", () => {
  const allowed = ["10.0.0.0/8", "fd00::/8"];

  test.each([
    "https://10.1.2.3/",
    "https://10.1.2.3:22/",
    "https://[fd00::1]:8443/",
    "https://[::ffff:10.1.2.3]/",
  ])("permit %s", (url) => {
    expect(webhookUrlProblem(url, allowed)).toBeNull();
    expect(webhookUrlProblem(url)).not.toBeNull();
  });

  test.each([
    "http://10.1.2.3/",
    "https://user@10.1.2.3/",
    "https://11.1.2.3:22/",
    "https://127.0.0.1/",
    "https://localhost/",
  ])("do not permit %s", (url) => {
    expect(webhookUrlProblem(url, allowed)).not.toBeNull();
  });
});

describe("the built-in receiver", () => {
  const builtIn = "https://127.0.0.1:3002";

  test.each([builtIn, `${builtIn}/`, `${builtIn}/hook?a=1`])("is accepted at %s", (url) => {
    expect(webhookUrlProblem(url, [], builtIn)).toBeNull();
    expect(webhookUrlProblem(url)).not.toBeNull();
  });

  test.each([
    "http://127.0.0.1:3002/",
    "https://127.0.0.1:3003/",
    "https://127.0.0.1/",
    "https://127.0.0.2:3002/",
    "https://localhost:3002/",
    "https://[::1]:3002/",
    "https://user@127.0.0.1:3002/",
    "https://127.0.0.1:30020/",
  ])("permits nothing else: %s is rejected", (url) => {
    expect(webhookUrlProblem(url, [], builtIn)).not.toBeNull();
  });
});

test.each([
  ["http://example.com/", "scheme"],
  ["ftp://example.com/", "form"],
  ["https://user@example.com/", "form"],
  ["https://example.com:22/", "port"],
  ["https://10.0.0.1/", "address"],
  ["https://localhost/", "address"],
] as const)("%s breaks the rule about its %s", (url, rule) => {
  expect(objectToWebhookUrl(url, [], null)?.rule).toBe(rule);
});
