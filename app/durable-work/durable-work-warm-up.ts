import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import canonicalize from "canonicalize";
import type { InngestSettings } from "@/lib/env/read-settings";
import type { DurableWork } from "./durable-work";

/** Enough to compile the code and open connections. More would delay startup. */
const CALLS = 10;
const TIMEOUT_MS = 3_000;

/** Requests the delivery of a notification that does not exist. Each call looks up the notification and then ends. */
const EVENT = {
  id: "warm-up",
  name: "webhook/notification.created",
  ts: 0,
  data: { notificationId: "00000000-0000-7000-8000-000000000000", generation: 1 },
};
const BODY =
  canonicalize({
    version: -1,
    use_api: false,
    event: EVENT,
    events: [EVENT],
    steps: {},
    ctx: {
      run_id: "warm-up",
      attempt: 0,
      max_attempts: 1,
      disable_immediate_execution: false,
      use_api: false,
      env: "",
      step_id: "step",
      stack: { stack: [], current: 0 },
    },
  }) ?? "";

/**
 * Calls the delivery of notifications as an engine does, before the process reports that it is ready. Otherwise, loading,
 * compiling and connecting would delay the first notifications.
 * @returns the number of calls that succeeded, after 3 s at the latest
 */
export async function warmUpDurableWork(
  work: Pick<DurableWork, "answer">,
  settings: InngestSettings,
): Promise<number> {
  let count = 0;
  const calls = async () => {
    // If the database is unavailable, the SDK logs that once, and startup continues.
    while (count < CALLS && (await isAnswered(work, settings))) count += 1;
  };
  const limit = new AbortController();
  const isLate = sleep(TIMEOUT_MS, undefined, { signal: limit.signal }).catch(() => undefined);
  // Errors are ignored here. Real calls report problems, and the engine retries them.
  const called = calls().catch(() => undefined);
  await Promise.race([called, isLate]).finally(() => limit.abort());
  return count;
}

async function isAnswered(
  work: Pick<DurableWork, "answer">,
  settings: InngestSettings,
): Promise<boolean> {
  const signature = settings.signingKey === null ? null : sign(settings.signingKey);
  const { status } = await work.answer({
    method: "POST",
    path: "/api/inngest?fnId=stagedoor-deliver-notification&stepId=step",
    header: (name) => (name === "x-inngest-signature" ? signature : null),
    body: asStream(BODY),
  });
  return status === 200;
}

async function* asStream(text: string) {
  yield Buffer.from(text);
}

/** Signs as Inngest does: the key is used as text, without its prefix. */
function sign(signingKey: string): string {
  const seconds = String(Math.floor(Date.now() / 1000));
  const key = signingKey.replace(/^signkey-\w+-/, "");
  const digest = createHmac("sha256", key)
    .update(BODY + seconds)
    .digest("hex");
  return `t=${seconds}&s=${digest}`;
}
