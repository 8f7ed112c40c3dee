import type { Viewer } from "@/lib/assets/ports/asset-overviews";
import type { SignedInUser } from "@/lib/auth/authenticate-user";

/** Whose view it is: what is new depends on it. */
export const viewerOf = ({ id, since }: SignedInUser): Viewer => ({ userId: id, since });
