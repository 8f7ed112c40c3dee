import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { Operation } from "../core/operation";
import { codeSamplesOf } from "./code-samples";
import { OPERATIONS } from "./openapi-document";

const operation = (id: string): Operation => {
  const found = OPERATIONS.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`there is no operation ${id}`);
  return found;
};
const sourceOf = (id: string) => codeSamplesOf(operation(id))[0]?.source ?? "";

describe("a code sample", () => {
  test.each(OPERATIONS)("exists for each example of $operationId", (each) => {
    const labels = codeSamplesOf(each).map(({ label }) => label);
    expect(labels).toEqual(Object.keys(each.body?.examples ?? { [each.operationId]: null }));
  });

  test("uses a variable for a value that another call returns, and the example for a value that the reader chooses", () => {
    expect(sourceOf("getStagedDocument")).toContain("/staged-documents/$uuid");
    expect(sourceOf("putDocumentClass")).toContain("/document-classes/service-contract");
  });

  test("sends an API key only if the operation requires one", () => {
    expect(sourceOf("getOpenApiDocument")).not.toContain("Authorization");
    expect(sourceOf("getStagedDocument")).toContain('"Authorization: Bearer $STAGEDOOR_API_KEY"');
  });

  test("passes the body through a shell unchanged, even if the body contains quotes and variables", () => {
    const name = `it's "$HOME" \`id\`.pdf`;
    const create = operation("createStagedDocument");
    const [sample] = codeSamplesOf({
      ...create,
      ...(create.body ? { body: { ...create.body, examples: { odd: { name } } } } : {}),
    });
    const [, body = ""] = /-d ('.*)$/s.exec(sample?.source ?? "") ?? [];
    const printed = execFileSync("sh", ["-c", `printf %s ${body}`], { encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual({ name });
  });
});
