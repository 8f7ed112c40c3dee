import { expect, test } from "vitest";
import { CockpitProblem } from "../api/call-cockpit";
import {
  judgeAsset,
  looksLikeFileName,
  problemsOf,
  valuesFromIdentifier,
  valuesFromSearch,
} from "./asset-values";

test("an asset that the API accepts has no problems", () => {
  expect(judgeAsset({ identifier: "BLD-1", name: "Lindenhof", description: "" })).toEqual({});
});

test("each field is validated by its own rule, and the problem is described in a sentence", () => {
  const values = { identifier: "", name: " ", description: "x".repeat(501) };
  expect(judgeAsset(values)).toEqual({
    identifier: "The identifier must not be empty.",
    name: "The name must not be empty.",
    description: "The description must have at most 500 characters.",
  });
});

test.each([
  ["", {}],
  [" / ", {}],
  [" Zürich / Altstadt/", {}],
  ["a".repeat(501), { folder: "The folder must have at most 500 characters." }],
])("the folder %j is validated in the form in which it is stored", (folder, expected) => {
  const values = { identifier: "A", name: "Hof", description: "", folder };
  expect(judgeAsset(values)).toEqual(expected);
});

test("an identifier that is already taken is reported as a problem with the identifier field", () => {
  const detail = "Another asset already has this identifier.";
  const refusal = new CockpitProblem({ code: "asset-exists", detail, status: 409 });
  expect(problemsOf(refusal)).toEqual({ identifier: detail });
});

test("an error is shown at the field that its pointer names", () => {
  const errors = [{ pointer: "#/name", detail: "must be one line" }];
  const refusal = new CockpitProblem({
    code: "validation-failed",
    detail: "Correct it.",
    status: 422,
    errors,
  });
  expect(problemsOf(refusal)).toEqual({ name: "The name must be one line." });
});

test.each([
  new CockpitProblem({ code: "no-answer", detail: "No answer.", status: null }),
  new CockpitProblem({
    code: "validation-failed",
    detail: "No answer.",
    status: 422,
    errors: [{ pointer: "#/other", detail: "is unknown" }],
  }),
  new TypeError("No answer."),
])("a failure without a field is shown as a problem with the whole form: %s", (error) => {
  expect(problemsOf(error)).toEqual({ whole: "No answer." });
});

test.each([
  ["BLD-7", { identifier: "BLD-7", name: "" }],
  ["Cooling tower", { identifier: "", name: "Cooling tower" }],
])("a search for %j is turned into an identifier or a name", (text, expected) => {
  expect(valuesFromSearch(text)).toMatchObject(expected);
});

test.each([
  ["lease.pdf", true],
  ["Lease 2026.DOCX", true],
  ["archive.7z", true],
  ["BLD-7", false],
  ["Section 4.2", false],
  ["St. Gallen", false],
  ["v2.2026", false],
])("whether a search for %j looks like a file: %j", (text, expected) => {
  expect(looksLikeFileName(text)).toBe(expected);
});

test("an identifier is also used as the asset's name if it is a valid one", () => {
  expect(valuesFromIdentifier("BLD-9")).toMatchObject({ identifier: "BLD-9", name: "BLD-9" });
  expect(valuesFromIdentifier(" ")).toBeNull();
  expect(valuesFromIdentifier("x".repeat(255))).toBeNull();
});
