import type { SavedViews } from "../list-ports";
import type { SavedView } from "../rules/saved-view";

/** Creates an empty store of views in memory. */
export function createInMemorySavedViews(): SavedViews {
  const views = new Map<string, SavedView>();
  const key = ({ name }: SavedView) => name.toLowerCase();
  const ownedBy = (userId: string) => [...views.values()].filter((view) => view.userId === userId);
  const isTaken = (view: SavedView) =>
    ownedBy(view.userId).some((other) => other.id !== view.id && key(other) === key(view));
  const isCurrent = ({ id, version }: Pick<SavedView, "id" | "version">) =>
    views.get(id)?.version === version;
  return {
    list: async (userId) =>
      [...views.values()]
        .filter((view) => view.userId === userId || view.isShared)
        .toSorted(
          (a, b) =>
            Number(b.userId === userId) - Number(a.userId === userId) ||
            a.name.localeCompare(b.name, "en"),
        ),
    find: async (id) => views.get(id) ?? null,
    create: async (view, max) => {
      if (isTaken(view)) return "name-taken";
      if (ownedBy(view.userId).length >= max) return "too-many";
      views.set(view.id, view);
      return "stored";
    },
    replace: async (view) => {
      if (!isCurrent(view)) return "overtaken";
      if (isTaken(view)) return "name-taken";
      views.set(view.id, { ...view, version: view.version + 1 });
      return "stored";
    },
    delete: async (view) => isCurrent(view) && views.delete(view.id),
  };
}
