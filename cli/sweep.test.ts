import { describe, expect, onTestFinished, test } from "vitest";
import { createContainer } from "@/app/container";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { createStagedDocument } from "@/lib/documents/use-cases/create-staged-document";
import { getDocumentContent } from "@/lib/documents/use-cases/staged-documents";
import { readAppSettings } from "@/lib/env/read-settings";
import { sweep } from "@/lib/upkeep/use-cases/sweep";
import { prepareParts } from "./testing/parts.fixture";
import { runCli } from "./testing/run-cli";

const parts = prepareParts();
const ACTOR = { kind: "administrator", id: "test", sessionId: null } as const;
const WITHOUT_MORE = { folder: null, sizeBytes: null };
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** More than the hour for which the upload URL is valid plus the six hours of grace that follow. */
const AFTER_GRACE_MS = 8 * HOUR_MS;

/** Returns the real ports, but with a clock that runs ahead by this time. */
function portsIn(milliseconds: number) {
  const { ports } = parts().container;
  return { ...ports, clock: { now: () => new Date(Date.now() + milliseconds) } };
}

async function announce(body: string | null = null) {
  const { ports } = parts().container;
  const input = { actor: ACTOR, assetIdentifier: "BLD-0001", name: "lease.pdf", ...WITHOUT_MORE };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, input);
  const upload = (bytes: string) => fetch(uploadSignedUrl, { method: "PUT", body: bytes });
  if (body !== null) expect((await upload(body)).status).toBe(200);
  return { uuid: document.uuid, upload };
}

const found = async (uuid: string) => {
  const document = await parts().container.ports.documents.find(uuid);
  if (!document) throw new Error("the document is gone");
  return document;
};
const historyOf = async (uuid: string) =>
  (await parts().container.ports.documents.listStatusChanges(uuid, { after: null, limit: 9 })) ??
  [];
const keysOf = async (uuid: string) => {
  const { storage } = parts().container.ports;
  const start = { key: "", versionId: null };
  const listed = [
    ...(await storage.list(`staged/${uuid}`, start, 100)).objects,
    ...(await storage.list(`documents/${uuid}/`, start, 100)).objects,
  ];
  return listed.map(({ key }) => key);
};

describe("a sweep with a real database and object store", () => {
  test("settles documents with and without an upload, and clears the uploads", async () => {
    const uploaded = await announce("content");
    const absent = await announce();
    const waiting = await announce("too early");
    const result = await sweep(portsIn(0));
    expect(result).toMatchObject({ uploadsFound: 0, uploadsGivenUp: 0, failures: [] });
    expect((await sweep(portsIn(AFTER_GRACE_MS))).failures).toEqual([]);
    const document = await found(uploaded.uuid);
    expect(document).toMatchObject({ status: 2, file: { sizeBytes: 7 } });
    expect(await keysOf(uploaded.uuid)).toEqual([document.file?.objectKey]);
    expect(await found(absent.uuid)).toMatchObject({
      status: 6,
      failure: { code: "upload-expired" },
    });
    expect((await found(waiting.uuid)).status).toBe(2);
  });

  test("a late upload is removed and never brings the document back", async () => {
    const { uuid, upload } = await announce();
    await sweep(portsIn(AFTER_GRACE_MS));
    expect((await upload("late")).status).toBe(200);
    await sweep(portsIn(AFTER_GRACE_MS));
    expect((await found(uuid)).status).toBe(6);
    expect(await keysOf(uuid)).toEqual([]);
    expect(await historyOf(uuid)).toHaveLength(2);
  });

  test("erases a deleted document's bytes after the retention period", async () => {
    const { uuid } = await announce("content");
    const { ports } = parts().container;
    await changeDocumentStatus(ports, { actor: ACTOR, uuid, status: 2 });
    await changeDocumentStatus(ports, { actor: ACTOR, uuid, status: 8 });
    await sweep(portsIn(29 * DAY_MS));
    await expect(getDocumentContent(ports, uuid)).resolves.toBeDefined();
    expect((await sweep(portsIn(31 * DAY_MS))).filesErased).toBeGreaterThan(0);
    expect(await keysOf(uuid)).toEqual([]);
    await expect(getDocumentContent(ports, uuid)).rejects.toMatchObject({ code: "content-gone" });
    expect((await sweep(portsIn(31 * DAY_MS))).filesErased).toBe(0);
  });

  test("three concurrent sweeps settle each document once, and one copy of its bytes remains", async () => {
    const documents = await Promise.all(
      Array.from({ length: 20 }, (_, index) => announce(index % 2 === 0 ? "content" : null)),
    );
    const at = portsIn(AFTER_GRACE_MS);
    const results = await Promise.all([sweep(at), sweep(at), sweep(at)]);
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    const sum = (what: "uploadsFound" | "uploadsGivenUp") =>
      results.reduce((total, result) => total + result[what], 0);
    expect([sum("uploadsFound"), sum("uploadsGivenUp")]).toEqual([10, 10]);
    for (const { uuid } of documents) {
      expect(await historyOf(uuid)).toHaveLength(2);
      const document = await found(uuid);
      expect(await keysOf(uuid)).toEqual(document.file ? [document.file.objectKey] : []);
    }
  });

  test("a document keeps its bytes, whether the sweep or a report settles it first", async () => {
    const documents = await Promise.all(Array.from({ length: 12 }, () => announce("content")));
    const { ports } = parts().container;
    const reports = documents.map(({ uuid }) =>
      changeDocumentStatus(ports, { actor: ACTOR, uuid, status: 2 }),
    );
    const [swept, ...reported] = await Promise.all([sweep(portsIn(AFTER_GRACE_MS)), ...reports]);
    expect(swept.failures).toEqual([]);
    expect(reported.every(({ status }) => status === 2)).toBe(true);
    await sweep(portsIn(AFTER_GRACE_MS));
    for (const { uuid } of documents) {
      expect(await historyOf(uuid)).toHaveLength(2);
      expect(await keysOf(uuid)).toEqual([(await found(uuid)).file?.objectKey]);
    }
  });
});

describe("a sweep with parts of two installations", () => {
  test.each([
    { DATABASE_URL: "postgresql://other@127.0.0.1:1/other" },
    {
      S3_ENDPOINT: "http://127.0.0.1:1",
      S3_BUCKET: "other",
      S3_ACCESS_KEY_ID: "other",
      S3_SECRET_ACCESS_KEY: "other",
    },
  ])("is rejected before it changes either installation: %j", async (foreign) => {
    const { dataDir } = parts();
    const run = await runCli("cli/sweep.ts", [], { ...foreign, STAGEDOOR_DATA_DIR: dataDir });
    expect({ code: run.code, output: run.output }).toEqual({ code: 1, output: "" });
    expect(run.errors).toMatch(/^The environment names a different database or object store/);
  });
});

describe("a sweep with a mistyped bucket", () => {
  test("expires no uploads, erases nothing and says why; with the right bucket, it does both", async () => {
    const waiting = await announce("content");
    const deleted = await announce("content");
    const { container, settings } = parts();
    const { uuid } = deleted;
    await changeDocumentStatus(container.ports, { actor: ACTOR, uuid, status: 2 });
    await changeDocumentStatus(container.ports, { actor: ACTOR, uuid, status: 8 });
    const mistyped = { ...settings, S3_BUCKET: "never-made", LOG_LEVEL: "silent" };
    const other = createContainer(readAppSettings(mistyped));
    onTestFinished(other.close);
    const result = await sweep({ ...portsIn(31 * DAY_MS), storage: other.ports.storage });
    expect(result).toMatchObject({ uploadsGivenUp: 0, filesErased: 0 });
    expect(result.failures).toMatchObject(
      ["awaited-uploads", "leftovers", "erasable-files"].map((work) => ({
        work,
        subject: null,
        message: "the bucket never-made does not exist",
      })),
    );
    expect((await found(waiting.uuid)).status).toBe(1);
    expect((await found(deleted.uuid)).file?.erasedAt).toBeNull();
    expect(await keysOf(deleted.uuid)).toHaveLength(1);
    const healed = await sweep(portsIn(31 * DAY_MS));
    expect(healed).toMatchObject({ uploadsFound: 1, failures: [] });
    expect(await keysOf(deleted.uuid)).toEqual([]);
  });
});

describe("npm run sweep", () => {
  test("finds the running parts through the data folder, prints what it did and exits with 0", async () => {
    await announce("content");
    const { dataDir } = parts();
    const run = await runCli("cli/sweep.ts", [], { STAGEDOOR_DATA_DIR: dataDir });
    expect(run).toMatchObject({ code: 0, errors: "" });
    expect(run.output).toMatch(/^swept in \d+\.\d s +count\nuploads found +0\n/);
    expect(run.output).toMatch(/failures +0\n$/);
  });

  test("uses the running product's settings, but settings in its own environment take precedence", async () => {
    const { settings } = parts();
    const own = { ...settings, UPLOAD_GRACE_SECONDS: "soon" };
    const run = await runCli("cli/sweep.ts", [], own);
    expect(run).toMatchObject({ code: 1, output: "" });
    expect(run.errors).toMatch(/^The setting UPLOAD_GRACE_SECONDS must be a whole number/);
  });

  test("reports that Stagedoor is not running", async () => {
    const run = await runCli("cli/sweep.ts", [], { STAGEDOOR_DATA_DIR: "/nowhere/stagedoor" });
    expect(run.code).toBe(1);
    expect(run.errors).toMatch(
      /^Stagedoor is not running in \/nowhere\/stagedoor\. Start it .*\n$/,
    );
  });

  test("exits with 1 and names the failures if the store is unavailable", async () => {
    await announce();
    const away = { ...parts().settings, S3_ENDPOINT: "http://127.0.0.1:1" };
    const run = await runCli("cli/sweep.ts", ["--whole-store"], away);
    expect(run.code).toBe(1);
    expect(run.errors).toMatch(/^leftovers: object-store-unavailable: /m);
  });

  test("exits with 1 and names every failed task if the database is unavailable", async () => {
    const away = { ...parts().settings, DATABASE_URL: "postgresql://a:secret@127.0.0.1:1/a" };
    const run = await runCli("cli/sweep.ts", [], away);
    expect(run.code).toBe(1);
    expect(run.errors.match(/database-unavailable/g)).toHaveLength(6);
    expect(run.errors).not.toContain("secret");
  });

  test("rejects an unknown option with the usage", async () => {
    const run = await runCli("cli/sweep.ts", ["--everything"], {});
    expect(run).toMatchObject({
      code: 1,
      errors: "Unknown option '--everything'.\nUsage: npm run sweep -- [--whole-store]\n",
    });
  });
});
