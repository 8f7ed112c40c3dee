import type { Zoom } from "./page-layout";
import type { Rotation } from "./page-source";

/** The zoom and rotation of the pages. */
export interface ViewState {
  readonly zoom: Zoom;
  readonly rotation: Rotation;
}
