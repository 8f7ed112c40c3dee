import { describe, expect, test } from "vitest";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import type { SavedViews } from "../list-ports";
import type { SavedView } from "../rules/saved-view";

const ADA = "019cbc00-0000-7000-8000-00000000000a";
const BEN = "019cbc00-0000-7000-8000-00000000000b";

/** Defines the contract tests that every store of views must pass; `open` opens an empty store for each test. */
export function describeSavedViewsContract(name: string, open: () => Promise<SavedViews>): void {
  const arrange = async () => {
    const views = await open();
    const ids = createCountingIds();
    const make = (name: string, changes: Partial<SavedView> = {}): SavedView => ({
      id: ids.uuid(),
      userId: ADA,
      name,
      address: "/documents",
      isShared: false,
      version: 1,
      ...changes,
    });
    const create = async (...parameters: Parameters<typeof make>) => {
      const view = make(...parameters);
      expect(await views.create(view, 100)).toBe("stored");
      return view;
    };
    const namesFor = async (userId: string) => (await views.list(userId)).map((view) => view.name);
    return { views, make, create, namesFor };
  };

  describe(name, () => {
    test("a user's own views come first, then shared ones, each by name", async () => {
      const { create, namesFor } = await arrange();
      await create("beta");
      await create("Alpha", { isShared: true });
      await create("Gamma", { userId: BEN });
      await create("Ärger", { userId: BEN, isShared: true });
      expect(await namesFor(ADA)).toEqual(["Alpha", "beta", "Ärger"]);
      expect(await namesFor(BEN)).toEqual(["Ärger", "Gamma", "Alpha"]);
    });

    test("a view is found as it was stored", async () => {
      const { views, create } = await arrange();
      const view = await create("Alpha", { address: "/documents?q=%C3%BC", isShared: true });
      expect(await views.find(view.id)).toEqual(view);
      expect(await views.find(ADA)).toBeNull();
    });

    test("a user has a name once, regardless of case, and others can use it too", async () => {
      const { views, make, create } = await arrange();
      await create("Überfällig");
      const beta = await create("Beta");
      expect(await views.create(make("überFÄLLIG"), 100)).toBe("name-taken");
      expect(await views.replace({ ...beta, name: "ÜBERFÄLLIG" })).toBe("name-taken");
      expect(await views.replace({ ...beta, name: "BETA" })).toBe("stored");
      await create("Überfällig", { userId: BEN });
    });

    test("calls at the same moment exceed neither the number of views nor use a name twice", async () => {
      const { views, make, namesFor } = await arrange();
      const names = ["A", "a", "B", "C", "D"];
      const outcomes = await Promise.all(names.map((name) => views.create(make(name), 3)));
      expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(3);
      const stored = (await namesFor(ADA)).map((name) => name.toLowerCase());
      expect(new Set(stored).size).toBe(3);
      expect(await views.create(make("E", { userId: BEN }), 3)).toBe("stored");
    });

    test("a view that was changed since it was read is neither replaced nor deleted", async () => {
      const { views, create } = await arrange();
      const read = await create("Alpha");
      expect(await views.replace({ ...read, isShared: true })).toBe("stored");
      expect(await views.replace({ ...read, name: "Beta" })).toBe("overtaken");
      expect(await views.delete(read)).toBe(false);
      const now = await views.find(read.id);
      expect(now).toEqual({ ...read, isShared: true, version: 2 });
      expect(await views.delete({ id: read.id, version: 2 })).toBe(true);
      expect(await views.find(read.id)).toBeNull();
      expect(await views.replace({ ...read, version: 2 })).toBe("overtaken");
    });
  });
}
