import { describe, expect, test } from "vitest";
import { DomainError } from "@/lib/kernel/rules/errors";
import { faultWithoutContent } from "./fault-without-content";

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe("what is kept of an error", () => {
  test("from third-party code is its type, code and stack frames, never its message or its cause", () => {
    const thrown = thrownBy(() => JSON.parse("secret words"));
    const cause = new Error("secret cause", { cause: thrown });
    for (const error of [thrown, cause]) {
      const fault = faultWithoutContent(error);
      expect(fault.message).toBe(error instanceof SyntaxError ? "SyntaxError" : "Error");
      expect(fault.stack).toMatch(/\n {4}at .*fault-without-content/);
      expect(`${fault.message}${fault.stack}${JSON.stringify(fault)}`).not.toContain("secret");
      expect(fault.cause).toBeUndefined();
    }
  });

  test("includes its code, such as a PostgreSQL error code", () => {
    const error = Object.assign(new Error("secret"), { code: "23505", detail: "secret" });
    expect(faultWithoutContent(error).message).toBe("Error 23505");
  });

  test("of ours is its message", () => {
    const error = new DomainError("object-store-unavailable", "The store is away.");
    expect(faultWithoutContent(error).message).toBe("object-store-unavailable: The store is away.");
  });

  test("with a message of several lines contains none of them", () => {
    const fault = faultWithoutContent(new Error("secret\n    at secret (/secret/file.ts:1:1)"));
    expect(fault.stack).not.toContain("secret");
  });

  test("that is not an Error does not include the value", () => {
    expect(faultWithoutContent("secret").message).not.toContain("secret");
  });
});
