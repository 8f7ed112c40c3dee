import type { Viewer } from "@/lib/assets/ports/asset-overviews";
import type { SignedInUser } from "@/lib/auth/authenticate-user";

/** The viewer, who determines what is new. */
export const viewerOf = ({ id, since }: SignedInUser): Viewer => ({ userId: id, since });
