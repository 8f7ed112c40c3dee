import { describe, expect, it } from "vitest";
import { readSettings } from "@/lib/env/read-settings";
import { explainUnready, isOnlyFull } from "./explain-unready";

const S3 = {
  S3_ENDPOINT: "https://files.example",
  S3_BUCKET: "documents",
  S3_ACCESS_KEY_ID: "key-id",
  S3_SECRET_ACCESS_KEY: "secret-word",
};
const DATABASE = { DATABASE_URL: "postgresql://user:secret-word@db.example/stagedoor" };

const answer = (database: string, objectStore: string) =>
  JSON.stringify({ status: "unavailable", parts: { database, objectStore } });

it.each([
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
  it.each([
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
  ])("case %# is explained: %s %s", (given, body, sentence) => {
    expect(explainUnready(readSettings({ ...given }), body)).toBe(sentence);
  });
});
