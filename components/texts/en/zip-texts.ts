import { formatBytes, formatCount } from "./format";

const documents = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "document" : "documents"}`;

/** Text for downloading documents as a ZIP file. */
export const ZIP_TEXTS = {
  open: "Download as ZIP",
  openSelected: "Download selected as ZIP",
  title: "Download as ZIP",
  listing: "Reading the list of documents…",
  ready: (count: number, bytes: number) => `${documents(count)}, ${formatBytes(bytes)}`,
  nothing: "There is nothing to download.",
  cut: (max: number) => `Only the first ${formatCount(max)} documents of the list are considered.`,
  limit: (bytes: number) => `A ZIP file can have up to ${formatBytes(bytes)} in this browser.`,
  start: "Download",
  stayHelp: "Keep this tab open until the download is complete.",
  running: (done: number, total: number, bytes: number) =>
    `${formatCount(done)} of ${documents(total)}, ${formatBytes(bytes)}`,
  progress: "Progress of the download",
  stop: "Cancel download",
  done: (count: number) => `The ZIP file has ${documents(count)}.`,
  failed: "The ZIP file was not saved",
  fileName: (day: string) => `Documents ${day}.zip`,
  leftOut: (count: number) => `${documents(count)} left out`,
  reasons: {
    "no-file": "No file was uploaded.",
    erased: "The file was erased.",
    "not-allowed": "You are signed out, or your role does not allow it.",
    "too-large": "The ZIP file would become too large.",
    changed: "The file has changed.",
    unreachable: "The file could not be read.",
  },
  again: "Start over",
} as const;
