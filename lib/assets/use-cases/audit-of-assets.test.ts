import { expect, test } from "vitest";
import type { Author } from "@/lib/kernel/rules/actor";
import { makeAssetPorts } from "../testing/in-memory-asset-ports";
import { archiveAsset, createAsset, editAsset } from "./assets";

const author: Author = { actor: "administrator:7", requestId: "r", address: "192.0.2.7" };

test("the audit log records who created, changed, archived and restored an asset", async () => {
  const ports = makeAssetPorts();
  const viewer = { userId: "7", since: ports.clock.now() };
  const values = { identifier: "BLD-0001", name: "Hof", description: "", folder: null };
  const { asset } = await createAsset(ports, { ...values, viewer, author });
  const of = { id: asset.id, viewer, author };
  await editAsset(ports, { ...of, name: "Haus", description: "" });
  for (const isArchived of [true, true, false]) await archiveAsset(ports, { ...of, isArchived });
  const notes = ports.assets.notes.map(({ action, subject, author: who }) => [
    action,
    subject,
    who,
  ]);
  expect(notes).toEqual(
    ["asset-created", "asset-changed", "asset-archived", "asset-restored"].map((action) => [
      action,
      "asset:BLD-0001",
      author,
    ]),
  );
});
