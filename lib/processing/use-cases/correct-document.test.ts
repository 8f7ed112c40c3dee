import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import type {
  Corrections,
  FieldCorrection,
} from "../rules/judging/correcting/correct-classification";
import { makeProcessingPorts } from "../testing/in-memory-processing-ports";
import {
  approveWithCorrections,
  correctApprovedDocument,
  listCorrectionChoices,
} from "./correct-document";

const actor = { kind: "reviewer", id: "r", sessionId: null } as const;
const tenant = (value: string): FieldCorrection => ({
  name: "tenant",
  occurrence: 0,
  change: { kind: "set", value, page: null, text: null },
});
const CORRECTIONS: Corrections = { documentClass: "lease", fields: [tenant("Ada")] };

async function arrange(status: 2 | 3 | 4 | 5, choice: "builtin" | "none" = "builtin") {
  const ports = makeProcessingPorts();
  ports.processing.setChoice(choice);
  const document = await makeDocumentAt(ports, status);
  const { uuid, updatedAt, processingRun: run } = document;
  ports.clock.advanceSeconds(60);
  return {
    ports,
    document,
    approve: (seen = { status: status as number, run }, corrections = CORRECTIONS) =>
      approveWithCorrections(ports, { actor, uuid, seen, corrections }),
    correct: (seenUpdatedAt = updatedAt, corrections = CORRECTIONS) =>
      correctApprovedDocument(ports, { actor, uuid, seenUpdatedAt, corrections }),
  };
}

describe("approving with corrections", () => {
  test.each([
    [4, "builtin"],
    [2, "none"],
  ] as const)(
    "at status %i with PROCESSOR=%s stores results, move and event together",
    async (status, choice) => {
      const { ports, approve } = await arrange(status, choice);
      const approved = await approve();
      expect(approved).toMatchObject({
        status: 5,
        classification: { documentClass: "lease", fields: [{ value: "Ada", setBy: "reviewer:r" }] },
      });
      expect(ports.documents.corrections).toMatchObject([
        {
          uuid: approved.uuid,
          actor: "reviewer:r",
          corrected: [
            { name: null, to: "lease" },
            { name: "tenant", to: "Ada" },
          ],
        },
      ]);
    },
  );

  test.each([
    [2, "builtin"],
    [3, "builtin"],
  ] as const)("is rejected at status %i with PROCESSOR=%s", async (status, choice) => {
    const { ports, document, approve } = await arrange(status, choice);
    await expect(approve()).rejects.toMatchObject({
      code: expect.stringMatching(/invalid-tr|status-not/),
    });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test("is rejected if the document was processed again in the meantime", async () => {
    const { ports, document, approve } = await arrange(4);
    await expect(approve({ status: 4, run: 77 })).rejects.toMatchObject({
      code: "results-changed",
    });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test("returns the record when it is repeated, unless the corrections differ", async () => {
    const { approve } = await arrange(4);
    const approved = await approve();
    expect(await approve()).toEqual(approved);
    const others = { ...CORRECTIONS, fields: [tenant("Grace")] };
    await expect(approve(undefined, others)).rejects.toMatchObject({
      code: "invalid-transition",
    });
  });

  test("changes nothing if a value does not match its field", async () => {
    const { ports, document, approve } = await arrange(4);
    const corrections = { ...CORRECTIONS, documentClass: "poem" };
    await expect(approve(undefined, corrections)).rejects.toMatchObject({
      code: "validation-failed",
    });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
    expect(ports.documents.corrections).toEqual([]);
  });
});

describe("correcting an approved document", () => {
  test("changes the results and the time, and neither the status nor the history", async () => {
    const { ports, document, correct } = await arrange(5);
    const changes = ports.documents.history.rows.length;
    expect(await correct()).toMatchObject({
      status: 5,
      updatedAt: ports.clock.now(),
      classification: { documentClass: "lease" },
    });
    expect(ports.documents.history.rows).toHaveLength(changes);
    expect(ports.documents.corrections).toMatchObject([{ uuid: document.uuid }]);
  });

  test("with an outdated view is rejected and changes nothing", async () => {
    const { ports, document, correct } = await arrange(5);
    const saved = await correct();
    await expect(correct(document.updatedAt, { ...CORRECTIONS, fields: [] })).rejects.toMatchObject(
      {
        code: "results-changed",
      },
    );
    expect(await ports.documents.find(document.uuid)).toEqual(saved);
  });

  test("that changes nothing writes nothing", async () => {
    const { ports, correct } = await arrange(5);
    const saved = await correct();
    expect(await correct(saved.updatedAt)).toEqual(saved);
    expect(ports.documents.corrections).toHaveLength(1);
  });

  test("is rejected before the approval, and once the content was erased", async () => {
    const early = await arrange(4);
    await expect(early.correct()).rejects.toMatchObject({ code: "invalid-transition" });
    const { ports, document, correct } = await arrange(5);
    if (!document.file) throw new Error("there is no file");
    ports.documents.place({ ...document, file: { ...document.file, erasedAt: new Date() } });
    await expect(correct()).rejects.toMatchObject({ code: "content-gone" });
  });
});

test("only active classes can be chosen", async () => {
  const { ports } = await arrange(4);
  const [lease] = await ports.vocabulary.listClasses();
  if (!lease) throw new Error("there is no class");
  const at = ports.clock.now();
  const note = {
    at,
    author: { actor: "x" },
    action: "document-class-changed",
    subject: "x",
  } as const;
  await ports.vocabulary.saveClass({ ...lease, isActive: false }, at, note);
  const { classes } = await listCorrectionChoices(ports);
  expect(classes.some(({ id }) => id === lease.id)).toBe(false);
  expect(classes.length).toBeGreaterThan(5);
});
