import { otherMethods } from "@/app/endpoints";

/** Responds while the process serves requests; checks nothing else. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
