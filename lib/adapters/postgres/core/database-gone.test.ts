import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "@/embedded/postgres/embedded-postgres";
import { nobodyHomeOf } from "@/embedded/postgres/launch-plan";
import { aKeyNote, aNewApiKey } from "@/lib/accounts/testing/api-key.fixture";
import type { StatusMove } from "@/lib/documents/ports";
import { makeDocumentAt, moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { migrate } from "@/prisma/migrate";
import { temporaryRoot } from "@/testing/temporary-root";
import { createApiKeyRepository } from "../accounts/api-key-repository";
import { createAssetRepository } from "../assets/asset-repository";
import { createStagedDocumentRepository } from "../documents/staged-document-repository";
import { createStatusFeedRepository } from "../documents/status-feed-repository";
import { createWebhookConfigurationRepository } from "../notifications/webhook-configuration-repository";
import { createSweepRepository } from "../upkeep/sweep-repository";
import { createDatabase } from "./database";

const UNAVAILABLE = { code: "database-unavailable" };
const UUID = "019cbc00-0000-7000-8000-0000000000aa";
const HASH = Buffer.alloc(32);
const DUE = { by: new Date(), after: null, limit: 1 };

describe("without a database server", () => {
  const calls: Record<string, (ports: ReturnType<typeof portsOf>) => Promise<unknown>> = {
    find: ({ documents }) => documents.find(UUID),
    create: (ports) => makeDocumentAt(ports, 1),
    compareAndSetStatus: ({ documents }) => documents.compareAndSetStatus(aChange(UUID)),
    createOnce: ({ documents }) =>
      documents.createOnce(
        {
          uuid: UUID,
          assetIdentifier: "A",
          name: "a.pdf",
          folder: null,
          uploadExpiresAt: new Date(),
        },
        { move: moveBetween(null, 1), actor: "test", reason: "created", at: new Date() },
        { ownerId: UUID, key: "k", requestHash: HASH, expiredAt: new Date(0) },
      ),
    findClaimed: ({ documents }) => documents.findClaimed({ ownerId: UUID, key: "k" }),
    list: ({ documents }) =>
      documents.list(
        { assetIdentifier: null, status: null, updatedSince: null },
        { after: null, limit: 1 },
      ),
    renewUpload: ({ documents }) =>
      documents.renewUpload(UUID, { uploadExpiresAt: new Date(), at: new Date() }),
    listStatusChanges: ({ documents }) =>
      documents.listStatusChanges(UUID, { after: null, limit: 1 }),
    checkReachable: ({ documents }) => documents.checkReachable(),
    "findAndTouch of an API key": ({ apiKeys }) => apiKeys.findAndTouch(HASH, new Date()),
    "upsert of an API key": ({ apiKeys }) => apiKeys.upsert(aNewApiKey(), aKeyNote()),
    "rotation of an API key": ({ apiKeys }) =>
      apiKeys.rotate(UUID, { key: aNewApiKey(), until: new Date() }, aKeyNote()),
    "list of API keys": ({ apiKeys }) => apiKeys.list(),
    "revocation of an API key": ({ apiKeys }) => apiKeys.revoke(UUID, aKeyNote()),
    listAwaited: ({ sweeps }) => sweeps.listAwaited(DUE),
    listErasable: ({ sweeps }) => sweeps.listErasable(DUE),
    findObjects: ({ sweeps }) => sweeps.findObjects([UUID]),
    eraseContent: ({ sweeps }) => sweeps.eraseContent(UUID, new Date()),
    removeIdempotencyKeys: ({ sweeps }) => sweeps.removeIdempotencyKeys(new Date(), 1),
    "count of API keys": ({ apiKeys }) => apiKeys.count(),
    "hasUnnumbered of the feed": ({ statusFeed }) => statusFeed.hasUnnumbered(),
    "numberNext of the feed": ({ statusFeed }) => statusFeed.numberNext(1),
    "read of the feed": ({ statusFeed }) => statusFeed.read({ after: 0n, limit: 1 }),
    "find of the webhook configuration": ({ webhook }) => webhook.find(),
    "removal of the webhook URL": ({ webhook }) => webhook.removeUrl(new Date(), anAuditNote()),
    "count of assets": ({ assets }) => assets.count(),
    "creation of an asset": ({ assets }) =>
      assets.create(
        {
          id: UUID,
          identifier: "A",
          name: "A",
          description: "",
          folder: null,
          createdAt: new Date(),
        },
        anAuditNote(),
      ),
  };

  test.each(Object.entries(calls))("%s rejects with database-unavailable", async (_name, call) => {
    const ports = open(`postgresql://nobody:secret@127.0.0.1:${await closedPort()}/none`);
    await expect(call(ports)).rejects.toMatchObject(UNAVAILABLE);
  });
});

test("a server that stops is reported as unavailable, and the same pool works when the server is back", async () => {
  const dataDir = join(await mkdtemp(join(temporaryRoot(), "stagedoor-gone-")), "data");
  const start = (port?: number) =>
    startEmbeddedPostgres({
      dataDir,
      database: "gone",
      isDurable: true,
      ...(port ? { port } : {}),
    });
  const server = await start();
  onTestFinished(async () => {
    await rm(join(dataDir, ".."), { recursive: true, force: true });
    await rm(nobodyHomeOf(dataDir), { recursive: true, force: true });
  });
  onTestFinished(() => server.stop());
  await migrate(server.url);
  const ports = open(server.url);
  const document = await makeDocumentAt(ports, 1);
  expect(await ports.apiKeys.count()).toBe(0);

  await server.stop();
  await expect(ports.documents.find(document.uuid)).rejects.toMatchObject(UNAVAILABLE);
  await expect(ports.documents.compareAndSetStatus(aChange(document.uuid))).rejects.toMatchObject(
    UNAVAILABLE,
  );
  await expect(ports.apiKeys.count()).rejects.toMatchObject(UNAVAILABLE);

  const again = await start(server.port);
  onTestFinished(() => again.stop());
  expect(await ports.documents.find(document.uuid)).toEqual(document);
  expect((await ports.documents.compareAndSetStatus(aChange(document.uuid)))?.status).toBe(6);
  expect(await ports.apiKeys.count()).toBe(0);
});

const aChange = (uuid: string): StatusMove => ({
  uuid,
  move: moveBetween(1, 6),
  actor: "test",
  reason: "reported",
  at: new Date(),
  failure: { code: "upload-reported-failed", message: "It failed." },
});

function open(url: string) {
  const database = createDatabase(url, { onIdleError: () => undefined });
  onTestFinished(() => database.close());
  return portsOf(database);
}

function portsOf(database: ReturnType<typeof createDatabase>) {
  return {
    documents: createStagedDocumentRepository(database.pool),
    apiKeys: createApiKeyRepository(database),
    sweeps: createSweepRepository(database.pool),
    assets: createAssetRepository(database),
    statusFeed: createStatusFeedRepository(database.pool),
    webhook: createWebhookConfigurationRepository(database.pool),
    clock: createFixedClock(),
    ids: createCountingIds(),
  };
}

/** Returns a port that was free a moment ago, so nothing should be listening on it. */
function closedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
