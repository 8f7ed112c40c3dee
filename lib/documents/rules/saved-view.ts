import { includesRole, type Person } from "@/lib/kernel/rules/actor";
import { oneLineProblem } from "@/lib/kernel/rules/plain-text";

/** A view of the list of documents: its search, filters and order under a name (decision 0098). */
export interface SavedView {
  readonly id: string;
  /** The owner, who may no longer have an active account. */
  readonly userId: string;
  readonly name: string;
  /** The path and query of the page. */
  readonly address: string;
  /** Whether everybody sees the view. */
  readonly isShared: boolean;
  /** The version that was read. Storing a view increases it. */
  readonly version: number;
}

/** The number of views that one person can save. */
export const SAVED_VIEWS_MAX = 100;
/** The length of a name. */
export const VIEW_NAME_CHARACTERS_MAX = 80;
const ADDRESS_CHARACTERS_MAX = 8_000;

/** Returns the problem with the name of a view, or null if it is valid. */
export const viewNameProblem = (name: string) => oneLineProblem(name, VIEW_NAME_CHARACTERS_MAX);

/** Returns the problem with the address of a view, or null if it is valid. */
export const viewAddressProblem = (address: string) =>
  oneLineProblem(address, ADDRESS_CHARACTERS_MAX);

/** Whether the person sees the view. */
export const maySeeView = ({ userId, isShared }: SavedView, person: Person) =>
  isShared || userId === person.id;

/**
 * Whether the person may change or delete the view: its owner, and of shared views every administrator, because their
 * owner may have left.
 */
export const mayChangeView = ({ userId, isShared }: SavedView, person: Person) =>
  userId === person.id || (isShared && person.kind === "administrator");

/** Whether the person may share views and change what a shared view shows. */
export const mayShareViews = ({ kind }: Person) => includesRole(kind, "reviewer");
