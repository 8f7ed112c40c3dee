import { describe, expect, test } from "vitest";
import type { JournalEntry } from "@/cli/external-system/answer-journal";
import type { HistoryEntry, StagedDocumentRecord } from "@/lib/client/answers";
import { CallFailure } from "@/lib/client/call-failure";
import { findLosses, type Witness } from "./find-losses";

const UUID = "01a1fa47-41f5-75ac-9930-d599a4803056";
const SHA256 = "a".repeat(64);
const STARTED = change(null, 1);
const REPORTED = change(1, 2);

describe("a confirmed document", () => {
  test("is not lost if everything matches the responses", async () => {
    expect(await lossOf({})).toBeNull();
  });

  test.each<[string, Partial<World>, string]>([
    ["is not found", { missing: true }, "Stagedoor answered 404"],
    [
      "has gone back a status",
      { status: 1, history: [STARTED] },
      "its status is 1, but 2 was reported",
    ],
    ["has different bytes", { sha256: "b".repeat(64) }, "its bytes have the SHA-256 bbb"],
    ["has a different size", { size: 9 }, "its size is 9, not 10"],
    ["lacks a change", { history: [STARTED] }, "its history is null→1 instead of null→1, 1→2"],
    ["has no history", { history: [] }, "its history is empty"],
    ["has the same change twice", { history: [STARTED, REPORTED, REPORTED] }, "its history is"],
  ])("is lost when it %s", async (_, world, what) => {
    expect(await lossOf(world)).toContain(what);
  });

  test("is lost if its uuid was given to two documents", async () => {
    expect(await lossOf({}, ["created", "created"])).toBe("its uuid was given to two documents");
  });

  test("is lost if its upload was confirmed and its report is rejected", async () => {
    const world = { missing: true, status: 1, history: [STARTED] } as const;
    expect(await lossOf(world, ["created", "uploaded"])).toContain("answered 404");
  });
});

test("a document of which only the creation was confirmed need not be uploaded", async () => {
  expect(await lossOf({ status: 1, history: [STARTED] }, ["created"])).toBeNull();
});

/** The state that the product returns at the end; by default, a document that was reported with status 2. */
interface World {
  readonly missing: boolean;
  readonly status: StagedDocumentRecord["status"];
  readonly size: number;
  readonly sha256: string;
  readonly history: readonly HistoryEntry[];
}

async function lossOf(
  differences: Partial<World>,
  phases: readonly JournalEntry["phase"][] = ["created", "uploaded", "reported"],
): Promise<string | null> {
  const answers = phases.map((phase) => ({
    uuid: UUID,
    phase,
    status: phase === "reported" ? 2 : 1,
    sha256: SHA256,
    sizeBytes: 10,
  }));
  const [loss] = await findLosses(apiOf(differences), answers);
  return loss?.what ?? null;
}

function apiOf(differences: Partial<World>): Witness {
  const world: World = {
    missing: false,
    status: 2,
    size: 10,
    sha256: SHA256,
    history: [STARTED, REPORTED],
    ...differences,
  };
  const read = async () => {
    if (world.missing) throw new CallFailure("Stagedoor answered 404");
    return recordOf(world);
  };
  return {
    report: read,
    get: read,
    readHistory: async () => [...world.history],
    downloadSha256: async () => world.sha256,
  };
}

function recordOf({ status, size }: World): StagedDocumentRecord {
  const at = "2026-01-01T00:00:00.000Z";
  return {
    uuid: UUID,
    assetIdentifier: "BLD-0001",
    name: "a.pdf",
    status,
    statusName: status === 2 ? "upload_successful" : "waiting_for_upload",
    url: `http://127.0.0.1/external-api/staged-documents/${UUID}`,
    uploadExpiresAt: null,
    createdAt: at,
    updatedAt: at,
    file:
      status === 2 ? { size, contentType: "application/pdf", sha256: null, verifiedAt: at } : null,
    classification: null,
    duplicateOf: null,
    deletion: null,
    failure: null,
  };
}

function change(
  previousStatus: HistoryEntry["previousStatus"],
  currentStatus: HistoryEntry["currentStatus"],
): HistoryEntry {
  return {
    previousStatus,
    currentStatus,
    at: "2026-01-01T00:00:00.000Z",
    actor: "key first key",
    reason: "reported",
    notified: false,
    sequence: null,
  };
}
