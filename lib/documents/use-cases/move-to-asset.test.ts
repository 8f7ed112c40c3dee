import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { moveToAsset } from "./move-to-asset";

const actor = { kind: "reviewer", id: "r", sessionId: null, requestId: "c" } as const;

async function arrangeAt(status: Parameters<typeof makeDocumentAt>[1]) {
  const ports = makeDocumentPorts();
  const document = await makeDocumentAt(ports, status);
  ports.clock.advanceSeconds(60);
  const move = (assetIdentifier: string) =>
    moveToAsset(ports, { actor, uuid: document.uuid.toUpperCase(), assetIdentifier });
  return { ports, document, move };
}

describe("a move to another asset", () => {
  test.each([2, 3, 4, 5] as const)("at status %i records its actor and origin", async (status) => {
    const { ports, document, move } = await arrangeAt(status);
    const at = ports.clock.now();
    expect(await move("BLD-9")).toEqual({ ...document, assetIdentifier: "BLD-9", updatedAt: at });
    expect(ports.documents.assetMoves).toEqual([
      {
        uuid: document.uuid,
        from: document.assetIdentifier,
        to: "BLD-9",
        at,
        actor: "reviewer:r",
        requestId: "c",
      },
    ]);
  });

  test.each([1, 6, 8] as const)("at status %i conflicts and changes nothing", async (status) => {
    const { ports, document, move } = await arrangeAt(status);
    await expect(move("BLD-9")).rejects.toMatchObject({ code: "document-not-movable" });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test.each([1, 2, 8] as const)("to the same asset at status %i does nothing", async (status) => {
    const { ports, document, move } = await arrangeAt(status);
    expect(await move(document.assetIdentifier)).toEqual(document);
    expect(ports.documents.assetMoves).toEqual([]);
  });

  test("is decided again if the document was moved concurrently", async () => {
    const { ports, document } = await arrangeAt(4);
    const documents = {
      ...ports.documents,
      moveToAsset: async (move: Parameters<typeof ports.documents.moveToAsset>[0]) => {
        if (ports.documents.assetMoves.length === 0) {
          await ports.documents.moveToAsset({ ...move, to: "BLD-8" });
          return null;
        }
        return ports.documents.moveToAsset(move);
      },
    };
    const input = { actor: anApiKeyActor(), uuid: document.uuid, assetIdentifier: "BLD-9" };
    expect(await moveToAsset({ ...ports, documents }, input)).toMatchObject({
      assetIdentifier: "BLD-9",
    });
    expect(ports.documents.assetMoves.map(({ from, to }) => [from, to])).toEqual([
      [document.assetIdentifier, "BLD-8"],
      ["BLD-8", "BLD-9"],
    ]);
  });

  test("is rejected as not found for an unknown document", async () => {
    const { ports } = await arrangeAt(4);
    await expect(
      moveToAsset(ports, { actor, uuid: "nonsense", assetIdentifier: "A" }),
    ).rejects.toMatchObject({ code: "staged-document-not-found" });
  });
});
