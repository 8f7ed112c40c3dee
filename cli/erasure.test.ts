import { beforeAll, describe, expect, test } from "vitest";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { createStagedDocument } from "@/lib/documents/use-cases/create-staged-document";
import {
  deleteStagedDocument,
  eraseContent,
} from "@/lib/documents/use-cases/delete-staged-document";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { settleRun, takeRun } from "@/lib/processing/use-cases/processing-runs";
import { readBatch } from "@/lib/processing/use-cases/read-batch";
import { sweep } from "@/lib/upkeep/use-cases/sweep";
import { bundledProcessor } from "@/testing/bundled-processor";
import { placesWith } from "@/testing/places-with";
import { prepareParts } from "./testing/parts.fixture";

const parts = prepareParts();
const actor = anApiKeyActor();
const administrator = {
  kind: "administrator",
  id: "019cbc00-0000-7000-8000-0000000000cd",
  sessionId: null,
} as const;
const DAY_MS = 24 * 60 * 60 * 1000;
const MARKER = "QX7MARKE42";
/** The marker occurs both in the text and as a field value. */
const INVOICE = `Muster Hausverwaltung GmbH
Beispielweg 5, 20095 Hamburg

Rechnung

Rechnungsnummer: ${MARKER}
Rechnungsdatum: 03.11.2026

Wartung der Heizung

Gesamtbetrag: 119,00 EUR
`;

beforeAll(async () => {
  await bundledProcessor();
});

const places = () => placesWith(parts().settings.DATABASE_URL ?? "", MARKER);

/** An email whose attachment is the invoice. The name of the attachment contains the marker, too. */
const MAIL = `From: Nord <nord@example.com>
Date: Sun, 22 Nov 2026 00:30:00 +0100
Subject: Unterlagen
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

Sehr geehrte Frau Klein,
anbei wie besprochen unsere Unterlagen.
Mit freundlichen Gruessen
--b
Content-Type: text/plain; charset=utf-8
Content-Disposition: attachment; filename="${MARKER}.txt"

${INVOICE}
--b--
`;

/** Creates and reports a document whose file contains the marker. */
async function upload({ name = "invoice.txt", body = INVOICE } = {}): Promise<string> {
  const { ports } = parts().container;
  const input = { assetIdentifier: "BLD-0001", name, folder: null, sizeBytes: null };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, { actor, ...input });
  expect((await fetch(uploadSignedUrl, { method: "PUT", body })).status).toBe(200);
  await report(document.uuid, 2);
  return document.uuid;
}

const report = (uuid: string, status: number, results: object = {}) =>
  changeDocumentStatus(parts().container.ports, { actor, uuid, status, ...results });

/** Processes a document step by step, as the engine would. */
async function read(documentUuid: string, n = 1) {
  const { ports } = parts().container;
  expect(await takeRun(ports, { documentUuid, n })).toBe(true);
  expect(await readBatch(ports, { documentUuid, n }, 1)).toMatchObject({ isOver: false });
}

async function process(documentUuid: string, n = 1) {
  await read(documentUuid, n);
  const run = { documentUuid, n };
  expect(await settleRun(parts().container.ports, run, { isLastTry: true })).toBe("settled");
}

function sweepAfter(days: number) {
  const { ports } = parts().container;
  const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
  return sweep({ ...ports, clock });
}

async function storedBytes(): Promise<string> {
  const { storage } = parts().container.ports;
  const start = { key: "", versionId: null };
  const { objects } = await storage.list("", start, 1000);
  const texts = [];
  for (const { key, versionId } of objects) {
    const chunks = [];
    for await (const chunk of (await storage.read({ key, versionId })) ?? []) chunks.push(chunk);
    texts.push(Buffer.concat(chunks).toString("latin1"));
  }
  return texts.join("\n");
}

describe("the content of a deleted document", () => {
  test("is kept for the retention period and then erased everywhere", async () => {
    const uuid = await upload();
    await process(uuid);
    await report(uuid, 3);
    await process(uuid, 2);
    const note = `Signed by ${MARKER}`;
    await deleteStagedDocument(parts().container.ports, { actor, uuid, reason: "other", note });

    await sweepAfter(29);
    expect(await places()).toEqual([
      "document_search.content",
      "document_search.values",
      "document_text.content",
      "prediction.result",
      "staged_document.classification",
      "staged_document.deletion_note",
      "status_change.note",
    ]);
    expect(await storedBytes()).toContain(MARKER);

    const swept = await sweepAfter(31);
    expect(swept).toMatchObject({ filesErased: 1, textPagesErased: 1, failures: [] });
    expect(await places()).toEqual([]);
    expect(await storedBytes()).not.toContain(MARKER);
  });

  test("is erased with what was read from the attachments of an email, which can be searched until then", async () => {
    const uuid = await upload({ name: "mail.eml", body: MAIL });
    await process(uuid);
    const { documents } = parts().container.ports;
    const found = (await documents.find(uuid))?.classification;
    expect(found?.documentClass).toBe("correspondence");
    expect(found?.attachments).toMatchObject([
      { name: `${MARKER}.txt`, documentClass: "invoice", language: "de", pages: 1 },
    ]);
    expect(found?.attachments?.[0]?.fields).toContainEqual(
      expect.objectContaining({ name: "invoiceNumber", value: MARKER, page: 2 }),
    );
    expect(await places()).toContain("document_search.values");
    await report(uuid, 8);

    await sweepAfter(31);
    expect(await places()).toEqual([]);
    expect(await storedBytes()).not.toContain(MARKER);
  });

  test("is erased even if processing never finished", async () => {
    const uuid = await upload();
    await read(uuid);
    await report(uuid, 8);
    const { pool } = parts().container.database;
    const left = "UPDATE processing_run SET reading = $1 WHERE document_uuid = $2";
    await pool.query(left, [{ what: MARKER }, uuid]);
    expect(await places()).toContain("processing_run.reading");
    expect((await sweepAfter(31)).textPagesErased).toBe(1);
    expect(await places()).toEqual([]);
  });

  test("is erased from every place to which other systems wrote it", async () => {
    const uuid = await upload();
    await report(uuid, 3);
    const classification = {
      documentClass: MARKER,
      score: 1,
      language: null,
      pages: null,
      processor: MARKER,
      fields: [{ name: MARKER, value: MARKER, score: 1, page: null, text: MARKER }],
      alternatives: [{ documentClass: MARKER, score: 0 }],
      findings: [{ code: "seen", parameters: { what: MARKER } }],
      attachments: [
        {
          name: MARKER,
          documentClass: MARKER,
          score: 1,
          language: null,
          pages: null,
          fields: [{ name: MARKER, value: MARKER, score: 1, page: null, text: MARKER }],
        },
      ],
    };
    await report(uuid, 4, { classification });
    await report(uuid, 8);
    await sweepAfter(31);
    expect(await places()).toEqual([]);
  });
});

describe("the content of an approved document", () => {
  const erase = (uuid: string, ports = parts().container.ports) =>
    eraseContent(ports, { actor: administrator, uuid, reason: null });

  async function makeApproved() {
    const uuid = await upload();
    await process(uuid);
    await report(uuid, 5);
    return uuid;
  }

  test("is erased everywhere, but a copy of the document keeps its own content", async () => {
    const [uuid, copy] = [await makeApproved(), await makeApproved()];
    expect(await storedBytes()).toContain(MARKER);
    expect((await erase(uuid)).removalFailure).toBeUndefined();
    expect(await storedBytes()).toContain(MARKER);
    expect(await places()).toContain("document_text.content");
    await erase(copy);
    expect(await places()).toEqual([]);
    expect(await storedBytes()).not.toContain(MARKER);
  });

  test("is never half erased: the sweep removes the bytes that a killed process left", async () => {
    const uuid = await makeApproved();
    const { ports } = parts().container;
    const removeNothing = () => Promise.reject(new Error("killed here"));
    const storage = { ...ports.storage, remove: removeNothing, removeAll: removeNothing };
    expect((await erase(uuid, { ...ports, storage })).removalFailure).toBeInstanceOf(Error);
    expect(await places()).toEqual([]);
    expect(await storedBytes()).toContain(MARKER);
    expect(await sweepAfter(0)).toMatchObject({ filesErased: 1, failures: [] });
    expect(await storedBytes()).not.toContain(MARKER);
    expect(await sweepAfter(0)).toMatchObject({ filesErased: 0, failures: [] });
  });
});

test("a document that has not been deleted keeps its content", async () => {
  const uuid = await upload();
  await process(uuid);
  await report(uuid, 5);
  await sweepAfter(1000);
  expect(await places()).toContain("document_text.content");
  expect(await places()).toContain("staged_document.classification");
});
