import { expect, test } from "vitest";
import { claimTab, createStrayDrops } from "./tab-uploads";

function pageUnderTest() {
  const page = new EventTarget();
  const strays = createStrayDrops();
  const end = strays.prevent(page as Window);
  const drag = (type: "dragover" | "drop", types: readonly string[] = ["Files"]) => {
    const event = new Event(type, { cancelable: true });
    const dataTransfer = { types, dropEffect: "move" };
    Object.assign(event, { dataTransfer });
    page.dispatchEvent(event);
    return { isPrevented: event.defaultPrevented, effect: dataTransfer.dropEffect };
  };
  return { page, strays, end, drag };
}

test("a file dropped outside all targets does not replace the page", () => {
  const { drag, end } = pageUnderTest();

  expect(drag("dragover")).toEqual({ isPrevented: true, effect: "none" });
  expect(drag("drop").isPrevented).toBe(true);
  expect(drag("drop", ["text/plain"]).isPrevented).toBe(false);
  end();
  expect(drag("drop").isPrevented).toBe(false);
});

test("every stray drop calls the listener, and dragging shows that a drop is possible", () => {
  const { strays, drag } = pageUnderTest();
  let heard = 0;
  const end = strays.onStray(() => {
    heard += 1;
  });

  expect(drag("dragover").effect).toBe("copy");
  drag("drop");
  drag("drop", ["text/plain"]);
  expect(heard).toBe(1);
  end();
  drag("drop");
  expect(heard).toBe(1);
});

test("a drop accepted by a target is not stray", () => {
  const { page, strays, end } = pageUnderTest();
  end();
  let heard = 0;
  strays.onStray(() => {
    heard += 1;
  });
  page.addEventListener("drop", (event) => event.preventDefault());
  strays.prevent(page as Window);
  const drop = new Event("drop", { cancelable: true });
  page.dispatchEvent(Object.assign(drop, { dataTransfer: { types: ["Files"] } }));

  expect(heard).toBe(0);
});

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

test("neither a new tab nor a reloaded tab is a copy", async () => {
  const { pageOf } = locksOf();
  const [storage, randomId] = [storageOf(), randomIds()];
  const first = pageOf();
  expect(await claimTab({ locks: first.locks, storage, randomId })).toBe(false);
  first.end();

  expect(await claimTab({ locks: pageOf().locks, storage, randomId })).toBe(false);
});

test("a duplicated tab is a copy while the original is open, and an independent tab from then on", async () => {
  const { pageOf } = locksOf();
  const [storage, randomId] = [storageOf(), randomIds()];
  await claimTab({ locks: pageOf().locks, storage, randomId });
  const copied = storageOf(storage.values());
  const copy = pageOf();
  expect(await claimTab({ locks: copy.locks, storage: copied, randomId })).toBe(true);
  copy.end();

  expect(await claimTab({ locks: pageOf().locks, storage: copied, randomId })).toBe(false);
});

test("without locks or storage, every tab counts as an original", async () => {
  const randomId = randomIds();
  const forbidden = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const locked = { getItem: forbidden, setItem: forbidden };

  expect(await claimTab({ locks: undefined, storage: storageOf(), randomId })).toBe(false);
  expect(await claimTab({ locks: undefined, storage: locked, randomId })).toBe(false);
});
