import { describe, expect, test } from "vitest";
import { RETRY_INTERVALS_SECONDS } from "@/lib/notifications/rules/retry-schedule";
import { readSettings, SettingsError } from "./read-settings";

const secretOf = (byteCount: number) => `whsec_${Buffer.alloc(byteCount, 0xfb).toString("base64")}`;

/** The sentence that stops the start. */
function sentenceOf(given: Record<string, string>): string {
  try {
    readSettings(given);
  } catch (error) {
    if (error instanceof SettingsError && error.sentences.length === 1) return error.message;
    throw error;
  }
  throw new Error("the settings were accepted");
}

describe("nothing given", () => {
  test("is a secret of our own making, attempts for 24 hours, public addresses only", () => {
    expect(readSettings({}).webhook).toEqual({
      signingSecret: null,
      retrySchedule: { intervalsSeconds: RETRY_INTERVALS_SECONDS, endsAfterSeconds: 86_400 },
      allowedNetworks: [],
      extraCaFile: null,
    });
  });
});

describe("WEBHOOK_SIGNING_SECRET", () => {
  test.each([24, 32, 64])("may be of %d bytes", (byteCount) => {
    const secret = secretOf(byteCount);
    const { signingSecret } = readSettings({ WEBHOOK_SIGNING_SECRET: secret }).webhook;
    expect(signingSecret).toBe(secret);
  });

  test.each([
    ["too short", secretOf(23)],
    ["too long", secretOf(65)],
    ["without its prefix", secretOf(32).slice("whsec_".length)],
    ["base64url", secretOf(32).replaceAll("+", "-")],
    ["no base64", "whsec_hunter2!hunter2!hunter2!hunter2!hunter2!"],
  ])("must not be %s", (_what, secret) => {
    const sentence = sentenceOf({ WEBHOOK_SIGNING_SECRET: secret });
    expect(sentence).toBe(
      "The setting WEBHOOK_SIGNING_SECRET must be whsec_ followed by the base64 of 24 to 64 bytes, as created by `npm run webhook-secret -- rotate`.",
    );
  });
});

describe("WEBHOOK_RETRY_SECONDS", () => {
  test.each([
    ["5", [5], 5],
    ["15,30,60", [15, 30, 60], 105],
    [" 1 , 2 ,10", [1, 2, 10], 13],
    ["86400,518400", [86_400, 518_400], 604_800],
  ])("%j are intervals, and the last attempt is behind the last one", (text, intervals, end) => {
    expect(readSettings({ WEBHOOK_RETRY_SECONDS: text }).webhook.retrySchedule).toEqual({
      intervalsSeconds: intervals,
      endsAfterSeconds: end,
    });
  });

  test.each(["15,15", "30,15", "0", "-1,5", "1.5,3", "15,,30", "15,30,", "1e2", "0x10", "15 30"])(
    "must not be %j",
    (text) => {
      expect(sentenceOf({ WEBHOOK_RETRY_SECONDS: text })).toBe(
        "The setting WEBHOOK_RETRY_SECONDS must be whole seconds of at least 1 in increasing order, separated by commas, such as 15,30,60.",
      );
    },
  );

  test.each(["604801", "86400,518401", "15,99999999999999999999"])(
    "must not be %s, for nobody waits so long",
    (text) => {
      expect(sentenceOf({ WEBHOOK_RETRY_SECONDS: text })).toMatch(
        /^The setting WEBHOOK_RETRY_SECONDS must (add up to 7 days at most|be whole seconds)/,
      );
    },
  );
});

describe("WEBHOOK_ALLOWED_NETWORKS", () => {
  test.each([
    ["10.0.0.0/8", ["10.0.0.0/8"]],
    ["127.0.0.1/32, fd00::/8", ["127.0.0.1/32", "fd00::/8"]],
  ])("%j may be sent to", (text, networks) => {
    const { allowedNetworks } = readSettings({ WEBHOOK_ALLOWED_NETWORKS: text }).webhook;
    expect(allowedNetworks).toEqual(networks);
  });

  test.each(["10.0.0.0", "10.0.0.0/33", "dms.lan/8", "10.0.0.0/8,", "10.0.0.0/8;fd00::/8", "*"])(
    "must not be %j",
    (text) => {
      expect(sentenceOf({ WEBHOOK_ALLOWED_NETWORKS: text })).toBe(
        "The setting WEBHOOK_ALLOWED_NETWORKS must be networks such as 10.0.0.0/8 or fd00::/8, separated by commas.",
      );
    },
  );
});

test("WEBHOOK_EXTRA_CA_FILE is taken as it is", () => {
  const { extraCaFile } = readSettings({ WEBHOOK_EXTRA_CA_FILE: "/etc/ca.pem" }).webhook;
  expect(extraCaFile).toBe("/etc/ca.pem");
});
