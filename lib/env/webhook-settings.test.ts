import { describe, expect, test } from "vitest";
import { RETRY_INTERVALS_SECONDS } from "@/lib/notifications/rules/retry-schedule";
import { readSettings, SettingsError } from "./read-settings";

const secretOf = (byteCount: number) => `whsec_${Buffer.alloc(byteCount, 0xfb).toString("base64")}`;

/** Returns the only sentence of the error that these settings cause. */
function sentenceOf(settings: Record<string, string>): string {
  try {
    readSettings(settings);
  } catch (error) {
    if (error instanceof SettingsError && error.sentences.length === 1) return error.message;
    throw error;
  }
  throw new Error("the settings were accepted");
}

describe("without webhook settings", () => {
  test("the secret is generated, attempts continue for 24 hours, and only public addresses are allowed", () => {
    expect(readSettings({}).webhook).toEqual({
      signingSecret: null,
      retrySchedule: { intervalsSeconds: RETRY_INTERVALS_SECONDS, endsAfterSeconds: 86_400 },
      allowedNetworks: [],
      extraCaFile: null,
    });
  });
});

describe("WEBHOOK_SIGNING_SECRET", () => {
  test.each([24, 32, 64])("accepts %d bytes", (byteCount) => {
    const secret = secretOf(byteCount);
    const { signingSecret } = readSettings({ WEBHOOK_SIGNING_SECRET: secret }).webhook;
    expect(signingSecret).toBe(secret);
  });

  test.each([
    ["too short", secretOf(23)],
    ["too long", secretOf(65)],
    ["without its prefix", secretOf(32).slice("whsec_".length)],
    ["base64url", secretOf(32).replaceAll("+", "-")],
    ["not base64", "whsec_hunter2!hunter2!hunter2!hunter2!hunter2!"],
  ])("rejects a value that is %s", (_what, secret) => {
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
  ])(
    "%j sets the intervals, and the last attempt follows the last interval",
    (text, intervals, end) => {
      expect(readSettings({ WEBHOOK_RETRY_SECONDS: text }).webhook.retrySchedule).toEqual({
        intervalsSeconds: intervals,
        endsAfterSeconds: end,
      });
    },
  );

  test.each(["15,15", "30,15", "0", "-1,5", "1.5,3", "15,,30", "15,30,", "1e2", "0x10", "15 30"])(
    "rejects %j",
    (text) => {
      expect(sentenceOf({ WEBHOOK_RETRY_SECONDS: text })).toBe(
        "The setting WEBHOOK_RETRY_SECONDS must be whole seconds of at least 1 in increasing order, separated by commas, such as 15,30,60.",
      );
    },
  );

  test.each(["604801", "86400,518401", "15,99999999999999999999"])(
    "rejects %s, because the series would take too long",
    (text) => {
      expect(sentenceOf({ WEBHOOK_RETRY_SECONDS: text })).toMatch(
        /^The setting WEBHOOK_RETRY_SECONDS must (add up to at most 7 days|be whole seconds)/,
      );
    },
  );
});

describe("WEBHOOK_ALLOWED_NETWORKS", () => {
  test.each([
    ["10.0.0.0/8", ["10.0.0.0/8"]],
    ["127.0.0.1/32, fd00::/8", ["127.0.0.1/32", "fd00::/8"]],
  ])("%j allows these networks", (text, networks) => {
    const { allowedNetworks } = readSettings({ WEBHOOK_ALLOWED_NETWORKS: text }).webhook;
    expect(allowedNetworks).toEqual(networks);
  });

  test.each(["10.0.0.0", "10.0.0.0/33", "dms.lan/8", "10.0.0.0/8,", "10.0.0.0/8;fd00::/8", "*"])(
    "rejects %j",
    (text) => {
      expect(sentenceOf({ WEBHOOK_ALLOWED_NETWORKS: text })).toBe(
        "The setting WEBHOOK_ALLOWED_NETWORKS must be networks such as 10.0.0.0/8 or fd00::/8, separated by commas.",
      );
    },
  );
});

test("WEBHOOK_EXTRA_CA_FILE is used unchanged", () => {
  const { extraCaFile } = readSettings({ WEBHOOK_EXTRA_CA_FILE: "/etc/ca.pem" }).webhook;
  expect(extraCaFile).toBe("/etc/ca.pem");
});
