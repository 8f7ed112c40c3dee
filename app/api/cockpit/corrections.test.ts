import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { changeOf } from "@/lib/documents/testing/documents.fixture";
import { problem } from "@/lib/http/core/schemas";
import { correctionChoices } from "@/lib/http/documents/correction-schemas";
import { documentPage } from "@/lib/http/documents/document-page-schemas";
import { stagedDocumentRecord } from "@/lib/http/documents/external-api-schemas";
import {
  codeOf,
  DOCUMENTS,
  prepareCockpitDocuments,
} from "../../testing/cockpit-documents.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const { api, call, userId } = prepareCockpitDocuments();

const READ = {
  documentClass: "invoice",
  score: 0.7,
  language: "en",
  pages: 1,
  processor: "test/1",
  fields: [
    { name: "issuer", value: "Nord KG", score: 0.9, page: 1, text: null, method: "letterhead" },
    { name: "totalAmount", value: "18.00", score: 0.6, page: 1, text: "18.00", method: "label" },
  ],
};

async function arrangeAt(status: 4 | 5) {
  const { ports } = api.container;
  const { uuid } = await makeDocumentAt(ports, 3);
  await ports.documents.compareAndSetStatus({
    ...changeOf(uuid, 3, status),
    classification: READ,
  });
  const path = `${DOCUMENTS}/${uuid}`;
  const page = async () => documentPage.parse((await call("GET", path)).body);
  const record = async () => {
    const answer = await api.call("GET", `/external-api/staged-documents/${uuid}`);
    return stagedDocumentRecord.parse(answer.body);
  };
  const { updatedAt } = await record();
  return { uuid, path, page, record, seen: { updatedAt } };
}

const set = (name: string, value: string) => ({ name, change: { kind: "set", value } });
const APPROVAL = { status: 5, seen: { status: 4, run: null } };
const person = () => ({ actor: `administrator:${userId()}`, name: expect.any(String) });

describe("approving with corrections", () => {
  test("appears in the record of the external API, on the page and in the timeline", async () => {
    const { path, page, record } = await arrangeAt(4);
    const corrections = {
      documentClass: "utility-statement",
      fields: [
        {
          ...set("totalAmount", "1.800,00"),
          change: {
            kind: "set",
            value: "1.800,00",
            page: 1,
            text: "Total 1,800.00",
            bbox: [0, 0, 1, 1],
          },
        },
        { name: "provider", change: { kind: "absent" } },
      ],
    };
    expect((await page()).correcting).toBe("with-approval");
    expect((await call("PUT", path, { ...APPROVAL, corrections })).status).toBe(200);
    const setBy = `administrator:${userId()}`;
    expect(await record()).toMatchObject({
      status: 5,
      classification: {
        documentClass: "utility-statement",
        score: 1,
        documentClassSetBy: setBy,
        documentClassRead: { documentClass: "invoice", score: 0.7 },
        fields: [
          {
            name: "totalAmount",
            value: "1800.00",
            score: 1,
            page: 1,
            text: "Total 1,800.00",
            bbox: [0, 0, 1, 1],
            method: "person",
            setBy,
            read: { value: "18.00", score: 0.6 },
          },
        ],
        absentFields: [{ name: "provider", setBy, read: null }],
      },
    });
    const { document, timeline, correcting } = await page();
    expect(correcting).toBe("at-once");
    expect(document.classification).toMatchObject({
      classSetBy: person(),
      classRead: { label: "Invoice" },
      fields: [{ label: "Total amount", setBy: person(), read: { value: "18.00" } }],
      absent: [{ name: "provider", label: "Provider", type: "party", setBy: person() }],
      classFields: expect.arrayContaining([
        { name: "periodFrom", label: "Start of period", type: "date", isRequired: true },
      ]),
    });
    const event = timeline.entries.find(({ kind }) => kind === "event");
    expect(event).toMatchObject({
      event: "corrected",
      actor: person(),
      corrected: [
        { field: null, from: "Invoice", to: "Utility statement" },
        { field: { label: "Issuer" }, from: "Nord KG", to: null },
        { field: { label: "Total amount", type: "amount" }, from: "18.00", to: "1800.00" },
        { field: { label: "Provider" }, from: null, to: null, isAbsent: true },
      ],
    });
  });

  test("is rejected with each invalid value, and changes nothing", async () => {
    const { path, record } = await arrangeAt(4);
    const before = await record();
    const corrections = { fields: [set("totalAmount", "much")] };
    const answer = await call("PUT", path, { ...APPROVAL, corrections });
    expect(answer.status).toBe(422);
    expect(problem.parse(answer.body).errors).toEqual([
      { pointer: "#/corrections/fields/0", detail: expect.stringMatching(/must be an amount/) },
    ]);
    expect(await record()).toEqual(before);
  });

  test.each([
    [{ status: 2, corrections: { fields: [] } }, "#/corrections"],
    [
      { ...APPROVAL, corrections: { fields: [{ name: "issuer", change: { kind: "hide" } }] } },
      "#/corrections/fields/0/change/kind",
    ],
    [
      { ...APPROVAL, corrections: { fields: [{ ...set("issuer", "x"), occurrence: -1 }] } },
      "#/corrections/fields/0/occurrence",
    ],
    [{ ...APPROVAL, corrections: { fields: [], note: "x" } }, "#/corrections/note"],
  ])("%j is not a valid body", async (body, pointer) => {
    const { path } = await arrangeAt(4);
    const answer = await call("PUT", path, body);
    expect(problem.parse(answer.body)).toMatchObject({ status: 422, errors: [{ pointer }] });
  });
});

describe("correcting an approved document", () => {
  test("changes the record, sends nothing and refuses an outdated view", async () => {
    const { uuid, path, record, seen } = await arrangeAt(5);
    const historyPath = `/external-api/staged-documents/${uuid}/status-changes`;
    const history = (await api.call("GET", historyPath)).body;
    const corrections = { fields: [set("issuer", "Süd KG")] };
    const answer = await call("POST", `${path}/corrections`, { seen, corrections });
    expect(answer.status).toBe(200);
    const corrected = await record();
    expect(corrected.classification?.fields).toMatchObject([
      { value: "Süd KG", method: "person", read: { value: "Nord KG" } },
      { value: "18.00", method: "label" },
    ]);
    expect(corrected.updatedAt > seen.updatedAt).toBe(true);
    expect((await api.call("GET", historyPath)).body).toEqual(history);
    const late = await call("POST", `${path}/corrections`, { seen, corrections: { fields: [] } });
    expect([late.status, codeOf(late)]).toEqual([409, "results-changed"]);
    expect(await record()).toEqual(corrected);
  });

  test("of two reviewers at the same time, one is asked to look again", async () => {
    const { path, record, seen } = await arrangeAt(5);
    const save = (value: string) =>
      call("POST", `${path}/corrections`, {
        seen,
        corrections: { fields: [set("issuer", value)] },
      });
    const answers = await Promise.all([save("A"), save("B")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = answers[0]?.status === 200 ? "A" : "B";
    expect((await record()).classification?.fields[0]?.value).toBe(kept);
  });

  test("is not possible for readers, before the approval, or after the erasure", async () => {
    const { headers } = await signInForTest(api.container, "reader");
    const approved = await arrangeAt(5);
    const asReader = await api.call("GET", approved.path, { key: null, headers });
    expect(documentPage.parse(asReader.body).correcting).toBeNull();
    const waiting = await arrangeAt(4);
    const correct = ({ path, seen }: typeof waiting) =>
      call("POST", `${path}/corrections`, { seen, corrections: { documentClass: "lease" } });
    expect(codeOf(await correct(waiting))).toBe("invalid-transition");
    await correct(approved);
    expect((await call("POST", `${approved.path}/content-erasure`)).status).toBe(200);
    expect(codeOf(await correct(approved))).toBe("content-gone");
    const page = await approved.page();
    expect(page.correcting).toBeNull();
    expect(JSON.stringify(page)).not.toContain("Nord KG");
    expect(page.timeline.entries).toContainEqual(
      expect.objectContaining({ event: "corrected", corrected: null }),
    );
  });
});

test("the choices contain the classes with their fields, recently approved classes first, and known parties", async () => {
  await arrangeAt(5);
  const { body } = await call("GET", "/api/cockpit/processing/correction-choices");
  const { classes, recentClasses, parties } = correctionChoices.parse(body);
  expect(classes.find(({ documentClass }) => documentClass === "lease")).toMatchObject({
    label: "Lease",
    fields: expect.arrayContaining([
      { name: "tenant", label: "Tenant", type: "party", isRequired: true },
    ]),
  });
  expect(recentClasses).toContain("invoice");
  expect(parties).toContainEqual({ name: "Nord KG", fields: ["issuer"] });
});
