/** The last views of the lists in this tab, which survive a reload. */
export interface ViewMemory {
  /** Records the path at which a list is shown. */
  note(path: string): void;
  /** Returns the path of the list's last view, or the given path if there is none. */
  find(path: string): string;
}

const KEY = "stagedoor.view";

/** Creates a memory with one stored path per kind of list. If the storage is full or forbidden, no path is remembered. */
export function createViewMemory(storage: () => Pick<Storage, "getItem" | "setItem">): ViewMemory {
  return {
    note: (path) => {
      try {
        storage().setItem(`${KEY}:${kindOf(path)}`, path);
      } catch {
        // If the path cannot be stored, links back lead to the whole list.
      }
    },
    find: (path) => {
      try {
        const seen = storage().getItem(`${KEY}:${kindOf(path)}`);
        return seen !== null && listOf(seen) === listOf(path) ? seen : path;
      } catch {
        return path;
      }
    },
  };
}

/**
 * Returns the part of a path that identifies a list. The search, filters and order belong to a view of it; an asset's
 * identifier selects the list.
 */
function listOf(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://any.test");
  return `${pathname}?${searchParams.get("identifier") ?? ""}`;
}

/**
 * Returns the kind of a list. Only one path is kept per kind, so for documents only the latest asset's list is
 * remembered.
 */
const kindOf = (path: string) => new URL(path, "http://any.test").pathname;

const memory = createViewMemory(() => sessionStorage);

/** Records in this tab the path at which a list is shown. */
export const noteView = memory.note;

/** Returns the path at which this tab last showed a list. */
export const findView = memory.find;
