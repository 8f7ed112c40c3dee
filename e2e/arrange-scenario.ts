import type { Page } from "@playwright/test";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import { STATUS, type Status } from "@/lib/documents/rules/status";
import { createAsset } from "./cockpit/cockpit-page";
import type { Product } from "./product";

/** The contents of a cockpit that is in use. */
export interface Scenario {
  /** The asset that has documents in every status. */
  readonly assetIdentifier: string;
  /** An asset without documents. */
  readonly emptyAssetIdentifier: string;
  /** An identifier that documents were uploaded for, but that no asset has. */
  readonly unassignedIdentifier: string;
}

const ASSETS = [
  ["BLD-0103", "Seefeld residence", "Seefeldstrasse 88, 8008 Zürich"],
  ["BLD-0110", "Rosengarten school, east wing", "Renovation 2026–2027, phase 2"],
  ["MCH-0233", "Heat pump, Lindenhof basement", "Built 2024, 180 kW"],
  ["MCH-0241", "Freight lift 3, harbour warehouse", ""],
  ["CTR-2044", "Cleaning contract, plant north", "Runs until June 2027"],
  ["CTR-2052", "Fire safety inspection, all sites", "Every two years"],
  ["VHC-0018", "Delivery van ZH 482 113", "Electric, leased"],
] as const;

const { uploadSuccessful, processing, waitingForReview, approved, uploadFailed, deleted } = STATUS;
const { waitingForUpload } = STATUS;

/** The identifier, the name, the size in kilobytes and the status of each document, the newest one last. */
const DOCUMENTS: readonly (readonly [string, string, number, Status])[] = [
  ["MCH-0107", "Service report spring 2026.pdf", 410, approved],
  ["MCH-0107", "Pump curves.xlsx", 88, approved],
  ["CTR-2031", "Contract lifts 2024–2028, signed.pdf", 1_300, approved],
  ["CTR-2031", "Price list 2026.pdf", 240, waitingForReview],
  ["MCH-0233", "Commissioning protocol.pdf", 690, approved],
  ["MCH-0233", "Refrigerant log.csv", 12, uploadSuccessful],
  ["BLD-0110", "Building permit phase 2.pdf", 2_100, waitingForReview],
  ["BLD-0110", "Acoustics expertise.docx", 350, processing],
  ["BLD-0103", "Lease apartment 3.pdf", 180, approved],
  ["CTR-2052", "Inspection Basel 2025.pdf", 970, uploadSuccessful],
  ["HVAC-77", "Balancing report.pdf", 520, uploadSuccessful],
  ["HVAC-77", "Duct drawings.dwg", 2_400, uploadSuccessful],
  ["BLD-0999", "Handover protocol.pdf", 130, waitingForUpload],
  ["BLD-0001", "Old floor plan.pdf", 300, deleted],
  ["BLD-0001", "Lease ground floor 2026.pdf", 640, approved],
  ["BLD-0001", "Energy certificate.pdf", 220, approved],
  ["BLD-0001", "Fire safety concept, revision 4.docx", 1_100, waitingForReview],
  ["BLD-0001", "Floor plans levels 1 to 6.dwg", 3_000, processing],
  ["BLD-0001", "Roof photographs.zip", 0, uploadFailed],
  ["BLD-0001", "Handover minutes 14 November.pdf", 95, uploadSuccessful],
  ["BLD-0001", "Tenant letter December.pdf", 0, waitingForUpload],
];

/** Creates assets in addition to those of a new installation, and documents in every status. */
export async function arrangeScenario(page: Page, product: Product): Promise<Scenario> {
  for (const [identifier, name, description] of ASSETS) {
    await createAsset(page, { identifier, name, description });
  }
  const { url, apiKey } = product;
  const client = createStagedoorClient({ url, apiKey });
  for (const document of DOCUMENTS) await bringTo(client, ...document);
  return {
    assetIdentifier: "BLD-0001",
    emptyAssetIdentifier: "VHC-0018",
    unassignedIdentifier: "HVAC-77",
  };
}

async function bringTo(
  client: StagedoorClient,
  assetIdentifier: string,
  name: string,
  kilobytes: number,
  status: Status,
): Promise<void> {
  if (status === waitingForUpload || status === uploadFailed) {
    const { uuid } = await client.create({ assetIdentifier, name });
    if (status === uploadFailed) await client.report(uuid, FAILED);
    return;
  }
  const file = new Blob(["x".repeat(kilobytes * 1_000)]);
  const { uuid } = await client.handIn(file, { assetIdentifier, name });
  if (status === uploadSuccessful) return;
  if (status === deleted) {
    await client.delete(uuid);
    return;
  }
  if (status === approved) {
    await client.report(uuid, { status: approved });
    return;
  }
  await client.report(uuid, { status: processing });
  if (status === waitingForReview) await client.report(uuid, UNREADABLE);
}

const FAILED = {
  status: uploadFailed,
  failure: { code: "connection-lost", message: "The scanner lost its connection." },
} as const;

const UNREADABLE = {
  status: waitingForReview,
  failure: { code: "unreadable-pages", message: "Pages 3 and 4 cannot be read." },
} as const;
