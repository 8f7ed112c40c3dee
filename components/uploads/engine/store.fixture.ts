import type { RetryClock } from "@/lib/client/retrying";
import { createCockpitCaller } from "../../api/call-cockpit";
import { FakeCockpit, held } from "./cockpit.fixture";
import type {
  DroppedBatch,
  DroppedFile,
  UploadEntry,
  UploadState,
  UploadTarget,
} from "./upload-entry";
import { createUploadStore } from "./upload-store";

/** A clock that only the test advances. */
class DrivenClock implements RetryClock {
  private now = 0;
  private sleepers: { atMs: number; wake: () => void }[] = [];

  nowMs(): number {
    return this.now;
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      const wake = () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      this.sleepers.push({ atMs: this.now + durationMs, wake });
    });
  }

  advance(durationMs: number): void {
    this.now += durationMs;
    const due = this.sleepers.filter(({ atMs }) => atMs <= this.now);
    this.sleepers = this.sleepers.filter(({ atMs }) => atMs > this.now);
    for (const { wake } of due) wake();
  }
}

/** Lets all pending work run without advancing the clock. */
export async function turns(count = 30): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Creates a store with fakes. Given the `storage` of an earlier store, it behaves like that store after a reload. */
export function storeUnderTest({
  cockpit = new FakeCockpit(),
  storage = new Map<string, string>(),
  sizeMaxBytes = 1_000_000,
} = {}) {
  const clock = new DrivenClock();
  const { call } = createCockpitCaller(cockpit.fetch);
  const store = createUploadStore({
    call,
    putFile: cockpit.putFile,
    sizes: cockpit.sizes,
    clock,
    storage: {
      get: () => storage.get("journal") ?? null,
      set: (text) => void storage.set("journal", text),
    },
    randomId: () => `id-${ids.next().value}`,
    sizeMaxBytes,
  });
  const entries = () => store.getSnapshot().entries;
  const entry = (name: string) => entries().find((one) => one.name === name);
  /** Advances the clock until the condition is true; fails after a quarter of an hour. */
  const until = async (isSo: () => boolean) => {
    for (let turn = 0; turn < 9_000; turn += 1) {
      if (isSo()) return;
      clock.advance(100);
      await turns(1);
    }
    throw new Error(`It never was so: ${JSON.stringify(entries().slice(0, 5))}`);
  };
  return {
    cockpit,
    storage,
    clock,
    store,
    entry,
    until,
    names: (state: UploadState) =>
      entries()
        .filter((one) => one.state === state)
        .map(nameOf),
    untilState: (name: string, state: UploadState) => until(() => entry(name)?.state === state),
    untilIdle: async () => {
      await until(() => !store.hasUnfinished());
      // A finished upload is shown within a tenth of a second.
      clock.advance(200);
      await turns();
    },
    add: (...files: readonly (File | DroppedFile)[]) => store.add(TARGET, batchOf(files)),
    addTo: (target: UploadTarget, ...files: readonly (File | DroppedFile)[]) =>
      store.add(target, batchOf(files)),
  };
}

const nameOf = ({ name }: UploadEntry) => name;
/** The target of the tests' uploads. */
export const TARGET = { assetIdentifier: "BLD 1", assetName: "Old mill" };

/** Creates a file of the given size. */
export const fileOf = (name: string, bytes = 10, lastModified = 1_700_000_000_000) =>
  new File([new Uint8Array(bytes)], name, { lastModified });

/** Reloads a tab in which a.pdf, b.pdf, c.pdf and d.pdf are being sent and e.pdf is waiting. */
export async function reloaded(before: (cockpit: FakeCockpit) => void = () => undefined) {
  const first = storeUnderTest();
  const { open } = held(first.cockpit);
  const names = ["a", "b", "c", "d", "e"].map((name) => `${name}.pdf`);
  await first.add(...names.map((name) => ({ file: fileOf(name), folder: "plans" })));
  await first.until(() => open.length === 4);
  first.store.keepForReload();
  before(first.cockpit);
  const cockpit = new FakeCockpit();
  for (const [uuid, document] of first.cockpit.documents) cockpit.documents.set(uuid, document);
  const second = storeUnderTest({ cockpit, storage: first.storage });
  second.store.restore();
  second.store.restore();
  return second;
}

async function* batchOf(files: readonly (File | DroppedFile)[]): AsyncGenerator<DroppedBatch> {
  yield {
    files: files.map((file) => (file instanceof File ? { file, folder: null } : file)),
    leftOut: [],
  };
}

/** Different in every store of a test file, like random ids. */
const ids = (function* () {
  for (let id = 1; ; id += 1) yield id;
})();
