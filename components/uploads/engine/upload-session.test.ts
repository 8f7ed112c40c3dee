import { expect, test } from "vitest";
import { held, problem } from "./cockpit.fixture";
import { fileOf, storeUnderTest, turns } from "./store.fixture";

test("the end of the session pauses waiting uploads and lets running transfers finish; everything continues after signing in", async () => {
  const { cockpit, store, add, until, untilIdle, names } = storeUnderTest();
  const { open, go } = held(cockpit);
  await add(...Array.from({ length: 7 }, (_, n) => fileOf(`${n}.pdf`)));
  await until(() => open.length === 4);
  cockpit.isSignedIn = false;
  go();
  await until(() => names("paused-signed-out").length === 7);

  expect(store.getSnapshot().isSignedOut).toBe(true);
  expect(store.hasUnfinished()).toBe(true);
  expect(cockpit.documents.size).toBe(4);
  const calls = cockpit.log.length;
  await turns(100);
  expect(cockpit.log).toHaveLength(calls);

  cockpit.isSignedIn = true;
  store.resume();
  await untilIdle();
  expect(store.getSnapshot().isSignedOut).toBe(false);
  expect(names("done")).toHaveLength(7);
  expect(cockpit.puts).toHaveLength(7);
  expect(cockpit.keys).toHaveLength(7);
});

test("uploads pause again if the user is still not signed in", async () => {
  const { cockpit, store, add, until, untilIdle, names } = storeUnderTest();
  cockpit.isSignedIn = false;
  await add(fileOf("a.pdf"));
  await until(() => names("paused-signed-out").length === 1);
  store.resume();
  await turns();
  await until(() => store.getSnapshot().isSignedOut);
  cockpit.isSignedIn = true;
  store.resume();
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf"]);
});

test("a late response to a call made before signing in again does not pause uploads", async () => {
  const { cockpit, store, add, until, untilIdle, names } = storeUnderTest();
  let refuse = () => undefined as unknown;
  cockpit.mishap = () =>
    new Promise((resolve) => (refuse = () => resolve(problem(401, "sign-in-required"))));
  await add(fileOf("a.pdf"));
  await until(() => cockpit.log.length === 1);
  cockpit.mishap = () => null;
  store.pauseSignedOut();
  store.resume();
  refuse();
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf"]);
  expect(store.getSnapshot().isSignedOut).toBe(false);
});

test("new files wait once the session is reported as ended, and can still be cancelled", async () => {
  const { cockpit, store, add, entry, until, untilIdle, names } = storeUnderTest();
  store.pauseSignedOut();
  await add(fileOf("a.pdf"), fileOf("b.pdf"));
  await until(() => names("paused-signed-out").length === 2);
  await turns();
  expect(cockpit.log).toEqual([]);
  store.cancel(entry("a.pdf")?.id ?? "");
  store.resume();
  await untilIdle();

  expect(cockpit.statuses()).toEqual({ "b.pdf": [2] });
  expect(names("cancelled")).toEqual(["a.pdf"]);
});

test("an upload cancelled while signed out is cancelled on the server after signing in", async () => {
  const { cockpit, store, add, entry, until, untilState } = storeUnderTest();
  const { open, go } = held(cockpit);
  await add(fileOf("a.pdf"));
  await until(() => open.length === 1);
  cockpit.isSignedIn = false;
  go();
  await untilState("a.pdf", "paused-signed-out");
  store.cancel(entry("a.pdf")?.id ?? "");
  await untilState("a.pdf", "cancelled");
  expect(cockpit.statuses()).toEqual({ "a.pdf": [1] });
  cockpit.isSignedIn = true;
  store.resume();

  await until(() => cockpit.documents.get("uuid-1")?.status === 6);
});
