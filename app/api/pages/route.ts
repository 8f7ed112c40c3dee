import { otherMethods } from "@/app/endpoints";

/** The route to which `app/hand-to-refusal.mjs` sends methods that no page supports. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
