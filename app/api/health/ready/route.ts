import { getContainer } from "@/app/current-container";
import { otherMethods } from "@/app/endpoints";
import { hidesClientAddresses } from "@/lib/env/settings-warnings";
import { checkReadiness } from "@/lib/upkeep/use-cases/check-readiness";

/**
 * Returns 200 if the database and the object store respond and have space, and otherwise 503 with the failing part and a
 * description in `reasons`. The status `degraded` means that everything is still accepted, but the engine does not
 * respond, a change has been waiting for delivery for more than five minutes, a document has been waiting for processing
 * for more than an hour, or `reasons` describes a problem with the settings or the audit log.
 */
export async function GET(): Promise<Response> {
  const container = getContainer();
  const { ports, logger, settings, checkDeliveries, checkProcessing } = container;
  const [needed, deliveries, processed] = await Promise.all([
    checkReadiness(ports),
    checkDeliveries(),
    checkProcessing(),
  ]);
  for (const err of needed.failures)
    logger.warn({ err }, "not ready: a required component is not available");
  for (const err of deliveries.failures)
    logger.warn({ err }, "notifications are not being delivered");
  for (const err of processed.failures) logger.warn({ err }, "the state of processing is unknown");
  const { isReady } = needed;
  const { processing } = processed;
  const isHidden = hidesClientAddresses(settings);
  const audit = container.auditChaining.state().kind;
  const reasons = [
    ...needed.reasons,
    ...(processing === "late" ? [LATE_PROCESSING] : []),
    ...(isHidden ? [UNCOUNTED_PROXIES] : []),
    ...(audit === "ok" ? [] : [AUDIT_REASONS[audit]]),
  ];
  const isFine = deliveries.isFlowing && processing === "ok" && !isHidden && audit === "ok";
  const status = isReady ? (isFine ? "ready" : "degraded") : "unavailable";
  return Response.json(
    {
      status,
      parts: { ...needed.parts, ...deliveries.parts, processing, audit },
      ...(reasons.length > 0 ? { reasons } : {}),
    },
    {
      status: isReady ? 200 : 503,
      headers: { "cache-control": "no-store", ...(isReady ? {} : { "retry-after": "5" }) },
    },
  );
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

const LATE_PROCESSING =
  "A document has been waiting for more than an hour to be processed. If many documents were uploaded at the same time, this is temporary. Otherwise see `npm run engine -- runs --status failed`.";

const UNCOUNTED_PROXIES =
  "PUBLIC_URL is https, but TRUSTED_PROXY_HOPS is 0, so client addresses are unknown: sign-in is throttled by account only, RATE_LIMIT_PER_ADDRESS counts all API clients as one, and API keys with networks are rejected. Set TRUSTED_PROXY_HOPS to the number of your proxies.";

const AUDIT_REASONS = {
  stopped:
    "The audit log does not contain the entry that is sealed in the object store (audit/head), so new audit entries are not chained. Either a backup was restored, or somebody changed the database or the object. Run `npm run audit -- verify`. If you know the reason, run `npm run audit -- accept-head --reason <reason>`.",
  unsealed:
    "The sealed head of the audit log (audit/head in the object store) cannot be read or replaced, or its earlier versions cannot be removed. Audit entries are still chained, but entries that are removed in the meantime may go unnoticed. See the application's log.",
};

export const dynamic = "force-dynamic";
