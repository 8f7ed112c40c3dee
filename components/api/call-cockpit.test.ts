import { describe, expect, test } from "vitest";
import { CALL_TEXTS } from "../texts/en/ui-texts";
import {
  type CockpitProblem,
  callAgainIfLost,
  createCockpitCaller,
  isSignedOut,
} from "./call-cockpit";

const PROBLEM = {
  type: "http://stagedoor.test/docs/problems/asset-exists",
  title: "The identifier is already in use",
  status: 409,
  detail: "There is an asset with this identifier.",
  code: "asset-exists",
  requestId: "req-1",
  errors: [{ pointer: "#/identifier", detail: "is taken" }],
};

function callerThatGets(answer: () => Response | Promise<Response>) {
  const requests: { path: string; init: RequestInit | undefined }[] = [];
  const caller = createCockpitCaller(async (path, init) => {
    requests.push({ path: String(path), init });
    return answer();
  });
  const failure = (): Promise<CockpitProblem> =>
    caller.call("GET", "/api/cockpit/assets").then(
      () => Promise.reject(new Error("It did not fail")),
      (error) => error,
    );
  return { ...caller, requests, failure };
}

describe("a call", () => {
  test("sends JSON with its headers and returns JSON", async () => {
    const { call, requests } = callerThatGets(() => Response.json({ id: 1 }, { status: 201 }));
    const headers = { "idempotency-key": "k" };

    expect(await call("POST", "/api/cockpit/assets", { body: { name: "x" }, headers })).toEqual({
      id: 1,
    });
    expect(requests[0]).toMatchObject({
      path: "/api/cockpit/assets",
      init: {
        method: "POST",
        body: '{"name":"x"}',
        headers: { "content-type": "application/json", "idempotency-key": "k" },
        redirect: "manual",
      },
    });
  });

  test("does not send a body if it does not have one, and returns undefined for a 204", async () => {
    const { call, requests } = callerThatGets(() => new Response(null, { status: 204 }));

    expect(await call("DELETE", "/api/cockpit/webhook")).toBeUndefined();
    expect(requests[0]?.init?.body).toBeUndefined();
    expect(requests[0]?.init?.headers).not.toHaveProperty("content-type");
  });

  test("throws a problem that contains the server's own message", async () => {
    const { failure } = callerThatGets(() => Response.json(PROBLEM, { status: 409 }));

    expect(await failure()).toMatchObject({
      name: "CockpitProblem",
      message: PROBLEM.detail,
      detail: PROBLEM.detail,
      code: "asset-exists",
      status: 409,
      requestId: "req-1",
      errors: PROBLEM.errors,
      isTransient: false,
      retryAfterSeconds: null,
    });
  });

  test.each([
    [429, true],
    [500, true],
    [503, true],
    [400, false],
    [404, false],
  ])("that fails with %i throws a transient problem: %s", async (status, isTransient) => {
    const headers = { "retry-after": "7" };
    const { failure } = callerThatGets(() => Response.json(PROBLEM, { status, headers }));

    expect(await failure()).toMatchObject({ status, isTransient, retryAfterSeconds: 7 });
  });

  test("that loses its connection throws a transient problem whose message says what to check", async () => {
    const { failure } = callerThatGets(() => Promise.reject(new TypeError("Failed to fetch")));

    expect(await failure()).toMatchObject({
      code: "no-answer",
      status: null,
      isTransient: true,
      requestId: null,
    });
  });

  test.each([
    ["a page", new Response("<h1>Sign in</h1>")],
    ["a redirect", new Response(null, { status: 307, headers: { location: "/login" } })],
    ["half a problem", Response.json({ code: "x" }, { status: 400 })],
  ])("reports an unexpected response if it receives %s", async (_, answer) => {
    const { failure } = callerThatGets(() => answer);

    expect(await failure()).toMatchObject({ code: "unexpected-answer", isTransient: false });
  });

  test("throws the signal's reason if it is aborted", async () => {
    const reason = new Error("left the page");
    const aborted = AbortSignal.abort(reason);
    const { call, requests } = callerThatGets(() => Response.json({}));

    await expect(call("GET", "/api/cockpit/assets", { signal: aborted })).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });
});

describe("a call that is harmless to repeat", () => {
  test("is made again once if its response is lost, and no more after any response", async () => {
    const lost = () => Promise.reject(new TypeError("Failed to fetch"));
    const answers = [lost, () => Response.json({ id: 1 }), lost, lost];
    const { call, requests } = callerThatGets(() => answers.shift()?.() ?? Response.json({}));
    const approve = () => callAgainIfLost(() => call("PUT", "/api/cockpit/documents/1"));

    expect(await approve()).toEqual({ id: 1 });
    await expect(approve()).rejects.toMatchObject({ code: "no-answer" });
    expect(requests).toHaveLength(4);
  });

  test("is not made again if it was refused", async () => {
    const { failure, requests } = callerThatGets(() => Response.json(PROBLEM, { status: 409 }));
    const refused = callAgainIfLost(async () => {
      throw await failure();
    });

    await expect(refused).rejects.toMatchObject({ code: "asset-exists" });
    expect(requests).toHaveLength(1);
  });
});

describe("an internal error", () => {
  test("is reported with the request id that an operator needs", async () => {
    const problem = { ...PROBLEM, code: "internal-error" };
    const { failure } = callerThatGets(() => Response.json(problem, { status: 500 }));

    expect(await failure()).toMatchObject({
      code: "internal-error",
      detail: CALL_TEXTS.internal("req-1"),
    });
  });
});

describe("the end of a session", () => {
  test("is reported to a listener until the listener is removed", async () => {
    const { onSignedOut, failure } = callerThatGets(() =>
      Response.json({ ...PROBLEM, code: "sign-in-required" }, { status: 401 }),
    );
    let heard = 0;
    const stop = onSignedOut(() => {
      heard += 1;
    });
    expect(isSignedOut(await failure())).toBe(true);
    stop();
    await failure();

    expect(heard).toBe(1);
  });

  test("is not reported for a wrong password", async () => {
    const { onSignedOut, failure } = callerThatGets(() =>
      Response.json({ ...PROBLEM, code: "sign-in-refused" }, { status: 401 }),
    );
    let heard = 0;
    onSignedOut(() => {
      heard += 1;
    });
    expect(isSignedOut(await failure())).toBe(false);

    expect(heard).toBe(0);
  });
});
