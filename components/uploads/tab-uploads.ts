import { putFile } from "../../lib/client/put-file";
import { randomKey } from "../../lib/client/random-key";
import { SYSTEM_CLOCK } from "../../lib/client/retrying";
import { createSizeSuspicion } from "../../lib/client/size-suspicion";
import { callCockpit } from "../api/call-cockpit";
import { sessionSignals } from "../api/session-signals";
import { claimTab } from "./claim-tab";
import { createUploadStore, type UploadStore } from "./engine/upload-store";
import { createStrayDrops, type StrayDrops } from "./stray-drops";

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
