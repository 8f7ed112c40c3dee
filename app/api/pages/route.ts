import { otherMethods } from "@/app/endpoints";

/** The route to which `app/serving/hand-to-refusal.mjs` sends requests whose method no page supports. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
