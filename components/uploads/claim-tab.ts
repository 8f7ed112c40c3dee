/** What tells one tab from another. */
export interface TabSurroundings {
  /** undefined: browsers have none on insecure origins; then every tab counts as the first. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly randomId: () => string;
}

const TAB_ID = "stagedoor.tab";

/**
 * Whether this tab is a copy of one that still lives: a duplicated tab gets a copy of the session storage too, but what runs in
 * the first was not interrupted. Claims the tab until its page goes.
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
    // Without storage there is nothing that a copy could have got.
    return false;
  }
}

/** Whether the lock of the id is this page's from now on. */
function isClaimed({ locks }: TabSurroundings, id: string): Promise<boolean> {
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const held = locks.request(`stagedoor-tab-${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // Held as long as the page lives.
      return lock ? new Promise(() => undefined) : undefined;
    });
    held.catch(reject);
  });
}
