import { expect, test } from "vitest";
import { NO_DOCUMENT_LIST_FILTER } from "@/lib/documents/list-ports";
import { createStagedDocument } from "@/lib/documents/use-cases/create-staged-document";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { makeAssetPorts } from "../testing/in-memory-asset-ports";
import { searchEverywhere } from "./search-everywhere";

test("documents named so come first, then names that begin so, however old, then the latest others, each once", async () => {
  const ports = makeAssetPorts();
  const create = async (name: string) => {
    const file = { assetIdentifier: "A", name, folder: null, sizeBytes: null };
    await createStagedDocument(ports, { actor: anApiKeyActor(), ...file });
    ports.clock.advanceSeconds(1);
  };
  for (const name of ["lease.pdf (2).pdf", "leash.pdf", "LEASE.pdf"]) await create(name);
  for (let n = 1; n <= 12; n += 1) await create(`old lease.pdf ${n}.pdf`);
  const { documents } = await searchEverywhere(ports, {
    filter: { ...NO_DOCUMENT_LIST_FILTER, text: "Lease.pdf" },
    viewer: { userId: "019cbc00-0000-7000-8000-00000000000a", since: ports.clock.now() },
  });
  expect(documents).toHaveLength(10);
  expect(documents.slice(0, 3).map(({ name }) => name)).toEqual([
    "LEASE.pdf",
    "lease.pdf (2).pdf",
    "old lease.pdf 12.pdf",
  ]);
  expect(documents[1]?.match?.parts[0]).toEqual({ text: "lease.pdf", isMatch: true });
});
