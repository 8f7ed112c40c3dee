import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { callBody, type RunState } from "./call-request";
import { signRequest } from "./signature";

const STEP_ID = "146e0dee4d7685010b318cd78363f84687db226b";
const RUN: RunState = {
  runId: "01HF0000000000000000000RUN",
  event: {
    id: "notification-42-1",
    name: "webhook/notification.created",
    ts: 1_700_000_000_000,
    data: { notificationId: "42", endpointId: "e1" },
  },
  steps: [{ id: STEP_ID, data: { status: 503 } }],
  attempt: 0,
  attemptsMax: 21,
  requestVersion: 2,
};

describe("the body of a call", () => {
  test("is byte-for-byte identical to the protocol's example", () => {
    const body = callBody(RUN);
    expect(Buffer.byteLength(body)).toBe(634);
    expect(createHash("sha256").update(body).digest("hex")).toBe(
      "cbc84c1b28f044d88263c28b096b5a9d31c6b5620631995666546e4129b97e86",
    );
    expect(signRequest(body, `signkey-prod-${"ab".repeat(32)}`, 1_700_000_000_000)).toBe(
      "t=1700000000&s=5febead003534ccef4aa45f1cd5de3527864e53397156b0e91926a4fa68acb9d",
    );
  });

  test("keeps the order in which steps completed, although its keys are sorted", () => {
    const steps = ["b", "c", "a"].map((id) => ({ id, data: id }));
    const body = JSON.parse(callBody({ ...RUN, steps }));
    expect(Object.keys(body.steps)).toEqual(["a", "b", "c"]);
    expect(body.ctx.stack).toEqual({ stack: ["b", "c", "a"], current: 3 });
  });

  test("contains only the keys of a step that the SDK expects, because the SDK would take other keys for data", () => {
    const error = { name: "Error", message: "no", stack: "at x", __serialized: true, cause: {} };
    const steps = [
      { id: "done", data: undefined },
      { id: "failed", error, data: "dropped" },
      { id: "bare", error: { name: "Error", message: "no" } },
    ];
    expect(JSON.parse(callBody({ ...RUN, steps })).steps).toEqual({
      done: { type: "data", data: null },
      failed: { type: "error", error: { name: "Error", message: "no", stack: "at x" } },
      bare: { type: "error", error: { name: "Error", message: "no" } },
    });
  });

  test("has version -1 in the first call of a run, and contains the number of the attempt", () => {
    const body = JSON.parse(callBody({ ...RUN, steps: [], attempt: 3, requestVersion: -1 }));
    expect(body).toMatchObject({
      version: -1,
      steps: {},
      ctx: { attempt: 3, max_attempts: 21, stack: { stack: [], current: 0 } },
    });
    expect(body.ctx).not.toHaveProperty("fn_id");
  });
});
