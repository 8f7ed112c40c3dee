import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import type { Announced } from "../open-preview";
import { VIEWER_FRAME } from "../pages/viewer-frame";

/** Where `findEarlyRegion` finds what is to be drawn. */
export const EARLY_ATTRIBUTE = "data-early-preview";

/** Stands where the viewer of a PDF will, so that its first page can be drawn before React runs (`instrumentation-client.ts`). */
export function EarlyRegion({ announced }: { readonly announced: Announced }) {
  return (
    <div role="status" className={VIEWER_FRAME.frame}>
      <p className="sr-only">{PREVIEW_TEXTS.loading}</p>
      <div className={VIEWER_FRAME.toolbar}>
        <span className="h-9" />
      </div>
      <div {...{ [EARLY_ATTRIBUTE]: JSON.stringify(announced) }} className={VIEWER_FRAME.region}>
        {
          // With a text as its only child, React leaves alone what is drawn here before.
          ""
        }
      </div>
    </div>
  );
}
