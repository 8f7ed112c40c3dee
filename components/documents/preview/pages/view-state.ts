import type { Zoom } from "./page-layout";
import type { Rotation } from "./page-source";

/** How the pages are seen. */
export interface ViewState {
  readonly zoom: Zoom;
  readonly rotation: Rotation;
}
