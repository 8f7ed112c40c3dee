import { describe, expect, test } from "vitest";
import { readSettings } from "@/lib/env/read-settings";
import { explainUnready, heapLimit, isOnlyFull, uploadOrigin } from "./next-service";

const GIBIBYTE = 2 ** 30;

test.each([
  { gigabytes: 1, megabytes: 256 },
  { gigabytes: 4, megabytes: 512 },
  { gigabytes: 6.5, megabytes: 832 },
  { gigabytes: 8, megabytes: 1024 },
  { gigabytes: 512, megabytes: 1024 },
])(
  "the application's heap is limited to $megabytes MB on a machine with $gigabytes GB",
  ({ gigabytes, megabytes }) => {
    expect(heapLimit("start", {}, gigabytes * GIBIBYTE)).toEqual([
      `--max-old-space-size=${megabytes}`,
    ]);
  },
);

test("the limit of this machine's own memory is within the same bounds", () => {
  const [argument = ""] = heapLimit("start", {});
  const megabytes = Number(argument.split("=")[1]);
  expect(megabytes).toBeGreaterThanOrEqual(256);
  expect(megabytes).toBeLessThanOrEqual(1024);
});

test.each(["--max-old-space-size=3000", "--trace-warnings --max_old_space_size=3000"])(
  "an operator's own limit in NODE_OPTIONS is kept: %s",
  (NODE_OPTIONS) => {
    expect(heapLimit("start", { NODE_OPTIONS }, 4 * GIBIBYTE)).toEqual([]);
  },
);

test("there is no limit in development, where Next compiles in the same process", () => {
  expect(heapLimit("dev", {}, 4 * GIBIBYTE)).toEqual([]);
});

const OWN_STORE = {
  S3_ENDPOINT: "http://s3.internal:9000",
  S3_PUBLIC_ENDPOINT: "https://files.example.com:8443",
  S3_BUCKET: "documents",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};

test.each([
  [{}, "http://127.0.0.1:3001"],
  [
    { PUBLIC_URL: "https://stagedoor.example", OBJECT_STORE_PORT: "4001" },
    "http://stagedoor.example:4001",
  ],
  [{ S3_PUBLIC_ENDPOINT: "https://files.example.com" }, "https://files.example.com"],
  [OWN_STORE, "https://files.example.com:8443"],
  [{ ...OWN_STORE, S3_FORCE_PATH_STYLE: "false" }, "https://documents.files.example.com:8443"],
])("with %j, browsers upload files to %s", (settings, origin) => {
  expect(uploadOrigin(readSettings(settings))).toBe(origin);
});

const S3 = {
  S3_ENDPOINT: "https://files.example",
  S3_BUCKET: "documents",
  S3_ACCESS_KEY_ID: "key-id",
  S3_SECRET_ACCESS_KEY: "secret-word",
};
const DATABASE = { DATABASE_URL: "postgresql://user:secret-word@db.example/stagedoor" };

const answer = (database: string, objectStore: string) =>
  JSON.stringify({ status: "unavailable", parts: { database, objectStore } });

test.each([
  ["ok", "full", true],
  ["full", "full", true],
  ["unavailable", "full", false],
  ["ok", "unavailable", false],
  ["ok", "ok", false],
])(
  "with database %s and object store %s, startup continues despite a full disk: %s",
  (database, store, is) => {
    expect(isOnlyFull(answer(database, store))).toBe(is);
  },
);

describe("the reason why the application is not ready", () => {
  test.each([
    [S3, answer("ok", "unavailable"), "the object store of S3_ENDPOINT does not answer"],
    [DATABASE, answer("unavailable", "ok"), "the database of DATABASE_URL does not answer"],
    [{}, answer("ok", "unavailable"), "the embedded object store does not answer"],
    [
      S3,
      answer("unavailable", "unavailable"),
      "the embedded database and the object store of S3_ENDPOINT do not answer",
    ],
    [
      {},
      JSON.stringify({
        parts: { database: "ok", objectStore: "full" },
        reasons: ["The disk of the object store is full: 1 MiB are free."],
      }),
      "The disk of the object store is full: 1 MiB are free",
    ],
    [
      {},
      JSON.stringify({
        parts: { database: "full", objectStore: "ok" },
        reasons: [
          "The disk of the database is full: 1 MiB are free.",
          "PUBLIC_URL is https, but TRUSTED_PROXY_HOPS is 0.",
        ],
      }),
      "The disk of the database is full: 1 MiB are free",
    ],
    [S3, "<h1>Bad gateway</h1>", "it says <h1>Bad gateway</h1>"],
  ])("case %# is explained: %s %s", (settings, body, sentence) => {
    expect(explainUnready(readSettings({ ...settings }), body)).toBe(sentence);
  });
});
