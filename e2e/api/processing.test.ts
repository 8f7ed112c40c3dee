import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { temporaryRoot } from "@/embedded/throwaway/temporary-root";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import { firstAccepted } from "../delivery/find-faults";
import { startWitnessReceiver, type WitnessReceiver } from "../delivery/witness-receiver";
import { killProcess } from "../kill-process";
import { type Product, startProduct } from "../product";

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
let product: Product;
let client: StagedoorClient;

beforeAll(async () => {
  folder = await mkdtemp(join(temporaryRoot(), "stagedoor-processing-"));
  receiver = await startWitnessReceiver(folder);
  product = await startProduct({ env: { ...receiver.settings, PROCESSOR: "builtin" } });
  client = createStagedoorClient(product);
  await client.setWebhook(`${receiver.origin}/hook`);
});

afterAll(async () => {
  await product?.stop();
  await receiver?.stop();
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

const told = (uuid: string) =>
  firstAccepted(receiver.arrivals())
    .flatMap(({ items }) => items)
    .filter((item) => item.uuid === uuid)
    .map(({ previousStatus, currentStatus }) => `${previousStatus}→${currentStatus}`);

describe("a document that is uploaded", () => {
  it("finds out what it is, by itself and within seconds", async () => {
    const uuid = await handIn("rechnung.txt", INVOICE);
    const record = await untilReviewed(uuid);
    expect(record).toMatchObject({
      ...{ failure: null, duplicateOf: null },
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

  it("tells the receiver of exactly the listed moves", async () => {
    const uuid = await handIn("rechnung.txt", INVOICE);
    await untilReviewed(uuid);
    await vi.waitFor(() => expect(told(uuid)).toEqual(["null→1", "1→2", "3→4"]), PATIENCE);
  });

  it("whose bytes were here before names the first one", async () => {
    const text = `${INVOICE} once more`;
    const first = await handIn("a.txt", text);
    await untilReviewed(first);
    const second = await handIn("b.txt", text);
    expect((await untilReviewed(second)).duplicateOf).toBe(first);
  });

  it("that cannot be read goes to a person with the reason", async () => {
    const uuid = await handIn("broken.pdf", "%PDF-1.7 and nothing behind it");
    const { failure, classification } = await untilReviewed(uuid);
    expect(failure).toMatchObject({ code: "corrupt", message: expect.stringMatching(/\.$/) });
    expect(classification).toBeNull();
  });
});

describe("whatever is killed", () => {
  it.each(["next", "inngest", "postgres", "object-store"] as const)(
    "%s, every document ends at 4",
    async (child) => {
      const uuids = await Promise.all(
        Array.from({ length: 6 }, (_, n) => handIn(`${n}.txt`, `${INVOICE} ${child} ${n}`)),
      );
      await killProcess(await product.childPid(child));
      for (const uuid of uuids) {
        const record = await untilReviewed(uuid);
        expect(record).toMatchObject({
          failure: null,
          classification: { documentClass: "invoice" },
        });
        await vi.waitFor(() => expect(told(uuid)).toEqual(["null→1", "1→2", "3→4"]), PATIENCE);
      }
    },
  );
});

it("no log of any part holds a word of a document", async () => {
  for (const name of ["next", "inngest", "object-store", "receiver"]) {
    const log = await readFile(join(product.dataDir, "logs", `${name}.log`), "utf8");
    expect(log).not.toContain(MARKER);
  }
  expect(product.output()).not.toContain(MARKER);
});
