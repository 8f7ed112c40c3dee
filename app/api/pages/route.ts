import { otherMethods } from "@/app/endpoints";

/** Where `app/hand-to-refusal.mjs` sends methods that no page has. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
