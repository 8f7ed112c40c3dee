import { useCallback, useEffect, useState } from "react";
import type { PreviewRefusal } from "./file/preview-refusal";
import { refusalOf } from "./file/refusal-of";
import { openPreview, type Preview } from "./open-preview";

/** What stands where a document is shown. */
export type PreviewState =
  | Preview
  | { readonly kind: "loading" }
  | { readonly kind: "refused"; readonly refusal: PreviewRefusal }
  | { readonly kind: "failed"; readonly error: unknown };

/** Opens a document once it is shown, and closes it with the page; and a way to open it again. */
export function usePreview({
  uuid,
  name,
  contentType,
}: {
  readonly uuid: string;
  readonly name: string;
  readonly contentType: string | null;
}): readonly [PreviewState, () => void] {
  const [state, setState] = useState<PreviewState>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): each attempt opens the document again.
  useEffect(() => {
    let isLeft = false;
    setState({ kind: "loading" });
    const opening = openPreview({ uuid, name, contentType });
    opening.then(
      (preview) => isLeft || setState(preview),
      (error) => isLeft || setState(stateOf(error)),
    );
    return () => {
      isLeft = true;
      opening
        .then((preview) => preview.kind === "pages" && preview.source.close())
        .catch(() => undefined);
    };
  }, [uuid, name, contentType, attempt]);
  return [state, useCallback(() => setAttempt((before) => before + 1), [])];
}

function stateOf(error: unknown): PreviewState {
  const refusal = refusalOf(error);
  return refusal ? { kind: "refused", refusal } : { kind: "failed", error };
}
