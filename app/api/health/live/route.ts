import { otherMethods } from "@/app/endpoints";

/** Returns 200 as long as the process serves requests. Checks nothing else. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
