import { describe, expect, test } from "vitest";
import { reportedStagedDocument } from "@/lib/http/documents/external-api-schemas";
import type { Scope } from "@/lib/kernel/rules/actor";
import { prepareApi } from "../testing/api.fixture";
import { DOCUMENTS, documentCalls } from "../testing/document-calls.fixture";

const LEASE_SECONDS = 120;
const api = prepareApi({ PROCESSOR: "external", PROCESSING_LEASE_SECONDS: String(LEASE_SECONDS) });

const CLASSIFICATION = {
  documentClass: "lease",
  score: 0.93,
  language: "de",
  pages: 2,
  processor: "classifier/1.0",
  fields: [{ name: "rent", value: "1200.00", score: 0.7, page: 1, text: "Miete: 1.200 €" }],
};
const RESULTS = { status: 4, classification: CLASSIFICATION };

const { at, put, read } = documentCalls(api);
const keyOf = (...scopes: Scope[]) => api.makeKey(scopes);
const leaseOf = ({ body }: { body: unknown }) => reportedStagedDocument.parse(body).processing;

/** Ends the lease of a document's current run. */
const endLease = (uuid: string) =>
  api.container.database.pool.query(
    "UPDATE processing_run SET lease_until = now() - interval '1 s' WHERE document_uuid = $1 AND state <> 'ended'",
    [uuid],
  );

describe("taking a document", () => {
  test("returns the run and the end of its lease, while all other calls return 409", async () => {
    const key = await keyOf("documents:process");
    const uuid = await at(2);
    const before = Date.now();
    const lease = leaseOf(await put(uuid, { status: 3 }, key));
    expect(lease?.run).toBe(1);
    const remainingMs = Date.parse(lease?.leaseUntil ?? "") - before;
    expect(remainingMs).toBeGreaterThan((LEASE_SECONDS - 5) * 1000);
    expect(remainingMs).toBeLessThan((LEASE_SECONDS + 60) * 1000);
    const other = await put(uuid, { status: 3 }, await keyOf("documents:process"));
    expect(other).toMatchObject({ status: 409, body: { code: "invalid-transition" } });
    expect((await api.call("GET", `${DOCUMENTS}/${uuid}`)).body).not.toHaveProperty("processing");
  });

  test("uses the document's waiting run if the document is waiting to be processed again", async () => {
    const uuid = await at(4);
    const [reviewer, processor] = [
      await keyOf("documents:review"),
      await keyOf("documents:process"),
    ];
    expect(leaseOf(await put(uuid, { status: 3 }, reviewer))).toBeUndefined();
    expect(leaseOf(await put(uuid, { status: 3 }, processor))).toMatchObject({ run: 1 });
    expect((await put(uuid, { status: 3 }, processor)).status).toBe(409);
    expect((await put(uuid, { ...RESULTS, run: 1 }, processor)).status).toBe(200);
  });
});

describe("a lease", () => {
  test("can be renewed with the number of its run", async () => {
    const uuid = await at(2);
    const key = await keyOf("documents:process");
    await put(uuid, { status: 3 }, key);
    await endLease(uuid);
    const renewed = leaseOf(await put(uuid, { status: 3, run: 1 }, key));
    expect(renewed?.run).toBe(1);
    expect(Date.parse(renewed?.leaseUntil ?? "")).toBeGreaterThan(Date.now());
  });

  test("ends with its run, after which renewals and results return 409", async () => {
    const uuid = await at(2);
    await put(uuid, { status: 3 });
    await put(uuid, RESULTS);
    await put(uuid, { status: 3 });
    await put(uuid, { status: 3 });
    const other = { ...CLASSIFICATION, documentClass: "invoice" };
    for (const body of [
      { status: 3, run: 1 },
      { status: 4, run: 1, classification: other },
      { status: 5, run: 1, classification: other },
      { status: 4, run: 7, classification: other },
    ]) {
      expect(await put(uuid, body)).toMatchObject({ status: 409, body: { code: "run-ended" } });
    }
    expect(await read(uuid)).toMatchObject({ status: 3, classification: CLASSIFICATION });
    expect((await put(uuid, { ...RESULTS, run: 2 })).status).toBe(200);
  });

  test("ends if its document is deleted, after which renewals and results return 409", async () => {
    const uuid = await at(2);
    await put(uuid, { status: 3 });
    await api.call("DELETE", `${DOCUMENTS}/${uuid}`);
    for (const body of [
      { status: 3, run: 1 },
      { ...RESULTS, run: 1 },
    ]) {
      expect(await put(uuid, body)).toMatchObject({ status: 409, body: { code: "run-ended" } });
    }
  });

  test("can be renewed only with the scope documents:process", async () => {
    const uuid = await at(2);
    await put(uuid, { status: 3 });
    const answer = await put(uuid, { status: 3, run: 1 }, await keyOf("documents:review"));
    expect(answer).toMatchObject({ status: 403, body: { code: "missing-scope" } });
  });
});

describe("results", () => {
  test("settle the current run if they have no run number", async () => {
    const uuid = await at(2);
    await put(uuid, { status: 3 });
    expect((await put(uuid, RESULTS)).status).toBe(200);
    expect((await put(uuid, { status: 3, run: 1 })).status).toBe(409);
  });

  test("are stored and returned unchanged, including places, methods and findings", async () => {
    const uuid = await at(2);
    await put(uuid, { status: 3 });
    const place = { bbox: [0.1, 0.2, 0.3, 0.4], label: "Miete:", method: "label", check: "passed" };
    const classification = {
      ...CLASSIFICATION,
      fields: [{ ...CLASSIFICATION.fields[0], ...place }],
      alternatives: [{ documentClass: "invoice", score: 0.05 }],
      decision: { status: 4, reasons: ["no-rule"] },
      findings: [{ code: "pages-not-read", parameters: { from: 3 } }],
    };
    await put(uuid, { status: 4, run: 1, classification });
    expect(JSON.stringify((await read(uuid)).classification)).toBe(
      JSON.stringify({
        documentClass: "lease",
        score: 0.93,
        language: "de",
        pages: 2,
        fields: classification.fields,
        processor: "classifier/1.0",
        alternatives: classification.alternatives,
        decision: classification.decision,
        findings: classification.findings,
      }),
    );
  });

  test("return 422 for other statuses if they have a run number", async () => {
    const answer = await put(await at(2), { status: 8, run: 1 });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: "#/run" }] } });
    expect((await put(await at(2), { status: 3, run: 0 })).status).toBe(422);
  });
});

describe("the SHA-256 and duplicates", () => {
  const hash = (uuid: string, sha256: string) =>
    api.container.ports.fileHashes.save(uuid, sha256, new Date());

  test("the record names the earliest document that has the same bytes and is not deleted", async () => {
    const sha256 = crypto.randomUUID().replaceAll("-", "").repeat(2);
    const [first, second, third] = [await at(2), await at(2), await at(2)];
    for (const uuid of [third, second, first]) await hash(uuid, sha256);
    expect(await read(first)).toMatchObject({ file: { sha256 }, duplicateOf: null });
    expect((await read(second)).duplicateOf).toBe(first);
    expect((await read(third)).duplicateOf).toBe(first);
    await api.call("DELETE", `${DOCUMENTS}/${first}`);
    expect((await read(second)).duplicateOf).toBeNull();
    expect((await read(third)).duplicateOf).toBe(second);
    const list = await api.call("GET", `${DOCUMENTS}?status=2&limit=1000`);
    const { items } = list.body as { items: { uuid: string; duplicateOf: string | null }[] };
    expect(items.find(({ uuid }) => uuid === third)?.duplicateOf).toBe(second);
  });
});
