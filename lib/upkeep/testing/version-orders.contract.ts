import { describe, expect, test } from "vitest";
import type { ObjectStorage } from "@/lib/documents/ports";
import {
  documentObjectKey,
  STAGED_PREFIX,
  stagedObjectKey,
} from "@/lib/documents/rules/object-key";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { createStagedDocument } from "@/lib/documents/use-cases/create-staged-document";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { getDocumentContent } from "@/lib/documents/use-cases/staged-documents";
import { DomainError } from "@/lib/kernel/rules/errors";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { sweep } from "../use-cases/sweep";
import { UNTIL_SWEPT_SECONDS } from "./awaited-upload.fixture";
import type { InMemoryUpkeepPorts } from "./in-memory-upkeep-ports";

/** An empty bucket and in-memory documents. */
export interface OrdersUnderTest {
  readonly ports: Omit<InMemoryUpkeepPorts, "storage"> & { readonly storage: ObjectStorage };
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** The clock that the store uses to check signatures. */
  readonly storeNow: () => Date;
}

/** The steps that may happen to a document, each once, in any order. */
export interface OrdersOptions {
  readonly steps: readonly Step[];
  /** A further step that happens once in each order. */
  readonly bucketChange?: (underTest: OrdersUnderTest) => Promise<void> | void;
}

type Step =
  | "late upload"
  | "second report"
  | "sweep"
  | "deletion"
  | "end of retention"
  | ReportPart;
type ReportPart = "report begins" | "report ends";

/** All possible steps. A report has two parts, between which all other steps may happen. */
export const ALL_STEPS: readonly Step[] = [
  "report begins",
  "report ends",
  "late upload",
  "second report",
  "sweep",
  "deletion",
  "end of retention",
];

const actor = anApiKeyActor();
const RETENTION_SECONDS = 31 * 86_400;
/** The contents of the uploads. Their lengths differ, so that the size in the record shows which one was reported. */
const UPLOADS = ["first", "late upload", "after the end of everything"];

/** Tests that in every order of steps, reported bytes are kept exactly as long as necessary, and nothing else is kept. */
export function describeVersionOrders(
  name: string,
  { steps, bucketChange }: OrdersOptions,
  open: () => Promise<OrdersUnderTest>,
): void {
  describe(`${name}, in every order of steps`, () => {
    test("keeps the reported bytes unchanged and nothing else", async () => {
      const all: readonly (Step | "bucket change")[] = bucketChange
        ? [...steps, "bucket change"]
        : steps;
      for (const order of ordersOf(all)) {
        const underTest = await open();
        const changeBucket = async () => bucketChange?.(underTest);
        await runOrder(order, await beginRun(underTest), changeBucket);
      }
    });
  });
}

async function runOrder(
  order: readonly (Step | "bucket change")[],
  run: Awaited<ReturnType<typeof beginRun>>,
  changeBucket: () => Promise<void>,
): Promise<void> {
  for (const step of order) {
    await (step === "bucket change" ? changeBucket() : run.take(step));
    await run.expectReportedBytes(order);
  }
  await run.finish();
  await run.expectNothingElse(order);
}

async function beginRun(underTest: OrdersUnderTest) {
  const { ports, storeNow } = underTest;
  const input = { assetIdentifier: "BLD-0001", name: "report.pdf", folder: null, sizeBytes: null };
  const { document } = await createStagedDocument(ports, { actor, ...input });
  const { uuid } = document;
  let seen: string | null = null;
  let endReport = () => Promise.resolve();

  const upload = async (body: string) => {
    const options = { signedAt: storeNow(), expiresInSeconds: 60, sizeBytes: null };
    const url = await ports.storage.signUpload(stagedObjectKey(uuid), options);
    expect((await underTest.fetch(url, { method: "PUT", body })).status).toBe(200);
  };
  const sweepIn = async (seconds: number) => {
    ports.clock.advanceSeconds(seconds);
    expect((await sweep(ports, { isWholeStore: true })).failures).toEqual([]);
  };
  const take = async (step: Step) => {
    if (step === "late upload") await upload("late upload");
    else if (step === "report begins") endReport = await beginReport(ports, uuid);
    else if (step === "report ends") await endReport();
    else if (step === "second report") await orRefused(report(ports, uuid));
    else if (step === "deletion") await orRefused(deleteStagedDocument(ports, { actor, uuid }));
    else await sweepIn(step === "sweep" ? UNTIL_SWEPT_SECONDS : RETENTION_SECONDS);
  };
  const expectReportedBytes = async (order: readonly string[]) => {
    const file = (await ports.documents.find(uuid))?.file;
    if (!file || file.erasedAt) return;
    const signer = { ...ports, clock: { now: storeNow } };
    const { downloadSignedUrl } = await getDocumentContent(signer, uuid);
    const text = await (await underTest.fetch(downloadSignedUrl)).text();
    const reported = UPLOADS.find(({ length }) => length === file.sizeBytes);
    if (text !== (seen ?? reported)) throw new Error(`${order.join(", ")}: the bytes are ${text}`);
    seen = text;
  };
  const finish = async () => {
    await sweepIn(UNTIL_SWEPT_SECONDS);
    await sweepIn(RETENTION_SECONDS);
    await upload("after the end of everything");
    await sweepIn(UNTIL_SWEPT_SECONDS);
  };
  const expectNothingElse = async (order: readonly string[]) => {
    await expectReportedBytes(order);
    const file = (await ports.documents.find(uuid))?.file;
    const left = await versionsOf(ports.storage, uuid);
    const names = file && !file.erasedAt ? [`${file.objectKey} ${file.versionId ?? "null"}`] : [];
    expect({ order, left }).toEqual({ order, left: names });
  };
  await upload("first");
  return { take, expectReportedBytes, finish, expectNothingElse };
}

const report = (ports: OrdersUnderTest["ports"], uuid: string) =>
  changeDocumentStatus(ports, { actor, uuid, status: 2 });

/** Starts a report that has read from the store and waits before its statement. Returns a function that completes it. */
async function beginReport(ports: OrdersUnderTest["ports"], uuid: string) {
  let open = () => {};
  let arrive = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const compareAndSetStatus: typeof ports.documents.compareAndSetStatus = async (change) => {
    arrive();
    await gate;
    return ports.documents.compareAndSetStatus(change);
  };
  const documents = { ...ports.documents, compareAndSetStatus };
  const ended = orRefused(report({ ...ports, documents }, uuid));
  await Promise.race([arrived, ended]);
  return () => {
    open();
    return ended;
  };
}

/** Ignores domain errors: a step that comes too early or too late is rejected, which these tests do not check. */
async function orRefused(call: Promise<unknown>): Promise<void> {
  await call.catch((error) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

async function versionsOf(storage: ObjectStorage, uuid: string) {
  const start = { key: "", versionId: null };
  const { objects } = await storage.list(STAGED_PREFIX + uuid, start, 100);
  const copies = await storage.list(documentObjectKey(uuid, ""), start, 100);
  // A copy is identified only by its key, whatever the version id of its only version is.
  return [
    ...objects.map(({ key, versionId }) => `${key} ${versionId ?? "null"}`),
    ...copies.objects.map(({ key }) => `${key} null`),
  ];
}

/** Yields every order in which a report begins before it ends. */
function* ordersOf<Item extends string>(items: readonly Item[]): Generator<readonly Item[]> {
  if (items.length === 0) yield [];
  for (const [index, first] of items.entries()) {
    const rest = items.toSpliced(index, 1);
    const isEndBeforeBegin =
      first === "report ends" && rest.some((item) => item === "report begins");
    if (isEndBeforeBegin) continue;
    for (const order of ordersOf(rest)) yield [first, ...order];
  }
}
