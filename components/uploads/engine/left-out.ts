import { fileNameProblem } from "@/lib/documents/rules/file-name";
import { folderProblem } from "@/lib/documents/rules/folder";
import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import type { LeftOut } from "./upload-entry";

const TEXTS = UPLOAD_TEXTS.leftOut;

/** Written by Windows, macOS, Synology or Office for themselves; compared without case. */
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

/** Why a file is not uploaded, or null when it is. */
export function fileLeftOut(name: string, folder: string | null): LeftOut | null {
  const path = pathOf(name, folder);
  const reason = reservedReason(name) ?? folderReason(folder) ?? nameReason(name);
  return reason === null ? null : leftOut(path, reason);
}

/** Why a folder is not even looked into, or null when it is; `folder` is its whole path. */
export function folderLeftOut(name: string, folder: string): LeftOut | null {
  const reason = reservedReason(name) ?? folderReason(folder);
  return reason === null ? null : leftOut(folder, reason);
}

/** Something that is left out; its path is made harmless to show. */
export function leftOut(path: string, reason: string): LeftOut {
  return { path: path.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "\u{FFFD}"), reason };
}

/** Folder and name as one text. */
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
