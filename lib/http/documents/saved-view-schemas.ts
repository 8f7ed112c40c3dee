import { z } from "zod";
import { mayChangeView, type SavedView, viewNameProblem } from "@/lib/documents/rules/saved-view";
import type { Person } from "@/lib/kernel/rules/actor";
import { pick } from "../core/pick";
import { object, textBy } from "../core/schemas";

/** The body for saving a view. The route reduces the address to what the page of documents reads from it. */
export const saveViewBody = object({
  name: textBy(viewNameProblem).transform((name) => name.trim()),
  address: z.string("must be a string"),
  isShared: z.boolean("must be true or false"),
});

/** The body for changing a view. What is absent stays as it is. */
export const changeViewBody = saveViewBody.partial();

/** A saved view, as a person sees it. */
export const savedView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The path and query of the page. */
  address: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** The name of its owner; null if the account no longer exists. */
  ownerName: z.string().nullable(),
  mayChange: z.boolean(),
});
/** The type that `savedView` validates. */
export type SavedViewBody = z.infer<typeof savedView>;

/** The views that a person can open: their own first, then those that others share. */
export const savedViews = z.strictObject({ items: z.array(savedView) });
/** The type that `savedViews` validates. */
export type SavedViewsBody = z.infer<typeof savedViews>;

/** Returns a view as the person sees it. `names` has the names of the owners, by their ids. */
export const renderSavedView = (
  view: SavedView,
  { person, names }: { readonly person: Person; readonly names: ReadonlyMap<string, string> },
): SavedViewBody =>
  pick(savedView, {
    ...view,
    isOwn: view.userId === person.id,
    ownerName: names.get(view.userId) ?? null,
    mayChange: mayChangeView(view, person),
  });
