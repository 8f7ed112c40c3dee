import { putFile } from "../../lib/client/put-file";
import { randomKey } from "../../lib/client/random-key";
import { SYSTEM_CLOCK } from "../../lib/client/retrying";
import { createSizeSuspicion } from "../../lib/client/size-suspicion";
import { callCockpit } from "../api/call-cockpit";
import { sessionSignals } from "../api/session-signals";
import { holdsFiles } from "./engine/read-dropped-files";
import { createUploadStore, type UploadStore } from "./engine/upload-store";

/** The user whose uploads these are, and the size limit. */
export interface TabUploadsOptions {
  readonly sizeMaxBytes: number;
  /** The owner of the interrupted uploads; a different user in the same tab does not see them. */
  readonly accountId: string;
}

/** The uploads of one user in this tab. */
export interface TabUploads {
  readonly accountId: string;
  readonly store: UploadStore;
}

const strays = createStrayDrops();

/** Files dropped outside all targets while this tab has a user's uploads. */
export const strayDrops: Pick<StrayDrops, "onStray"> = strays;

let taken: { readonly uploads: TabUploads; end(): void } | null = null;

/**
 * Returns the uploads that this tab has taken over, or new ones that it can take over. Uploads have no side effects until
 * they are taken over.
 */
export function findTabUploads(options: TabUploadsOptions): TabUploads {
  const { accountId } = options;
  if (taken?.uploads.accountId === accountId) return taken.uploads;
  return { accountId, store: createBrowserStore(options) };
}

/**
 * Makes the given uploads this tab's uploads, unless the tab already has uploads of this user, and takes over interrupted
 * ones. The tab's uploads outlive every component, so that they continue while the user reads a page without a tray. The
 * uploads of a different user are cancelled. Idempotent.
 * @returns this tab's uploads, the same object each time
 */
export function takeUpTabUploads(uploads: TabUploads): TabUploads {
  if (taken?.uploads.accountId === uploads.accountId) return taken.uploads;
  taken?.end();
  const { store } = uploads;
  const detach = attach(store, window);
  const { locks } = navigator as Partial<Navigator>;
  void claimTab({ locks, storage: sessionStorage, randomId: randomKey }).then((isCopy) => {
    if (isCopy) store.forgetInterrupted();
    else store.restore();
  });
  const end = () => {
    detach();
    store.cancelAll();
  };
  taken = { uploads, end };
  return uploads;
}

/**
 * Connects a store to its page: warns before leaving, saves the data that a reload must not lose, and pauses uploads
 * while the user is signed out.
 */
function attach(store: UploadStore, page: Window): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const warn = (event: BeforeUnloadEvent) => {
    if (store.hasUnfinished()) event.preventDefault();
  };
  page.addEventListener("beforeunload", warn, { signal });
  page.addEventListener("pagehide", store.keepForReload, { signal });
  const stops = [
    () => listening.abort(),
    sessionSignals.onOver(store.pauseSignedOut),
    sessionSignals.onRestored(store.resume),
    strays.prevent(page),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function createBrowserStore({ sizeMaxBytes, accountId }: TabUploadsOptions): UploadStore {
  const key = `stagedoor.uploads.${accountId}`;
  return createUploadStore({
    call: callCockpit,
    putFile: (url, file, options) => putFile((...args) => fetch(...args), url, file, options),
    sizes: createSizeSuspicion((...args) => fetch(...args)),
    clock: SYSTEM_CLOCK,
    storage: {
      get: () => sessionStorage.getItem(key),
      set: (text) => sessionStorage.setItem(key, text),
    },
    randomId: randomKey,
    sizeMaxBytes,
  });
}

/** Files dropped outside all targets. */
interface StrayDrops {
  /** Calls the listener for each stray drop until the returned function is called. */
  onStray(listener: () => void): () => void;
  /** Prevents the browser from opening dropped files; returns a function that stops this. */
  prevent(page: Pick<Window, "addEventListener" | "removeEventListener">): () => void;
}

/** Creates a `StrayDrops` without listeners. */
export function createStrayDrops(): StrayDrops {
  const listeners = new Set<() => void>();
  const isStray = ({ defaultPrevented, dataTransfer }: DragEvent) =>
    !defaultPrevented && holdsFiles(dataTransfer);
  const over = (event: DragEvent) => {
    if (!isStray(event)) return;
    event.preventDefault();
    // With the effect `none`, browsers would not fire a drop event.
    if (event.dataTransfer) event.dataTransfer.dropEffect = listeners.size > 0 ? "copy" : "none";
  };
  const drop = (event: DragEvent) => {
    if (!isStray(event)) return;
    event.preventDefault();
    for (const listener of [...listeners]) listener();
  };
  return {
    onStray: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    prevent: (page) => {
      page.addEventListener("dragover", over);
      page.addEventListener("drop", drop);
      return () => {
        page.removeEventListener("dragover", over);
        page.removeEventListener("drop", drop);
      };
    },
  };
}

/** The browser functions that distinguish one tab from another. */
interface TabSurroundings {
  /** undefined on insecure origins, where browsers do not provide locks. Every tab then counts as an original. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly randomId: () => string;
}

const TAB_ID = "stagedoor.tab";

/**
 * Whether this tab is a copy of one that is still open. A duplicated tab also receives a copy of the session storage, but
 * the original's uploads were not interrupted. Claims the tab until its page goes away.
 */
export async function claimTab(surroundings: TabSurroundings): Promise<boolean> {
  const { storage, randomId } = surroundings;
  try {
    const id = storage.getItem(TAB_ID) ?? randomId();
    storage.setItem(TAB_ID, id);
    if (await isClaimed(surroundings, id)) return false;
    const ownId = randomId();
    storage.setItem(TAB_ID, ownId);
    await isClaimed(surroundings, ownId);
    return true;
  } catch {
    // Without session storage, a tab cannot have received a copy of it.
    return false;
  }
}

/** Tries to take the lock for the id; resolves to true if the lock now belongs to this page. */
function isClaimed({ locks }: TabSurroundings, id: string): Promise<boolean> {
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const held = locks.request(`stagedoor-tab-${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // The lock is held for the lifetime of the page.
      return lock ? new Promise(() => undefined) : undefined;
    });
    held.catch(reject);
  });
}
