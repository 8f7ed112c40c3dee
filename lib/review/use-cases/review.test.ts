import { describe, expect, test, vi } from "vitest";
import type { DocumentListPosition } from "@/lib/documents/list-ports";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { createInMemoryDocumentLists } from "@/lib/documents/testing/in-memory-document-lists";
import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import type { Person } from "@/lib/kernel/rules/actor";
import { createInMemoryReviewClaims } from "../testing/in-memory-review-claims";
import { countLeft, holdDocument, nextForReview, queueOf, skipDocument } from "./review";

const ADA: Person = {
  kind: "reviewer",
  id: "019cbc00-0000-7000-8000-00000000000a",
  sessionId: null,
};
const BEN: Person = { ...ADA, id: "019cbc00-0000-7000-8000-00000000000b" };
const EVERYTHING = {
  assetIdentifier: null,
  text: null,
  statuses: null,
  documentClass: null,
  finding: null,
  createdFrom: null,
  createdTo: null,
  uploader: null,
  isDuplicate: false,
};

/** Makes documents that wait for review, a second apart. */
async function arrange(count: number) {
  const documentPorts = makeDocumentPorts();
  const ports = {
    ...documentPorts,
    documentLists: createInMemoryDocumentLists(documentPorts.documents),
    reviews: createInMemoryReviewClaims(documentPorts.documents),
  };
  const uuids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    uuids.push((await makeDocumentAt(ports, 4)).uuid);
    ports.clock.advanceSeconds(1);
  }
  const next = async (person: Person, except: readonly string[] = [], isOldestFirst = true) => {
    const queue = await queueOf(ports, { filter: EVERYTHING, isOldestFirst });
    const { uuid } = await nextForReview(ports, { person, ...queue, after: null, except });
    return uuid;
  };
  return { ports, uuids, next };
}

describe("the next document", () => {
  test("is the oldest one, and is given to nobody else", async () => {
    const { uuids, next } = await arrange(2);
    expect(await next(ADA)).toBe(uuids[0]);
    expect(await next(BEN)).toBe(uuids[1]);
    expect(await next(ADA)).toBe(uuids[0]);
    expect(await next(BEN, uuids)).toBeNull();
  });

  test("waits for a person: it is neither decided nor still being read", async () => {
    const { ports, uuids, next } = await arrange(1);
    await makeDocumentAt(ports, 3);
    await makeDocumentAt(ports, 5);
    expect(await next(ADA)).toBe(uuids[0]);
    expect(await next(ADA, uuids)).toBeNull();
  });

  test("is the most doubtful one on request; one that could not be read comes first", async () => {
    const { ports, uuids, next } = await arrange(0);
    const waiting = async (score: number | null) => {
      const { uuid } = await makeDocumentAt(ports, 4);
      const document = await ports.documents.find(uuid);
      const results = {
        documentClass: "lease",
        language: null,
        pages: 1,
        fields: [],
        processor: "other/1",
      };
      if (document)
        ports.documents.place({
          ...document,
          classification: score === null ? null : { ...results, score },
        });
      uuids.push(uuid);
    };
    for (const score of [0.9, 0.2, null]) await waiting(score);
    const [sure, doubtful, unread] = uuids;
    const given: (string | null)[] = [];
    for (let n = 0; n < 3; n += 1)
      given.push(
        await next(
          ADA,
          given.flatMap((uuid) => uuid ?? []),
          false,
        ),
      );
    expect(given).toEqual([unread, doubtful, sure]);
  });

  test("is found behind many that others hold or the person put off, by reading one page", async () => {
    const { ports, uuids, next } = await arrange(50);
    for (const uuid of uuids.slice(0, 25)) {
      await holdDocument(ports, { person: BEN, uuid, takesOver: false });
    }
    const until = new Date(ports.clock.now().getTime() + 60_000);
    for (const uuid of uuids.slice(25, 49)) await skipDocument(ports, { person: ADA, uuid, until });
    const list = vi.spyOn(ports.documentLists, "list");
    expect(await next(ADA)).toBe(uuids[49]);
    expect(list).toHaveBeenCalledOnce();
  });

  test("is looked for behind the documents that others were faster to hold", async () => {
    const { ports, uuids } = await arrange(21);
    const queue = await queueOf(ports, { filter: EVERYTHING, isOldestFirst: true });
    const ask = (after: DocumentListPosition | null) =>
      nextForReview(ports, { person: ADA, ...queue, after, except: [] });
    vi.spyOn(ports.reviews, "listUnavailable").mockResolvedValue([]);
    for (const uuid of uuids.slice(0, 20)) {
      await holdDocument(ports, { person: BEN, uuid, takesOver: false });
    }
    const { uuid, nextAfter } = await ask(null);
    expect(uuid).toBeNull();
    expect(await ask(nextAfter)).toEqual({ uuid: uuids[20], nextAfter: null });
  });

  test("is not one that the person has put off, until its time has come", async () => {
    const { ports, uuids, next } = await arrange(1);
    const [uuid = ""] = uuids;
    const until = new Date(ports.clock.now().getTime() + 3_600_000);
    await skipDocument(ports, { person: ADA, uuid, until });
    expect(await next(ADA)).toBeNull();
    expect(await next(BEN)).toBe(uuid);
    ports.clock.advanceSeconds(3_600);
    expect(await next(ADA)).toBe(uuid);
  });
});

test("the documents left for a person are those that they can be given", async () => {
  const { ports, uuids } = await arrange(5);
  const [held = "", putOff = "", own = ""] = uuids;
  await holdDocument(ports, { person: BEN, uuid: held, takesOver: false });
  await holdDocument(ports, { person: ADA, uuid: own, takesOver: false });
  const until = new Date(ports.clock.now().getTime() + 60_000);
  await skipDocument(ports, { person: ADA, uuid: putOff, until });
  const { filter } = await queueOf(ports, { filter: EVERYTHING, isOldestFirst: true });
  expect(await countLeft(ports, { person: ADA, filter })).toEqual({ count: 3, isMore: false });
  expect(await countLeft(ports, { person: BEN, filter })).toEqual({ count: 4, isMore: false });
});

test("with PROCESSOR=none, documents also wait for a person after their upload", async () => {
  const { ports, next } = await arrange(0);
  ports.processing.setChoice("none");
  const uploaded = await makeDocumentAt(ports, 2);
  ports.clock.advanceSeconds(1);
  const processed = await makeDocumentAt(ports, 4);
  expect(await next(ADA, [], false)).toBe(uploaded.uuid);
  expect(await next(ADA, [uploaded.uuid])).toBe(processed.uuid);
});
