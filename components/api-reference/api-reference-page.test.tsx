import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { OPERATIONS, openApiDocument } from "@/lib/http/openapi/openapi-document";
import { apiReferenceOf } from "@/lib/http/openapi/reference/api-reference";
import { ApiReferencePage } from "./api-reference-page";

const reference = apiReferenceOf(openApiDocument("https://documents.example.org"));
const html = renderToStaticMarkup(<ApiReferencePage reference={reference} />);

const valuesOf = (attribute: string) =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, "g"))].map((match) => match[1] ?? "");

describe("the reference", () => {
  test("shows every call under its operationId", () => {
    const ids = new Set(valuesOf("id"));
    expect(OPERATIONS.filter(({ operationId }) => !ids.has(operationId))).toEqual([]);
  });

  test("has no duplicate anchors and no links to missing anchors", () => {
    const ids = valuesOf("id");
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const targets = valuesOf("href").filter((href) => href.startsWith("#"));
    expect(targets.length).toBeGreaterThan(100);
    expect(targets.filter((target) => !ids.includes(target.slice(1)))).toEqual([]);
  });

  test("begins with the steps of an upload, in order", () => {
    const [{ operations } = { operations: [] }] = reference.tags;
    const steps = operations.slice(0, 3).map(({ summary }) => summary.slice(0, 3));
    expect(steps).toEqual(["1. ", "2. ", "3. "]);
  });

  test("shows text in backticks as code, without the backticks", () => {
    expect(html).not.toContain("`");
  });

  test("uses the URL of the installation that serves it", () => {
    expect(html).toContain("https://documents.example.org/external-api/staged-documents");
    expect(html).not.toContain("stagedoor.example.com");
  });
});

describe("properties", () => {
  const propertiesOf = (name: string) =>
    reference.objects.find((object) => object.name === name)?.properties ?? [];
  const typeOf = (object: string, name: string) =>
    propertiesOf(object)
      .find((property) => property.name === name)
      ?.type.map(({ text }) => text)
      .join("");

  test.each([
    ["StagedDocument", "uuid", "string (uuid)"],
    ["StagedDocument", "file", "DocumentFile | null"],
    ["StagedDocumentPage", "items", "StagedDocument[]"],
    ["ReportStatus", "status", "2 | 3 | 4 | 5 | 6 | 8"],
    ["StagedDocumentPage", "nextCursor", "string | null"],
    ["ReportedClassification", "fields[].bbox", "[number, number, number, number] | null"],
    ["Delivery", "requestHeaders", "{ [name]: string }"],
  ])("%s.%s has the type %s", (object, name, type) => {
    expect(typeOf(object, name)).toBe(type);
  });

  test("include their limits and defaults", () => {
    const [name] = propertiesOf("CreateStagedDocument").filter((each) => each.name === "name");
    expect(name?.bounds).toEqual({ of: "characters", min: 3, max: 255 });
    const list = reference.tags.flatMap(({ operations }) => operations);
    const limit = list
      .find(({ id }) => id === "listStagedDocuments")
      ?.parameters.find((each) => each.name === "limit");
    expect(limit).toMatchObject({ defaultValue: "100", place: "query", isRequired: false });
  });

  test("are marked as required only in request objects", () => {
    const ofRequests = reference.objects.filter(({ isOfRequest }) => isOfRequest);
    const names = ofRequests.map(({ name }) => name);
    expect(names).toContain("CreateStagedDocument");
    expect(names).toContain("ReportedClassification");
    expect(names).not.toContain("StagedDocument");
  });

  test("do not have unknown types", () => {
    const types = reference.objects.flatMap(({ properties, type }) => [
      ...type,
      ...properties.flatMap((property) => property.type),
    ]);
    expect(types.filter(({ text }) => /\bany\b|undefined|object Object/.test(text))).toEqual([]);
  });
});
