import { expect, test } from "vitest";
import { assetIdentifierProblem } from "@/lib/documents/rules/staged-document";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { assetDescriptionProblem, assetNameProblem } from "../rules/asset-texts";
import { makeAssetPorts } from "../testing/in-memory-asset-ports";
import { DEMO_ASSETS, seedDemoAssets } from "./seed-demo-assets";

test("an installation without assets gets the demo assets", async () => {
  const ports = makeAssetPorts();
  expect(await seedDemoAssets(ports)).toBe(DEMO_ASSETS.length);
  expect(ports.assets.identifiers()).toEqual(DEMO_ASSETS.map(({ identifier }) => identifier));
});

test("an installation with any asset stays unchanged", async () => {
  const ports = makeAssetPorts();
  const mine = { id: ports.ids.uuid(), identifier: "MINE", name: "Mine", description: "" };
  await ports.assets.create({ ...mine, folder: null, createdAt: ports.clock.now() }, anAuditNote());
  expect(await seedDemoAssets(ports)).toBe(0);
  expect(ports.assets.identifiers()).toEqual(["MINE"]);
});

test.each(DEMO_ASSETS)("the demo asset $identifier is valid in the cockpit", (asset) => {
  expect(assetIdentifierProblem(asset.identifier)).toBeNull();
  expect(assetNameProblem(asset.name)).toBeNull();
  expect(assetDescriptionProblem(asset.description)).toBeNull();
});
