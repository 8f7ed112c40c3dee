import { fileNameProblem, folderProblem } from "@/lib/documents/rules/staged-document";
import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import type { LeftOut } from "./upload-entry";

const TEXTS = UPLOAD_TEXTS.leftOut;

/** Files that Windows, macOS, Synology or Office create for themselves; compared case-insensitively. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  "thumbs.db",
  "ehthumbs.db",
  "desktop.ini",
  ".ds_store",
  "__macosx",
  "@eadir",
  "$recycle.bin",
  "system volume information",
]);
const SYSTEM_PREFIXES = ["._", "~$"] as const;

/** Returns why a file is skipped; null if it is uploaded. */
export function fileLeftOut(name: string, folder: string | null): LeftOut | null {
  const path = pathOf(name, folder);
  const reason = reservedReason(name) ?? folderReason(folder) ?? nameReason(name);
  return reason === null ? null : leftOut(path, reason);
}

/** Returns why a folder is not opened; null if it is opened. `folder` is its full path. */
export function folderLeftOut(name: string, folder: string): LeftOut | null {
  const reason = reservedReason(name) ?? folderReason(folder);
  return reason === null ? null : leftOut(folder, reason);
}

/** Creates the entry for a skipped item, with a path that is safe to display. */
export function leftOut(path: string, reason: string): LeftOut {
  return { path: path.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "\u{FFFD}"), reason };
}

/** Joins a folder and a name. */
export function pathOf(name: string, folder: string | null): string {
  return folder === null ? name : `${folder}/${name}`;
}

function reservedReason(name: string): string | null {
  const isSystem =
    SYSTEM_NAMES.has(name.toLowerCase()) ||
    SYSTEM_PREFIXES.some((prefix) => name.startsWith(prefix));
  if (isSystem) return TEXTS.system;
  return name.startsWith(".") ? TEXTS.hidden : null;
}

function folderReason(folder: string | null): string | null {
  const problem = folder === null ? null : folderProblem(folder);
  return problem === null ? null : TEXTS.folder(problem);
}

function nameReason(name: string): string | null {
  const problem = fileNameProblem(name);
  return problem === null ? null : TEXTS.name(problem);
}
