/** What lists of this tab looked like, by `listOf`; it survives a reload. */
export interface ViewMemory {
  /** A list is shown at this address. */
  note(path: string): void;
  /** Where the list of this address was last seen, or the address itself. */
  find(path: string): string;
}

const KEY = "stagedoor.view";

/** Over one text for each list; a storage that is full or forbidden only forgets. */
export function createViewMemory(storage: () => Pick<Storage, "getItem" | "setItem">): ViewMemory {
  return {
    note: (path) => {
      try {
        storage().setItem(`${KEY}:${kindOf(path)}`, path);
      } catch {
        // The way back leads to the whole list.
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

/** Search, choices and order belong to the view of a list; an asset's identifier says which list it is. */
function listOf(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://any.test");
  return `${pathname}?${searchParams.get("identifier") ?? ""}`;
}

/** One is kept of each kind: of all assets' documents, those of the last asset. */
const kindOf = (path: string) => new URL(path, "http://any.test").pathname;

const memory = createViewMemory(() => sessionStorage);

/** Remembers in this tab at which address a list is shown. */
export const noteView = memory.note;

/** Where the list of an address was last seen in this tab. */
export const findView = memory.find;
