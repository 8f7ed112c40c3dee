import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import { documentClassPage } from "@/lib/http/processing/document-class-schemas";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { prepareApi } from "../testing/api.fixture";

const CLASSES = "/external-api/document-classes";
const api = prepareApi();

const OWN = {
  labels: { en: "Service contract", de: "Wartungsvertrag" },
  keywords: ["service contract"],
  fields: [
    {
      name: "contractNumber",
      type: "identifier",
      isRequired: true,
      labels: { en: ["Contract number"], de: ["Vertragsnummer"] },
    },
  ],
};

async function list() {
  const answer = await api.call("GET", CLASSES);
  expect(answer.status).toBe(200);
  return documentClassPage.parse(answer.body).items;
}

const put = (id: string, body: object) => api.call("PUT", `${CLASSES}/${id}`, { body });

async function refusedPointers(id: string, body: object) {
  const answer = await put(id, body);
  expect(answer).toMatchObject({ status: 422, body: { code: "validation-failed" } });
  return problem.parse(answer.body).errors.map(({ pointer }) => pointer);
}

describe("the shipped classes", () => {
  test("are listed with their fields, required fields first", async () => {
    const found = await list();
    expect(found.map(({ id }) => id)).toEqual([
      "lease",
      "lease-amendment",
      "invoice",
      "utility-statement",
      "land-register-extract",
      "floor-plan",
      "energy-certificate",
      "maintenance-report",
      "insurance",
      "tax-assessment",
      "valuation",
      "building-permit",
      "correspondence",
      "unknown",
    ]);
    expect(found.every(({ isShipped, isActive }) => isShipped && isActive)).toBe(true);
    expect(found[2]?.fields.map(({ name }) => name)).toEqual([
      "issuer",
      "invoiceNumber",
      "issuedOn",
      "totalAmount",
      "currency",
      "dueOn",
      "vatId",
      "iban",
    ]);
  });

  test("can be switched off and on, but not changed in any other way", async () => {
    const before = (await list()).find(({ id }) => id === "valuation");
    const off = await put("valuation", { isActive: false });
    expect(off).toMatchObject({ status: 200, body: { ...before, isActive: false } });
    expect((await list()).find(({ id }) => id === "valuation")?.isActive).toBe(false);
    expect((await put("valuation", { isActive: true })).body).toEqual(before);
    expect(await refusedPointers("valuation", OWN)).toEqual(["#/labels", "#/keywords", "#/fields"]);
    expect((await list()).find(({ id }) => id === "valuation")).toEqual(before);
  });

  test("always include the class for documents that fit no other class", async () => {
    expect(await refusedPointers("unknown", { isActive: false })).toEqual(["#/isActive"]);
  });
});

describe("a custom class", () => {
  test("can be added, replaced as a whole and switched off", async () => {
    const added = await put("service-contract", OWN);
    const expected = { id: "service-contract", isShipped: false, isActive: true, ...OWN };
    expect(added).toMatchObject({ status: 200, body: expected });
    expect((await list()).at(-1)).toEqual(expected);
    const replaced = { labels: OWN.labels, isActive: false };
    expect((await put("service-contract", replaced)).body).toEqual({
      ...expected,
      ...replaced,
      keywords: [],
      fields: [],
    });
    expect((await list()).filter(({ id }) => id === "service-contract")).toHaveLength(1);
  });

  const field = OWN.fields[0];
  test.each([
    ["Service", OWN, "#/documentClass"],
    ["a".repeat(65), OWN, "#/documentClass"],
    ["own", {}, "#/labels"],
    ["own", { ...OWN, labels: { en: "a" } }, "#/labels/de"],
    ["own", { ...OWN, colour: "red" }, "#/colour"],
    ["own", { ...OWN, keywords: [""] }, "#/keywords/0"],
    ["own", { ...OWN, fields: [field, field] }, "#/fields"],
    ["own", { ...OWN, fields: [{ ...field, name: "Contract No" }] }, "#/fields/0/name"],
    ["own", { ...OWN, fields: [{ ...field, type: "colour" }] }, "#/fields/0/type"],
    ["own", { ...OWN, fields: [{ ...field, labels: { en: [], de: [] } }] }, "#/fields/0/labels"],
  ])(
    "is rejected if “%s” has an invalid part, and the error names that part",
    async (id, body, pointer) => {
      expect(await refusedPointers(id, body)).toEqual([pointer]);
      expect((await list()).some((found) => found.id === id)).toBe(false);
    },
  );

  test("is rejected if the maximum number of classes exists, but existing classes can still be changed", async () => {
    const labels = { en: "Class", de: "Klasse" };
    const { vocabulary } = api.container.ports;
    const there = (await list()).filter(({ isShipped }) => !isShipped).length;
    for (let n = there; n < 200; n += 1) {
      const ownClass = { id: `own-${n}`, labels, isShipped: false, isActive: true };
      await vocabulary.saveClass(
        { ...ownClass, keywords: [], fields: [] },
        new Date(),
        anAuditNote(),
      );
    }
    expect(await put("one-more", { labels })).toMatchObject({ status: 422 });
    expect(await put("own-199", { labels, isActive: false })).toMatchObject({ status: 200 });
  });
});
