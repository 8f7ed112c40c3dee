import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { changeOf } from "@/lib/documents/testing/documents.fixture";
import { moveToAsset } from "@/lib/documents/use-cases/move-to-asset";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { beginOther, untilBlocked } from "../core/other-transaction.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { moveValues } from "../core/status-move";
import { createStagedDocumentRepository } from "./staged-document-repository";
import { STATEMENTS } from "./staged-document-statements";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const actor = {
  kind: "reviewer",
  id: "r",
  sessionId: null,
  requestId: "019cbc00-0000-7000-8000-0000000000c1",
} as const;

async function arrange() {
  const { pool } = await openEmptyDatabase();
  const documents = createStagedDocumentRepository(pool);
  const ports = { documents, clock: createFixedClock(), ids: createCountingIds() };
  const { uuid, assetIdentifier: from } = await makeDocumentAt(ports, 4);
  const move = (assetIdentifier: string) => moveToAsset(ports, { actor, uuid, assetIdentifier });
  const events = async () =>
    (await pool.query("SELECT kind, actor, request_id, details FROM document_event ORDER BY id"))
      .rows;
  const counts = async () => {
    const { rows } = await pool.query<{ asset: string; status: number }>(
      `SELECT asset_identifier AS asset, status, sum(count)::int AS count FROM asset_document_count
       GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2`,
    );
    return rows;
  };
  return { pool, documents, uuid, from, move, events, counts };
}

const moveTo = (uuid: string, from: string, to: string) =>
  STATEMENTS.moveToAsset({
    uuid,
    from,
    to,
    at: new Date(),
    statuses: [2, 3, 4, 5],
    actor: "reviewer:r",
    requestId: null,
  });

describe("moves to another asset in PostgreSQL", () => {
  test("write their event in the statement that also updates the counts of both assets", async () => {
    const { from, move, events, counts } = await arrange();
    await move("BLD-9");
    await move("BLD-9");
    expect(await events()).toEqual([
      {
        kind: "moved",
        actor: "reviewer:r",
        request_id: actor.requestId,
        details: { from, to: "BLD-9" },
      },
    ]);
    expect(await counts()).toEqual([{ asset: "BLD-9", status: 4, count: 1 }]);
  });

  test("wait for an uncommitted deletion and are then rejected", async () => {
    const { pool, documents, uuid, from, move, events, counts } = await arrange();
    const other = await beginOther(pool);
    await other.run(STATEMENTS.compareAndSetStatus(moveValues(changeOf(uuid, 4, 8))));
    const refused = expect(move("BLD-9")).rejects.toMatchObject({ code: "document-not-movable" });
    await untilBlocked(pool);
    await other.commit();
    await refused;
    expect(await documents.find(uuid)).toMatchObject({ status: 8, assetIdentifier: from });
    expect(await events()).toEqual([]);
    expect(await counts()).toEqual([{ asset: from, status: 8, count: 1 }]);
  });

  test("and a concurrent approval of the same document both succeed", async () => {
    const { pool, documents, uuid, from, move, counts } = await arrange();
    const other = await beginOther(pool);
    await other.run(STATEMENTS.compareAndSetStatus(moveValues(changeOf(uuid, 4, 5))));
    const moving = move("BLD-9");
    await untilBlocked(pool);
    await other.commit();
    expect(await moving).toMatchObject({ status: 5, assetIdentifier: "BLD-9" });
    expect(await counts()).toEqual([{ asset: "BLD-9", status: 5, count: 1 }]);
    expect(await documents.find(uuid)).not.toMatchObject({ assetIdentifier: from });
  });

  test("keep the new asset if a concurrent approval was waiting for the move", async () => {
    const { pool, documents, uuid, from, counts } = await arrange();
    const other = await beginOther(pool);
    await other.run(moveTo(uuid, from, "BLD-9"));
    const approving = documents.compareAndSetStatus(changeOf(uuid, 4, 5));
    await untilBlocked(pool);
    await other.commit();
    expect(await approving).toMatchObject({ status: 5, assetIdentifier: "BLD-9" });
    expect(await counts()).toEqual([{ asset: "BLD-9", status: 5, count: 1 }]);
  });

  test("record the actual previous asset of each of two concurrent moves", async () => {
    const { pool, uuid, from, move, events, counts } = await arrange();
    const other = await beginOther(pool);
    await other.run(moveTo(uuid, from, "BLD-8"));
    const moving = move("BLD-9");
    await untilBlocked(pool);
    await other.commit();
    await moving;
    expect((await events()).map(({ details }) => details)).toEqual([
      { from, to: "BLD-8" },
      { from: "BLD-8", to: "BLD-9" },
    ]);
    expect(await counts()).toEqual([{ asset: "BLD-9", status: 4, count: 1 }]);
  });
});
