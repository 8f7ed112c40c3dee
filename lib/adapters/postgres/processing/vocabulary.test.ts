import { describe, expect, test } from "vitest";
import { makeDocumentAt, moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { AT, CLASSIFICATION } from "@/lib/processing/testing/processing-runs.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createProcessingPolicy } from "./processing-policy";
import { runsInPostgres } from "./runs-in-postgres.fixture";
import { createVocabulary } from "./vocabulary";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const PLACE = { score: 1, page: 1, text: null };

async function arrange() {
  const database = await openDatabase();
  const ports = {
    ...runsInPostgres(database),
    clock: createFixedClock(),
    ids: createCountingIds(),
  };
  const vocabulary = createVocabulary(database);
  /** Creates a document with these fields and approves or deletes it. */
  const review = async (fields: Readonly<Record<string, string>>, to: 5 | 8 = 5) => {
    const { uuid } = await makeDocumentAt(ports, 4);
    const found = Object.entries(fields).map(([name, value]) => ({ name, value, ...PLACE }));
    await ports.documents.compareAndSetStatus({
      uuid,
      move: moveBetween(4, to),
      actor: "api-key:1",
      reason: "reported",
      at: AT,
      classification: { ...CLASSIFICATION, fields: found },
    });
  };
  const parties = async (limit = 10) =>
    (await vocabulary.listKnownParties(limit)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { database, vocabulary, review, parties };
}

describe("known parties", () => {
  test("are taken from approved documents, with the fields that contained them", async () => {
    const { review, parties } = await arrange();
    await review({ issuer: "Nord KG", invoiceNumber: "4711" });
    await review({ tenant: "Nord KG" });
    await review({ issuer: "Deleted GmbH" }, 8);
    expect(await parties()).toEqual([
      { name: "Nord KG", roles: expect.arrayContaining(["issuer", "tenant"]) },
    ]);
  });

  test("include the names of assets, without a role, unless the assets are archived", async () => {
    const { database, parties } = await arrange();
    const at = { createdAt: AT, updatedAt: AT };
    const text = { description: "", identifier: "BLD-1", name: "Speicher Süd" };
    await database.prisma.asset.create({ data: { id: crypto.randomUUID(), ...text, ...at } });
    await database.prisma.asset.create({
      data: {
        id: crypto.randomUUID(),
        ...text,
        ...at,
        identifier: "BLD-2",
        name: "Archived",
        archivedAt: AT,
      },
    });
    expect(await parties()).toEqual([{ name: "Speicher Süd", roles: [] }]);
  });

  test("are limited to the requested number", async () => {
    const { review, parties } = await arrange();
    await review({ issuer: "Nord KG", tenant: "Süd KG" });
    expect(await parties(1)).toHaveLength(1);
  });
});

test("recent classes are those of approved documents, each once, up to the requested number", async () => {
  const { vocabulary, review } = await arrange();
  expect(await vocabulary.listRecentClasses(5)).toEqual([]);
  await review({ issuer: "Nord KG" });
  await review({ issuer: "Nord KG" });
  await review({ issuer: "Nord KG" }, 8);
  expect(await vocabulary.listRecentClasses(5)).toEqual([CLASSIFICATION.documentClass]);
  expect(await vocabulary.listRecentClasses(0)).toEqual([]);
});

test("classes and parties are looked for only in the latest approvals, however many have no results", async () => {
  const { database, vocabulary, review } = await arrange();
  await review({ issuer: "Nord KG" });
  const approve = (count: number) =>
    database.pool.query(
      `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
  file_size, file_content_type, file_verified_at, file_object_key)
SELECT gen_random_uuid(), 'A', 'a.pdf', 5, now(), now(), timestamptz '2100-01-01', 7, 'a/b', now(), gen_random_uuid()
FROM generate_series(1, $1::int)`,
      [count],
    );
  await approve(199);
  expect(await vocabulary.listRecentClasses(5)).toHaveLength(1);
  await approve(1);
  expect(await vocabulary.listRecentClasses(5)).toEqual([]);
  await approve(1799);
  expect(await vocabulary.listKnownParties(5)).toHaveLength(1);
  await approve(1);
  expect(await vocabulary.listKnownParties(5)).toEqual([]);
});

test("the vocabulary contains the classes that Stagedoor ships with", async () => {
  const { vocabulary } = await arrange();
  const classes = await vocabulary.listClasses();
  expect(classes.some(({ id, isShipped }) => id === "invoice" && isShipped)).toBe(true);
});

describe("the choice of processor", () => {
  test("is read from the database once", async () => {
    const { database } = await arrange();
    const policy = createProcessingPolicy(database, { processor: null, leaseSeconds: 60 });
    expect(await policy.choice()).toBe("builtin");
    await database.pool.query("UPDATE processing_configuration SET processor = 'external'");
    try {
      expect(await policy.choice()).toBe("builtin");
      const later = createProcessingPolicy(database, { processor: null, leaseSeconds: 60 });
      expect(await later.choice()).toBe("external");
    } finally {
      await database.pool.query("UPDATE processing_configuration SET processor = 'builtin'");
    }
  });

  test("is taken from the PROCESSOR setting if that is set", async () => {
    const { database } = await arrange();
    const settings = { processor: "none", leaseSeconds: 60 } as const;
    expect(await createProcessingPolicy(database, settings).choice()).toBe("none");
  });
});
