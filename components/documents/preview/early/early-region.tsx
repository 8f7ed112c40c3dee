import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { VIEWER_FRAME } from "../pages/viewer-frame";

/** The place where the page's script draws. */
export const EARLY_SELECTOR = "[data-early-preview]";

/** A placeholder for a PDF's viewer, so that the first page can be drawn before React runs. */
export function EarlyRegion() {
  return (
    <div role="status" className={VIEWER_FRAME.frame}>
      <p className="sr-only">{PREVIEW_TEXTS.loading}</p>
      <div className={VIEWER_FRAME.toolbar}>
        <span className="h-9" />
      </div>
      {/* Animated only if the picture is late, because each frame of the animation takes time from the library. */}
      <div
        data-early-preview
        className={`${VIEWER_FRAME.region} empty:sheen empty:[animation-delay:600ms]`}
      >
        {
          // Because its only child is text, React does not touch what has been drawn in this element.
          ""
        }
      </div>
    </div>
  );
}
