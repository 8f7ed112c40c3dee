import { expect, it } from "vitest";
import { claimTab } from "./claim-tab";

/** Creates locks like a browser's: shared by all tabs and released when a page goes away. */
function locksOf() {
  const held = new Set<string>();
  const pageOf = () => {
    const own: string[] = [];
    const request = async (
      name: string,
      _: unknown,
      callback: (lock: unknown) => Promise<unknown> | undefined,
    ) => {
      if (held.has(name)) return callback(null);
      held.add(name);
      own.push(name);
      return callback({ name });
    };
    return {
      locks: { request } as unknown as LockManager,
      end: () => {
        for (const name of own) held.delete(name);
      },
    };
  };
  return { pageOf };
}

function storageOf(values: Iterable<readonly [string, string]> = []) {
  const map = new Map(values);
  return {
    values: () => [...map],
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

function randomIds() {
  let count = 0;
  return () => {
    count += 1;
    return `tab-${count}`;
  };
}

it("neither a new tab nor a reloaded tab is a copy", async () => {
  const { pageOf } = locksOf();
  const [storage, randomId] = [storageOf(), randomIds()];
  const first = pageOf();
  expect(await claimTab({ locks: first.locks, storage, randomId })).toBe(false);
  first.end();

  expect(await claimTab({ locks: pageOf().locks, storage, randomId })).toBe(false);
});

it("a duplicated tab is a copy while the original is open, and an independent tab from then on", async () => {
  const { pageOf } = locksOf();
  const [storage, randomId] = [storageOf(), randomIds()];
  await claimTab({ locks: pageOf().locks, storage, randomId });
  const copied = storageOf(storage.values());
  const copy = pageOf();
  expect(await claimTab({ locks: copy.locks, storage: copied, randomId })).toBe(true);
  copy.end();

  expect(await claimTab({ locks: pageOf().locks, storage: copied, randomId })).toBe(false);
});

it("without locks or storage, every tab counts as an original", async () => {
  const randomId = randomIds();
  const forbidden = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const locked = { getItem: forbidden, setItem: forbidden };

  expect(await claimTab({ locks: undefined, storage: storageOf(), randomId })).toBe(false);
  expect(await claimTab({ locks: undefined, storage: locked, randomId })).toBe(false);
});
