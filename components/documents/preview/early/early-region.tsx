import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { VIEWER_FRAME } from "../pages/viewer-frame";

/** Where the page's script draws. */
export const EARLY_SELECTOR = "[data-early-preview]";

/** Stands where the viewer of a PDF will, so that its first page can be drawn before React runs. */
export function EarlyRegion() {
  return (
    <div role="status" className={VIEWER_FRAME.frame}>
      <p className="sr-only">{PREVIEW_TEXTS.loading}</p>
      <div className={VIEWER_FRAME.toolbar}>
        <span className="h-9" />
      </div>
      <div data-early-preview className={VIEWER_FRAME.region}>
        {
          // With a text as its only child, React leaves alone what was drawn here before.
          ""
        }
      </div>
    </div>
  );
}
