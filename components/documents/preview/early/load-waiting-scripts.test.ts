import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWaitingScripts } from "./load-waiting-scripts";

const WAITING = { type: "waiting", msMax: 1_000 };
const loaded: Record<string, string>[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  loaded.length = 0;
  const waiting = {
    nonce: "n",
    getAttribute: () => "/_next/one.js",
    replaceWith: (script: Record<string, string>) => loaded.push(script),
  };
  const createElement = () => {
    const script: Record<string, unknown> = {
      setAttribute: (name: string, value: string) => Object.assign(script, { [name]: value }),
    };
    return script;
  };
  vi.stubGlobal("document", { querySelectorAll: () => [waiting], createElement });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ONE = [expect.objectContaining({ src: "/_next/one.js", nonce: "n" })];

test.each([
  ["has been drawn", () => Promise.resolve()],
  ["could not be drawn", () => Promise.reject(new Error("no region"))],
])("the page's scripts wait only until the picture %s", async (_outcome, settle) => {
  let end = (_outcome: unknown) => undefined as unknown;
  const drawn = new Promise((resolve) => {
    end = resolve;
  });
  const loading = loadWaitingScripts(drawn, WAITING);
  await vi.advanceTimersByTimeAsync(WAITING.msMax - 1);
  expect(loaded).toEqual([]);
  end(settle());
  await loading;
  expect(loaded).toEqual(ONE);
});

test("the page's scripts do not wait longer than the limit", async () => {
  const loading = loadWaitingScripts(new Promise(() => undefined), WAITING);
  await vi.advanceTimersByTimeAsync(WAITING.msMax);
  await loading;
  expect(loaded).toEqual(ONE);
});
