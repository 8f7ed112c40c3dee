import { createHash, timingSafeEqual } from "node:crypto";
import { getContainer } from "@/app/current-container";
import { otherMethods } from "@/app/endpoints";

/** Prometheus metrics for callers with METRICS_TOKEN. Without that setting, the response is 404. */
export async function GET(request: Request): Promise<Response> {
  const { settings, metrics, logger, clientAddress } = getContainer();
  const { metricsToken } = settings;
  if (metricsToken === null) return answer(404, "No metrics: METRICS_TOKEN is not set.\n");
  if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${metricsToken}`)) {
    const address = clientAddress(request.headers).text;
    logger.warn({ address, status: 401, method: request.method, path: "/api/metrics" }, "refused");
    return answer(401, "Send Authorization: Bearer <METRICS_TOKEN>.\n", {
      "www-authenticate": 'Bearer realm="stagedoor metrics"',
    });
  }
  try {
    const { contentType, text } = await metrics.scrape();
    return answer(200, text, { "content-type": contentType });
  } catch (err) {
    logger.error({ err }, "metrics could not be collected");
    return answer(503, "The database is not responding.\n", { "retry-after": "5" });
  }
}

/** Not cached, because a cached response would be out of date. */
const answer = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  new Response(body, { status, headers: { "cache-control": "no-store", ...headers } });

/** Compares digests, because their fixed length keeps the comparison from revealing the length of the token. */
const isSame = (token: string, wanted: string) => timingSafeEqual(digest(token), digest(wanted));

const digest = (text: string) => createHash("sha256").update(text).digest();

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

export const dynamic = "force-dynamic";
