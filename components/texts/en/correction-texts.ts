import { formatCount } from "./format";

const corrections = (count: number) =>
  count === 1 ? "1 correction" : `${formatCount(count)} corrections`;

/** Text for correcting the results of a document. */
export const CORRECTION_TEXTS = {
  region: "Corrections",
  edit: "Edit",
  editField: (label: string) => `Edit ${label}`,
  accept: "Accept",
  acceptField: (label: string) => `Accept ${label}`,
  restore: "Restore",
  restoreField: (label: string) => `Restore ${label}`,
  apply: "Apply",
  clear: "Clear",
  cleared: "Cleared",
  foldedFields: (count: number, areSomeOpen: boolean) =>
    `${formatCount(count)} ${areSomeOpen ? "more " : ""}${count === 1 ? "field" : "fields"} without doubt`,
  absent: "Not in this document",
  setBy: (who: string) => `Set by ${who}`,
  notSaved: "Not saved yet",
  read: (value: string, score: string) => `Read: ${value} (${score})`,
  nothingRead: "Nothing was read",
  changeClass: "Change",
  chooseClass: "Choose a class",
  changeClassLabel: "Change the class",
  searchClasses: "Search classes",
  classChoices: "Classes",
  noClasses: "No class matches your search.",
  recent: "recently used",
  droppedFields: (labels: string) =>
    `These fields do not belong to the new class and will be removed: ${labels}.`,
  missingTitle: "Add a field",
  addField: (label: string) => `Add ${label}`,
  required: "required",
  pointHint: "Type a value, or select words in the preview.",
  pointedAt: (page: number, words: string) => `From page ${page}: “${words}”`,
  problem: (problem: string) => `The value ${problem}.`,
  checkPassed: "The check digits are correct.",
  withApproval: (count: number, isApproval: boolean) =>
    `${corrections(count)} not saved yet. “${isApproval ? "Approve" : "Accept"}” saves them.`,
  atOnce: (count: number) => `${corrections(count)} not saved yet.`,
  notNotified: "The remote system will not be notified, because the status does not change.",
  save: "Save corrections",
  discard: "Discard",
  saved: (name: string) => `The corrections of ${name} were saved`,
  saveFailed: (name: string) => `The corrections of ${name} were not saved`,
  openEditor: "Correct or cancel the value that you are editing first.",
  eventTitle: "Data corrected",
  eventErased: "The values were erased with the file.",
  none: "none",
  documentClass: "Class",
} as const;
