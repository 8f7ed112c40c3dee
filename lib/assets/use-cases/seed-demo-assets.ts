import type { Clock, Ids } from "@/lib/kernel/ports";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import type { AssetRepository } from "../ports";

/** The assets of a new installation, so that nobody starts with an empty page. */
export const DEMO_ASSETS = [
  {
    identifier: "BLD-0001",
    name: "Lindenhof office building",
    description: "Lindenhof 4, 8001 Zürich",
  },
  {
    identifier: "BLD-0002",
    name: "Harbour warehouse 7",
    description: "Hafenstrasse 12, 4057 Basel; cold store on level 1",
  },
  {
    identifier: "MCH-0107",
    name: "Cooling tower, north plant",
    description: "Built 2017, serviced each spring",
  },
  {
    identifier: "CTR-2031",
    name: "Lift maintenance contract",
    description: "Seven lifts, runs until the end of 2028",
  },
] as const;

/** Creates the demo assets in an installation without assets. @returns the number of assets created */
export async function seedDemoAssets(ports: {
  assets: AssetRepository;
  clock: Clock;
  ids: Ids;
}): Promise<number> {
  if ((await ports.assets.count()) > 0) return 0;
  for (const asset of DEMO_ASSETS) {
    const createdAt = ports.clock.now();
    const note = { at: createdAt, author: COMMAND_AUTHOR, action: "asset-created" } as const;
    const values = { id: ports.ids.uuid(), ...asset, folder: null, createdAt };
    const subject = `asset:${asset.identifier}`;
    await ports.assets.create(values, { ...note, subject });
  }
  return DEMO_ASSETS.length;
}
