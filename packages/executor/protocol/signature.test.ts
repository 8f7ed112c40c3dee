import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { canonicalJson, hashSigningKey, signRequest } from "./signature";

const KEY = `signkey-prod-${"ab".repeat(32)}`;
const NOW_MS = 1_700_000_000_000;
const VECTORS = [
  [
    '{"a":{"y":[null,true,1.5],"z":"é"},"b":1}',
    "3c5ef33aa9d613ab20bf635bc5c8550871f1f5f7b5d88d3e35a971d560d84979",
  ],
  ["", "12d9b6b90ade26843e2c7833b54f99400f02ebd968327a455399d9976b80e308"],
] as const;

/** Loads the SDK's own signer, which its package does not export. */
async function loadSdkSigner() {
  const path = `${process.cwd()}/node_modules/inngest/helpers/net.js`;
  const sdk: {
    signDataWithKey(data: unknown, key: string, ts: string, logger: object): Promise<string>;
  } = await import(pathToFileURL(path).href);
  const logger = { debug: () => undefined };
  return (data: unknown) => sdk.signDataWithKey(data, KEY, String(NOW_MS / 1000), logger);
}

/** Returns numbers in [0, 1), always the same sequence for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const TEXTS = [
  "",
  "a",
  "é",
  "ß\u2028",
  "😀",
  '"\\/\n\t\u0001',
  "10",
  "9",
  "Z",
  "__proto__",
  "\ud83d",
];
const NUMBERS = [
  0,
  -0,
  1.5,
  -1e21,
  1e-7,
  333333333.3333333,
  Number.MAX_SAFE_INTEGER,
  5e-324,
  1e300,
];

function randomJson(random: () => number, depth: number): unknown {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
  const kind = Math.floor(random() * (depth > 0 ? 7 : 5));
  if (kind === 0) return pick([null, true, false]);
  if (kind < 3) return pick(NUMBERS);
  if (kind < 5) return pick(TEXTS);
  const members = Array.from({ length: Math.floor(random() * 5) }, () =>
    randomJson(random, depth - 1),
  );
  if (kind === 5) return members;
  return Object.fromEntries(members.map((member) => [`${pick(TEXTS)}${pick(TEXTS)}`, member]));
}

describe("the signature of a request", () => {
  test.each(VECTORS)("of %s matches the protocol's test vector", (body, digest) => {
    expect(signRequest(body, KEY, NOW_MS + 999)).toBe(`t=1700000000&s=${digest}`);
  });

  test("covers the canonical text, regardless of the order of the keys", () => {
    const value = { b: 1, a: { z: "é", y: [null, true, 1.5], left: undefined } };
    expect(canonicalJson(value)).toBe(VECTORS[0][0]);
  });

  test("matches the SDK's for any nested, non-ASCII and numeric data", async () => {
    const signWithSdk = await loadSdkSigner();
    for (let seed = 0; seed < 500; seed += 1) {
      const text = canonicalJson({ data: randomJson(seededRandom(seed), 5) });
      const digest = await signWithSdk(JSON.parse(text));
      expect(signRequest(text, KEY, NOW_MS), text).toBe(`t=1700000000&s=${digest}`);
    }
  });

  test.each([undefined, Number.NaN, { a: [Number.POSITIVE_INFINITY] }])(
    "is rejected for %s, which JSON cannot represent",
    (value) => {
      expect(() => canonicalJson(value)).toThrow();
    },
  );
});

test("a different body, key or timestamp gives a different signature", () => {
  const signatures = [
    signRequest("{}", KEY, NOW_MS),
    signRequest("{ }", KEY, NOW_MS),
    signRequest("{}", `${KEY}00`, NOW_MS),
    signRequest("{}", KEY, NOW_MS + 1000),
  ].map((header) => new URLSearchParams(header).get("s"));
  expect(new Set(signatures).size).toBe(4);
});

describe("the bearer token", () => {
  test.each([
    [
      "signkey-prod-12345678",
      "signkey-prod-b2ed992186a5cb19f6668aade821f502c1d00970dfd0e35128d51bac4649916c",
    ],
    [KEY, "signkey-prod-9a2db2e23f1504cd056606553ac049c5e718e8f9ce9233876df1a7a1821af885"],
  ])("of %s is a hash of its hex digits", (key, hashed) => {
    expect(hashSigningKey(key)).toBe(hashed);
  });

  test.each([
    "12345678",
    "signkey-prod-",
    "signkey-prod-123",
    "signkey-prod-xyz0",
    "SIGNKEY-prod-abab",
  ])("cannot be derived from %s", (key) => {
    expect(() => hashSigningKey(key)).toThrow("A signing key is signkey-<word>-");
  });
});
