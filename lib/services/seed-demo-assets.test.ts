import { expect, test } from "vitest";
import { assetIdentifierProblem } from "../domain/asset-identifier";
import { makePorts } from "../testing/make-ports";
import { DEMO_ASSETS, seedDemoAssets } from "./seed-demo-assets";

test("an installation without assets gets the demo assets", async () => {
  const ports = makePorts();
  expect(await seedDemoAssets(ports)).toBe(DEMO_ASSETS.length);
  expect(ports.assets.identifiers()).toEqual(DEMO_ASSETS.map(({ identifier }) => identifier));
});

test("an installation with any asset is left alone", async () => {
  const ports = makePorts();
  const createdAt = ports.clock.now();
  await ports.assets.create({ id: ports.ids.uuid(), identifier: "MINE", name: "Mine", createdAt });
  expect(await seedDemoAssets(ports)).toBe(0);
  expect(ports.assets.identifiers()).toEqual(["MINE"]);
});

test("every demo asset has an identifier that the API accepts", () => {
  expect(DEMO_ASSETS.map(({ identifier }) => assetIdentifierProblem(identifier))).toEqual(
    DEMO_ASSETS.map(() => null),
  );
});
