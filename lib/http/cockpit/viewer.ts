import type { Administrator } from "../../auth/authenticate-administrator";
import type { Viewer } from "../../ports/asset-overviews";

/** Whose view it is: what is new depends on it. */
export const viewerOf = ({ id, since }: Administrator): Viewer => ({ userId: id, since });
