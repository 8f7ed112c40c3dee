import { useCallback, useEffect, useState } from "react";
import { CockpitProblem } from "../../api/call-cockpit";
import { PreviewRefusal } from "./file/preview-refusal";
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
  if (error instanceof PreviewRefusal) return { kind: "refused", refusal: error };
  const code = error instanceof CockpitProblem ? error.code : null;
  if (code === "file-not-uploaded") return refused("not-uploaded");
  if (code === "content-gone") return refused("erased");
  return { kind: "failed", error };
}

const refused = (reason: "not-uploaded" | "erased"): PreviewState => ({
  kind: "refused",
  refusal: new PreviewRefusal(reason),
});
