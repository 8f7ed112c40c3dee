import { expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { createStagedDocument } from "@/lib/documents/use-cases/create-staged-document";
import { DomainError } from "@/lib/kernel/rules/errors";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { makeProcessingPorts } from "../testing/in-memory-processing-ports";
import { hashFiles } from "./hash-files";

const actor = anApiKeyActor();
const SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/** Creates ports with an external processor. The turns report the documents whose files could not be hashed. */
function arrange() {
  const ports = makeProcessingPorts();
  ports.processing.setChoice("external");
  const undone: string[] = [];
  const onUndone = (documentUuid: string) => void undone.push(documentUuid);
  const upload = async () => {
    const { document, uploadSignedUrl } = await createStagedDocument(ports, {
      actor,
      assetIdentifier: "BLD-0001",
      name: "letter.txt",
      folder: null,
      sizeBytes: null,
    });
    await ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: "abc" });
    await changeDocumentStatus(ports, { actor, uuid: document.uuid, status: 2 });
    return document.uuid;
  };
  return {
    ports,
    upload,
    undone,
    turn: (after: string | null = null) => hashFiles(ports, { after, onUndone }),
    hashOf: async (uuid: string) => (await ports.documents.find(uuid))?.file?.sha256,
  };
}

test("a turn hashes all files, however many there are", async () => {
  const { upload, turn, hashOf } = arrange();
  const uuids: string[] = [];
  for (let n = 0; n < 250; n += 1) uuids.push(await upload());
  expect(await turn()).toEqual({ hashed: 250, undone: 0, after: null });
  for (const uuid of uuids) expect(await hashOf(uuid)).toBe(SHA256_OF_ABC);
  expect(await turn()).toEqual({ hashed: 0, undone: 0, after: null });
});

test("files that are missing are named and do not hold up newer files", async () => {
  const { ports, upload, turn, hashOf, undone } = arrange();
  const lost: string[] = [];
  for (let n = 0; n < 1_000; n += 1) lost.push((await makeDocumentAt(ports, 2)).uuid);
  const uuid = await upload();
  expect(await turn()).toEqual({ hashed: 1, undone: 1_000, after: null });
  expect(undone).toEqual(lost);
  expect(await hashOf(uuid)).toBe(SHA256_OF_ABC);
});

test("a turn ends after ten seconds, and the next one continues with the next file", async () => {
  const { ports, upload, turn, hashOf } = arrange();
  const [first, second, third] = [await upload(), await upload(), await upload()];
  const { read } = ports.storage;
  ports.storage.read = (version) => {
    ports.clock.advanceSeconds(5);
    return read(version);
  };
  expect(await turn()).toEqual({ hashed: 2, undone: 0, after: second });
  expect([await hashOf(first), await hashOf(third)]).toEqual([SHA256_OF_ABC, null]);
  expect(await turn(second)).toEqual({ hashed: 1, undone: 0, after: null });
  expect(await hashOf(third)).toBe(SHA256_OF_ABC);
});

test("a turn ends at once if the object store does not respond", async () => {
  const { ports, upload, turn, undone, hashOf } = arrange();
  const uuid = await upload();
  ports.storage.setAvailable(false);
  await expect(turn()).rejects.toMatchObject({ code: "object-store-unavailable" });
  expect(undone).toEqual([]);
  ports.storage.setAvailable(true);
  expect(await turn()).toMatchObject({ hashed: 1 });
  expect(await hashOf(uuid)).toBe(SHA256_OF_ABC);
});

test("a file that the object store cannot read does not hold up newer files", async () => {
  const { ports, upload, turn, undone, hashOf } = arrange();
  const [damaged, whole] = [await upload(), await upload()];
  const { read } = ports.storage;
  ports.storage.read = (version) =>
    version.key.includes(damaged)
      ? Promise.reject(new DomainError("object-store-unavailable", "500 InternalError"))
      : read(version);
  expect(await turn()).toEqual({ hashed: 1, undone: 1, after: null });
  expect(undone).toEqual([damaged]);
  expect(await hashOf(whole)).toBe(SHA256_OF_ABC);
});
