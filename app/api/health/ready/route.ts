import { getContainer } from "@/app/container";
import { checkReadiness } from "@/lib/services/check-readiness";

/** 200 when the database and the object store answer, else 503 and which of them does not. */
export async function GET(): Promise<Response> {
  const { ports, logger } = getContainer();
  const { isReady, parts, failures } = await checkReadiness(ports);
  for (const err of failures) logger.warn({ err }, "a part that is needed does not answer");
  return Response.json(
    { status: isReady ? "ready" : "unavailable", parts },
    {
      status: isReady ? 200 : 503,
      headers: { "cache-control": "no-store", ...(isReady ? {} : { "retry-after": "5" }) },
    },
  );
}

export const dynamic = "force-dynamic";
