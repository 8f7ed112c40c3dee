import type { Viewer } from "@/lib/assets/ports/asset-overviews";
import type { Administrator } from "@/lib/auth/authenticate-administrator";

/** Whose view it is: what is new depends on it. */
export const viewerOf = ({ id, since }: Administrator): Viewer => ({ userId: id, since });
