import { useCallback, useEffect, useRef, useState } from "react";
import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import { missingContent, PreviewRefusal, refusalOf } from "./file/preview-refusal";
import { openPreview, type Preview } from "./open-preview";

/** The current state of a preview. */
export type PreviewState =
  | Preview
  | { readonly kind: "loading" }
  | { readonly kind: "refused"; readonly refusal: PreviewRefusal }
  | { readonly kind: "failed"; readonly error: unknown };

/** The details of a document known before its bytes are read. */
export interface PreviewedDocument {
  readonly uuid: string;
  readonly name: string;
  /** The type as declared by the uploader, which is only a hint about what to load early. */
  readonly contentType: string | null;
  /** The document's current status. */
  readonly status: number;
  /** Whether the document's bytes can be downloaded. Once they no longer can, no part of them stays on the screen. */
  readonly hasContent: boolean;
}

/**
 * Opens a document once it is shown, and closes it when the page closes or its content is gone. Also returns a function
 * that opens it again. `file` is the URL of the bytes if the URL came with the page.
 */
export function usePreview(
  document: PreviewedDocument,
  file: FileUrl | null,
): readonly [PreviewState, () => void] {
  const { uuid, name, contentType } = document;
  const missing = missingContent(document);
  const [state, setState] = useState<PreviewState>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  const firstFile = useRef(file);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): each attempt opens the document again.
  useEffect(() => {
    if (missing) return;
    const leaving = new AbortController();
    setState({ kind: "loading" });
    const { signal } = leaving;
    const opening = openPreview({ uuid, name, contentType, file: firstFile.current }, signal);
    // When the document is opened again, the URL that came with the page may have expired.
    firstFile.current = null;
    opening.then(
      (preview) => leaving.signal.aborted || setState(preview),
      (error) => leaving.signal.aborted || setState(stateOf(error)),
    );
    return () => {
      leaving.abort();
      opening
        .then((preview) => preview.kind === "pages" && preview.source.close())
        .catch(() => undefined);
    };
  }, [uuid, name, contentType, missing, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  // Decided while rendering, not in an effect, so that erased content is not rendered even once more.
  if (missing) return [{ kind: "refused", refusal: new PreviewRefusal(missing) }, retry];
  return [state, retry];
}

function stateOf(error: unknown): PreviewState {
  const refusal = refusalOf(error);
  return refusal ? { kind: "refused", refusal } : { kind: "failed", error };
}
