import type { Ids } from "@/lib/kernel/ports";
import type { Person } from "@/lib/kernel/rules/actor";
import { assertInput, DomainError, retryLostRace } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { SavedViews } from "../list-ports";
import {
  mayChangeView,
  maySeeView,
  mayShareViews,
  SAVED_VIEWS_MAX,
  type SavedView,
  viewAddressProblem,
} from "../rules/saved-view";

/** What a person chooses about a view. */
type ViewChoices = Pick<SavedView, "name" | "address" | "isShared">;

/**
 * Saves a view of the list of documents.
 * @throws DomainError `validation-failed`, `missing-role` if it is shared by a reader, `view-exists`, `too-many-views`
 */
export async function saveView(
  { savedViews, ids }: { savedViews: SavedViews; ids: Ids },
  { person, ...choices }: ViewChoices & { person: Person },
): Promise<SavedView> {
  assertInput({ "#/address": viewAddressProblem(choices.address) });
  assertMayShare(choices, person);
  const view = { id: ids.uuid(), userId: person.id, ...choices, version: 1 };
  const outcome = await savedViews.create(view, SAVED_VIEWS_MAX);
  if (outcome === "name-taken") throw viewExists(choices.name);
  if (outcome === "stored") return view;
  throw new DomainError(
    "too-many-views",
    `You have ${SAVED_VIEWS_MAX} views. Delete one that you no longer need, then save this one.`,
  );
}

/**
 * Changes what is given of a view. Concurrent changes of different parts are all kept; of the same part, the last one is.
 * @throws DomainError `view-not-found`, `validation-failed`, `missing-role`, `view-exists`, `too-much-contention`
 */
export function changeView(
  ports: { savedViews: SavedViews },
  {
    person,
    id,
    ...changes
  }: { [Key in keyof ViewChoices]?: ViewChoices[Key] | undefined } & {
    person: Person;
    id: string;
  },
): Promise<SavedView> {
  return retryLostRace(async () => {
    const before = await findChangeable(ports, person, id);
    const { name = before.name, address = before.address, isShared = before.isShared } = changes;
    assertInput({ "#/address": viewAddressProblem(address) });
    const view = { ...before, name, address, isShared };
    assertMayShare(view, person);
    const outcome = await ports.savedViews.replace(view);
    if (outcome === "name-taken") throw viewExists(name);
    return outcome === "stored" ? { ...view, version: view.version + 1 } : null;
  }, CONTENDED);
}

/**
 * Deletes a view.
 * @throws DomainError `view-not-found`, `missing-role`, `too-much-contention`
 */
export async function deleteView(
  ports: { savedViews: SavedViews },
  { person, id }: { person: Person; id: string },
): Promise<void> {
  await retryLostRace(async () => {
    const view = await findChangeable(ports, person, id);
    return (await ports.savedViews.delete(view)) || null;
  }, CONTENDED);
}

const CONTENDED = "Somebody else kept changing the view. Nothing was changed. Try again.";

/** A view that the person does not see is reported as missing. */
async function findChangeable(
  { savedViews }: { savedViews: SavedViews },
  person: Person,
  id: string,
): Promise<SavedView> {
  const view = isUuid(id) ? await savedViews.find(id.toLowerCase()) : null;
  if (!view || !maySeeView(view, person)) {
    const detail = "The view was deleted or is no longer shared. Load the page again.";
    throw new DomainError("view-not-found", detail);
  }
  if (mayChangeView(view, person)) return view;
  throw new DomainError(
    "missing-role",
    "Only the person who shares this view and administrators can change it. Save it under a name of your own.",
  );
}

function assertMayShare({ isShared }: Pick<SavedView, "isShared">, person: Person): void {
  if (!isShared || mayShareViews(person)) return;
  throw new DomainError(
    "missing-role",
    "Only reviewers and administrators can share a view or change a shared one. Save it without sharing it.",
  );
}

const viewExists = (name: string) =>
  new DomainError(
    "view-exists",
    `A view named “${name}” exists already. Choose another name, or update that view.`,
  );
