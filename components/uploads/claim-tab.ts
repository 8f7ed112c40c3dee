/** The browser functions that distinguish one tab from another. */
export interface TabSurroundings {
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
