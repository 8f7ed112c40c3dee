import { expect, test } from "vitest";
import { readSettings } from "./read-settings";
import { settingsWarnings } from "./settings-warnings";

const HTTPS = { PUBLIC_URL: "https://stagedoor.example.com" };
const OWN_STORE = {
  S3_ENDPOINT: "http://minio.lan:9000",
  S3_BUCKET: "documents",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};

const warningsOf = (settings: Record<string, string>) => settingsWarnings(readSettings(settings));

test("without a proxy there is nothing to warn about", () => {
  expect(warningsOf({})).toEqual([]);
  expect(warningsOf({ HOST: "0.0.0.0", PUBLIC_URL: "http://stagedoor.lan:3000" })).toEqual([]);
});

test.each([
  ["the embedded store", HTTPS, "http://stagedoor.example.com:3001"],
  ["a store without TLS", { ...HTTPS, ...OWN_STORE }, "http://minio.lan:9000"],
  [
    "an http address given for uploads",
    { ...HTTPS, S3_PUBLIC_ENDPOINT: "http://files.lan" },
    "http://files.lan",
  ],
])(
  "warns if https pages upload to %s, and names the address and the setting",
  (_, settings, address) => {
    expect(warningsOf(settings)).toContainEqual(
      expect.stringMatching(new RegExp(`${address}: .*S3_PUBLIC_ENDPOINT`)),
    );
  },
);

test.each([
  { ...HTTPS, S3_PUBLIC_ENDPOINT: "https://files.example.com" },
  { ...HTTPS, ...OWN_STORE, S3_ENDPOINT: "https://s3.example.com" },
  { ...HTTPS, ...OWN_STORE, S3_PUBLIC_ENDPOINT: "https://files.example.com" },
])("does not warn if https pages upload to an https address: %j", (settings) => {
  expect(warningsOf(settings).join()).not.toContain("S3_PUBLIC_ENDPOINT");
});

test.each([{}, { TRUSTED_PROXY_HOPS: "0" }])(
  "warns about https without a number of proxies, %j, and names the effect and the setting",
  (settings) => {
    expect(warningsOf({ ...HTTPS, ...settings })).toContainEqual(
      expect.stringMatching(
        /client addresses are unknown.*all API clients as one.*TRUSTED_PROXY_HOPS/,
      ),
    );
  },
);

test.each(["1", "10"])("does not warn if %s proxies are set", (TRUSTED_PROXY_HOPS) => {
  expect(warningsOf({ ...HTTPS, TRUSTED_PROXY_HOPS }).join()).not.toContain("TRUSTED_PROXY_HOPS");
});
