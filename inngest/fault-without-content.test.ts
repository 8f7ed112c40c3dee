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

describe("the error kept for the log", () => {
  test("has the type, code and stack frames of a third-party error, but never its message or cause", () => {
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

  test("includes an error code, such as PostgreSQL's", () => {
    const error = Object.assign(new Error("secret"), { code: "23505", detail: "secret" });
    expect(faultWithoutContent(error).message).toBe("Error 23505");
  });

  test("has the message of our own error", () => {
    const error = new DomainError("object-store-unavailable", "The store is away.");
    expect(faultWithoutContent(error).message).toBe("object-store-unavailable: The store is away.");
  });

  test("does not contain any line of a multi-line message", () => {
    const fault = faultWithoutContent(new Error("secret\n    at secret (/secret/file.ts:1:1)"));
    expect(fault.stack).not.toContain("secret");
  });

  test("does not include a thrown value that is not an Error", () => {
    expect(faultWithoutContent("secret").message).not.toContain("secret");
  });
});
