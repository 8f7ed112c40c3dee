import type { Viewer } from "@/lib/assets/ports/asset-overviews";
import type { SignedInUser } from "@/lib/auth/authenticate-user";

/** Returns the viewer, on whom it depends which documents count as new. */
export const viewerOf = ({ id, since }: SignedInUser): Viewer => ({ userId: id, since });
