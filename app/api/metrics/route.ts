import { createHash, timingSafeEqual } from "node:crypto";
import { getContainer } from "@/app/container";

/** Prometheus metrics for whoever shows METRICS_TOKEN; without that setting there is nothing here. */
export async function GET(request: Request): Promise<Response> {
  const { settings, metrics, logger } = getContainer();
  const { metricsToken } = settings;
  if (metricsToken === null)
    return new Response("No metrics: METRICS_TOKEN is not set.\n", { status: 404 });
  if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${metricsToken}`)) {
    const headers = { "www-authenticate": 'Bearer realm="stagedoor metrics"' };
    return new Response("Send Authorization: Bearer <METRICS_TOKEN>.\n", { status: 401, headers });
  }
  try {
    const body = await metrics.registry.metrics();
    return new Response(body, { headers: { "content-type": metrics.registry.contentType } });
  } catch (err) {
    logger.error({ err }, "the metrics could not be collected");
    return new Response("The database does not answer.\n", {
      status: 503,
      headers: { "retry-after": "5" },
    });
  }
}

/** Digests have one length, so that the comparison tells nothing of the token's. */
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted));

const digest = (text: string) => createHash("sha256").update(text).digest();

export const dynamic = "force-dynamic";
