import { expect, test } from "vitest";
import { CallFailure } from "@/lib/client/call-failure";
import { UploadRefusal } from "@/lib/client/put-file";
import { SizeSuspected } from "@/lib/client/size-suspicion";
import { ERROR_CODES } from "@/lib/kernel/rules/errors";
import { CockpitProblem, type CockpitProblemCode } from "../../api/call-cockpit";
import { describeFailure, FileUnreadable, sizeFailure } from "./describe-failure";

const problem = (code: CockpitProblemCode, status: number | null) =>
  new CockpitProblem({ code, status, detail: "It is so.", requestId: "req-1" });

const FAILURES: readonly unknown[] = [
  ...ERROR_CODES.map((code) => problem(code, 409)),
  ...ERROR_CODES.map((code) => problem(code, 503)),
  problem("no-answer", null),
  problem("unexpected-answer", 200),
  new UploadRefusal(403, "AccessDenied"),
  new UploadRefusal(413, null),
  new UploadRefusal(400, "EntityTooLarge"),
  new SizeSuspected(new Error("closed")),
  new UploadRefusal(400, "InternalError"),
  new UploadRefusal(507, "InternalError"),
  new CallFailure("busy", { isTransient: true, status: 503 }),
  new CallFailure("lost", { isTransient: true }),
  new FileUnreadable(new Error("gone")),
  new RangeError("a bug"),
  "not even an error",
];

test("every failure has a code that a document accepts, a description and a remedy", () => {
  for (const error of FAILURES) {
    const { code, sentence, fix } = describeFailure(error);
    expect(code).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(fix).toMatch(/^[A-Z].+/);
  }
});

test("a server error includes the request id by which an operator can find it", () => {
  const { fix, canRetry } = describeFailure(problem("internal-error", 500));

  expect(fix).toContain("req-1");
  expect(canRetry).toBe(true);
});

test("a rejection by the store, a size limit, a busy store and a lost connection have different descriptions", () => {
  const codes = FAILURES.filter(
    (error) => error instanceof CallFailure && !(error instanceof CockpitProblem),
  ).map((error) => describeFailure(error).code);

  expect(codes).toEqual([
    "object-store-refused",
    "file-too-large",
    "file-too-large",
    "connection-lost",
    "object-store-busy",
    "object-store-full",
    "object-store-busy",
    "connection-lost",
  ]);
});

test("a full disk of the store is reported, and the upload can be retried once an operator has freed space", () => {
  expect(describeFailure(new UploadRefusal(507, "InternalError"))).toEqual({
    code: "object-store-full",
    sentence: "The disk of the object store is full.",
    fix: "Ask your operator to free space, then retry.",
    canRetry: true,
  });
});

test("a size below 1 byte or above the limit is rejected", () => {
  expect(sizeFailure(0, 10)?.code).toBe("file-empty");
  expect(sizeFailure(1, 10)).toBeNull();
  expect(sizeFailure(10, 10)).toBeNull();
  expect(sizeFailure(11, 10)?.code).toBe("file-too-large");
});
