import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import { PROGRAM_FILE } from "@/lib/processing/rules/program-protocol";
import { temporaryRoot } from "@/testing/temporary-root";
import { type KillableProduct, startKillableProduct } from "../crash/killable-product";
import { firstAccepted } from "../delivery/find-faults";
import { startWitnessReceiver, type WitnessReceiver } from "../delivery/witness-receiver";
import { killProcess } from "../kill-process";
import { removeDataDir } from "../product";

const PATIENCE = { timeout: 90_000, interval: 200 };
const MARKER = "zweckentfremdungsverbot";
const INVOICE = `Muster Hausverwaltung GmbH
Beispielweg 5, 20095 Hamburg

Rechnung

Rechnungsnummer: 2026-0815
Rechnungsdatum: 03.11.2026

Wartung der Heizung und ${MARKER}

Nettobetrag: 100,00 EUR
Umsatzsteuer 19 %: 19,00 EUR
Gesamtbetrag: 119,00 EUR

Zahlbar innerhalb von 14 Tagen auf das Konto DE89 3704 0044 0532 0130 00.
`;

let folder: string;
let receiver: WitnessReceiver;
let product: KillableProduct;
let dataDir: string;
let client: StagedoorClient;

beforeAll(async () => {
  folder = await mkdtemp(join(temporaryRoot(), "stagedoor-processing-"));
  receiver = await startWitnessReceiver(folder);
  dataDir = join(folder, "data");
  product = await startKillableProduct(dataDir, { ...receiver.settings, PROCESSOR: "builtin" });
  client = createStagedoorClient(product);
  await client.setWebhook(`${receiver.origin}/hook`);
});

afterAll(async () => {
  await product?.stop();
  await receiver?.stop();
  await removeDataDir(dataDir);
  await rm(folder, { recursive: true, force: true });
});

const handIn = async (name: string, text: string) =>
  (await client.handIn(new Blob([text]), { assetIdentifier: "BLD-0001", name })).uuid;

const untilReviewed = (uuid: string) =>
  vi.waitFor(async () => {
    const record = await client.get(uuid);
    expect(record.status).toBe(4);
    return record;
  }, PATIENCE);

const changesOf = (uuid: string) =>
  firstAccepted(receiver.arrivals())
    .flatMap(({ items }) => items)
    .filter((item) => item.uuid === uuid)
    .map(({ previousStatus, currentStatus }) => `${previousStatus}→${currentStatus}`);

describe("a document that has been uploaded", () => {
  test("is classified automatically and within seconds", async () => {
    const uuid = await handIn("rechnung.txt", INVOICE);
    const record = await untilReviewed(uuid);
    expect(record).toMatchObject({
      failure: null,
      deletion: null,
      duplicateOf: null,
      file: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      classification: { documentClass: "invoice", language: "de", pages: 1 },
    });
    expect(record.classification?.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "invoiceNumber", value: "2026-0815" }),
        expect.objectContaining({ name: "iban", value: "DE89370400440532013000" }),
      ]),
    );
  });

  test("triggers a notification of every status change except the start of processing", async () => {
    const uuid = await handIn("rechnung.txt", INVOICE);
    await untilReviewed(uuid);
    await vi.waitFor(() => expect(changesOf(uuid)).toEqual(["null→1", "1→2", "3→4"]), PATIENCE);
  });

  test("with the same bytes as an earlier document names that document", async () => {
    const text = `${INVOICE} once more`;
    const first = await handIn("a.txt", text);
    await untilReviewed(first);
    const second = await handIn("b.txt", text);
    expect((await untilReviewed(second)).duplicateOf).toBe(first);
  });

  test("that cannot be read is sent to a reviewer with the reason", async () => {
    const uuid = await handIn("broken.pdf", "%PDF-1.7 and nothing behind it");
    const { failure, classification } = await untilReviewed(uuid);
    expect(failure).toMatchObject({ code: "corrupt", message: expect.stringMatching(/\.$/) });
    expect(classification).toBeNull();
  });
});

const handInSome = (mark: string) =>
  Promise.all(Array.from({ length: 6 }, (_, n) => handIn(`${n}.txt`, `${INVOICE} ${mark} ${n}`)));

async function expectAllRead(uuids: readonly string[]): Promise<void> {
  for (const uuid of uuids) {
    const record = await untilReviewed(uuid);
    expect(record).toMatchObject({ failure: null, classification: { documentClass: "invoice" } });
    await vi.waitFor(() => expect(changesOf(uuid)).toEqual(["null→1", "1→2", "3→4"]), PATIENCE);
  }
}

/**
 * Returns the process ids of the reading programs started by the web process; null if the system does not list processes
 * by file.
 */
async function readerPids(): Promise<readonly number[] | null> {
  if (!existsSync("/proc")) return null;
  const parent = await product.childPid("next");
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const read = (pid: number, name: string) =>
    readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const found = await Promise.all(
    pids.map(async (pid) => {
      const isChild =
        (await read(pid, "stat")).split(") ").at(-1)?.split(" ")[1] === String(parent);
      return isChild && (await read(pid, "cmdline")).includes(PROGRAM_FILE) ? [pid] : [];
    }),
  );
  return found.flat();
}

describe("when one part is killed", () => {
  test.each(["next", "inngest", "postgres", "object-store", "everything"] as const)(
    "%s: every document reaches status 4",
    async (victim) => {
      const uuids = await handInSome(victim);
      await product.kill(victim);
      await expectAllRead(uuids);
    },
  );

  test("the reading program: every document reaches status 4", async (context) => {
    const uuids = await handInSome("reader");
    const killed = await vi.waitFor(async () => {
      const pids = await readerPids();
      if (pids?.length === 0) throw new Error("nothing reads yet");
      return pids;
    }, PATIENCE);
    if (killed === null) return context.skip();
    for (const pid of killed) killProcess(pid);
    await expectAllRead(uuids);
  });
});

test("no log of any part contains a word from a document", async () => {
  for (const name of ["next", "inngest", "object-store", "receiver"]) {
    const log = await readFile(join(dataDir, "logs", `${name}.log`), "utf8");
    expect(log).not.toContain(MARKER);
  }
  expect(product.output()).not.toContain(MARKER);
});
