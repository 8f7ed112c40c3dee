import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWaitingScripts } from "./load-waiting-scripts";

type Script = Record<string, string>;

const WAITING = { type: "waiting", msMax: 1_000 };
const page = {
  waiting: [] as Script[],
  loaded: [] as Script[],
  arrive: () => undefined as unknown,
};

/** Adds a script to the page, as the browser does when its HTML arrives. */
function addScript(src: string): void {
  page.waiting.push({ type: "waiting", src, async: "", nonce: "n" });
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(page, { waiting: [], loaded: [] });
  const querySelectorAll = () =>
    page.waiting.splice(0).map((attributes) => ({
      attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
      nonce: attributes.nonce,
      replaceWith: ({ setAttribute: _, ...script }: Script) => page.loaded.push(script),
    }));
  const createElement = () => {
    const script: Record<string, unknown> = {};
    const setAttribute = (name: string, value: string) => Object.assign(script, { [name]: value });
    return Object.assign(script, { setAttribute });
  };
  const addEventListener = (_type: string, listener: () => void) => {
    page.arrive = listener;
  };
  vi.stubGlobal("document", { querySelectorAll, createElement, addEventListener });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the page's scripts are loaded with all their attributes once the picture is settled", async () => {
  let settle = (_picture: null) => undefined as unknown;
  const picture = new Promise<null>((resolve) => {
    settle = resolve;
  });
  vi.stubGlobal("stagedoorEarlyStart", { picture });
  loadWaitingScripts(WAITING);
  addScript("/_next/one.js");
  page.arrive();
  await vi.advanceTimersByTimeAsync(WAITING.msMax - 1);
  expect(page.loaded).toEqual([]);
  settle(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(page.loaded).toEqual([{ src: "/_next/one.js", async: "", nonce: "n" }]);
});

test("the page's scripts do not wait longer than the limit, not even those that arrive after it", async () => {
  vi.stubGlobal("stagedoorEarlyStart", { picture: new Promise(() => undefined) });
  loadWaitingScripts(WAITING);
  addScript("/_next/one.js");
  await vi.advanceTimersByTimeAsync(WAITING.msMax);
  expect(page.loaded).toMatchObject([{ src: "/_next/one.js" }]);
  addScript("/_next/two.js");
  page.arrive();
  expect(page.loaded).toMatchObject([{ src: "/_next/one.js" }, { src: "/_next/two.js" }]);
});

test("the scripts of a page that is sent instead, such as an error, do not wait", () => {
  vi.stubGlobal("stagedoorEarlyStart", undefined);
  loadWaitingScripts(WAITING);
  addScript("/_next/one.js");
  page.arrive();
  expect(page.loaded).toMatchObject([{ src: "/_next/one.js" }]);
});
