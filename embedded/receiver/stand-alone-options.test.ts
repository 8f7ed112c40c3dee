import { expect, test } from "vitest";
import { SECRET } from "./notification.fixture";
import { readStandAloneOptions } from "./stand-alone-options";

const read = (line: string) => readStandAloneOptions(line.split(" ").filter((word) => word !== ""));

test("the command uses port 4443 and no secret by default, and accepts valid notifications", () => {
  expect(read("")).toEqual({
    port: 4443,
    secrets: [],
    dataDir: ".stagedoor/stand-alone",
    behaviour: { kind: "accept" },
    requests: undefined,
  });
});

test.each([
  ["--status 500", { kind: "answer", status: 500 }],
  ["--status 429 --retry-after 60", { kind: "answer", status: 429, retryAfterSeconds: 60 }],
  ["--delay-ms 3000", { kind: "slow", delayMs: 3_000 }],
  ["--hang", { kind: "hang" }],
  ["--reset", { kind: "reset" }],
  ["--fail-share 0.3", { kind: "fail-at-random", share: 0.3, status: 500 }],
  ["--fail-share 0.3 --status 503", { kind: "fail-at-random", share: 0.3, status: 503 }],
])("the command accepts %s as a behaviour", (line, behaviour) => {
  expect(read(line).behaviour).toEqual(behaviour);
});

test("the command accepts a port, a folder, several secrets and a number of requests", () => {
  expect(
    read(`--port 0 --data-dir /tmp/x --secret ${SECRET} --secret ${SECRET} --requests 3`),
  ).toEqual({
    port: 0,
    secrets: [SECRET, SECRET],
    dataDir: "/tmp/x",
    behaviour: { kind: "accept" },
    requests: 3,
  });
});

test.each([
  ["--status abc", "must be a number"],
  ["--status 700", "<=599"],
  ["--port 70000", "<=65535"],
  ["--bogus", "--bogus"],
  ["--secret", "--secret"],
  ["--secret hello", "must be whsec_"],
  ["--requests 0", ">=1"],
  ["--hang --status 500", "Give only one of"],
  ["--retry-after 5", "--retry-after needs --status"],
  ["--fail-share 2", "<=1"],
])("the command rejects %s and shows its options", (line, sentence) => {
  expect(() => read(line)).toThrow(sentence);
  expect(() => read(line)).toThrow("Usage: npm run receiver");
});
