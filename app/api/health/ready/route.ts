import { getContainer } from "@/app/container";
import { checkReadiness } from "@/lib/upkeep/use-cases/check-readiness";

/**
 * 200 when the database and the object store answer, else 503 and which of them does not. `degraded` still takes
 * everything in: the engine does not answer, or a change waits for more than five minutes to be told.
 */
export async function GET(): Promise<Response> {
  const { ports, logger, checkDeliveries } = getContainer();
  const [needed, deliveries] = await Promise.all([checkReadiness(ports), checkDeliveries()]);
  for (const err of [...needed.failures, ...deliveries.failures]) {
    logger.warn({ err }, "a part that is needed does not answer");
  }
  const { isReady } = needed;
  const status = isReady ? (deliveries.isFlowing ? "ready" : "degraded") : "unavailable";
  return Response.json(
    { status, parts: { ...needed.parts, ...deliveries.parts } },
    {
      status: isReady ? 200 : 503,
      headers: { "cache-control": "no-store", ...(isReady ? {} : { "retry-after": "5" }) },
    },
  );
}

export const dynamic = "force-dynamic";
