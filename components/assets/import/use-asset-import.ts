"use client";

import { useRef, useState } from "react";
import { IMPORT_MEGABYTES_MAX } from "@/lib/assets/rules/read-asset-rows";
import type { AssetImportAnswer } from "@/lib/http/assets/import-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { CockpitProblem, callCockpit } from "../../api/call-cockpit";
import { IMPORT_TEXTS } from "../../texts/en/import-texts";

const TIMEOUT_MS = 60_000;

/** The content of a file when it was selected, so that the import applies exactly what the preview showed. */
interface ChosenFile {
  readonly name: string;
  readonly bytes: Blob;
}

/** The state of an import. */
export type ImportState =
  | { readonly step: "choose" }
  | { readonly step: "reading"; readonly name: string }
  | { readonly step: "failed"; readonly title: string; readonly help: string }
  | {
      readonly step: "preview";
      readonly file: ChosenFile;
      readonly answer: AssetImportAnswer;
      /** Whether the previous preview became outdated because somebody else changed an asset. */
      readonly isRepeated: boolean;
      readonly isImporting: boolean;
    }
  | { readonly step: "done"; readonly answer: AssetImportAnswer };

/**
 * Manages an import: selecting a file, previewing the changes and applying them. A newly selected file replaces the
 * previous one.
 */
export function useAssetImport() {
  const [state, setState] = useState<ImportState>({ step: "choose" });
  const latest = useRef(0);

  const preview = async (read: () => Promise<ChosenFile>, name: string, isRepeated: boolean) => {
    latest.current += 1;
    const mine = latest.current;
    setState({ step: "reading", name });
    const next = await readPreview(read, name, isRepeated);
    if (latest.current === mine) setState(next);
  };

  return {
    state,
    choose: (files: ArrayLike<File>) => {
      const [file, ...others] = Array.from(files);
      // An import in progress must finish first.
      if (!file || (state.step === "preview" && state.isImporting)) return;
      const title = IMPORT_TEXTS.notRead(file.name);
      const problem = others.length > 0 ? IMPORT_TEXTS.oneFile : sizeProblem(file);
      if (problem) setState({ step: "failed", title, help: problem });
      else void preview(() => keep(file), file.name, false);
    },
    confirm: async () => {
      if (state.step !== "preview" || state.isImporting) return;
      const { file, answer } = state;
      setState({ ...state, isImporting: true });
      try {
        const done = await send(file, `digest=${answer.digest}`);
        setState({ step: "done", answer: done });
      } catch (error) {
        if (error instanceof CockpitProblem && error.code === "assets-changed") {
          await preview(async () => file, file.name, true);
          return;
        }
        const help = `${errorMessage(error)} ${IMPORT_TEXTS.retry}`;
        setState({ step: "failed", title: IMPORT_TEXTS.notImported, help });
      }
    },
  };
}

async function readPreview(
  read: () => Promise<ChosenFile>,
  name: string,
  isRepeated: boolean,
): Promise<ImportState> {
  try {
    const file = await read();
    const answer = await send(file, "dryRun=true");
    return { step: "preview", file, answer, isRepeated, isImporting: false };
  } catch (error) {
    return { step: "failed", title: IMPORT_TEXTS.notRead(name), help: errorMessage(error) };
  }
}

const sizeProblem = ({ size }: File) =>
  size > IMPORT_MEGABYTES_MAX * 1024 * 1024 ? IMPORT_TEXTS.tooLarge(IMPORT_MEGABYTES_MAX) : null;

/** Copies the content, because browsers cannot read a file that was saved again after it was selected. */
async function keep(file: File): Promise<ChosenFile> {
  try {
    return { name: file.name, bytes: new Blob([await file.arrayBuffer()]) };
  } catch (cause) {
    throw new Error(IMPORT_TEXTS.unreadable, { cause });
  }
}

const send = ({ bytes }: ChosenFile, query: string) =>
  callCockpit<AssetImportAnswer>("POST", `/api/cockpit/assets/imports?${query}`, {
    body: bytes,
    timeoutMs: TIMEOUT_MS,
    headers: { "content-type": "text/csv" },
  });
