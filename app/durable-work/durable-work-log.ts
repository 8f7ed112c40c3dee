import type { Logger } from "pino";

/** The message that the SDK logs for each rejected signature. */
const REFUSED = "Signature validation failed";

const INTERVAL_MS = 60_000;

/**
 * Logs at most one line per minute about rejected signatures. A wrong key must be visible, but strangers must not be able
 * to fill the log. Child loggers are not limited.
 */
export function limitSignatureErrors(logger: Logger, now: () => Date): Logger {
  let silentUntilMs = 0;
  const error = (...line: readonly unknown[]) => {
    if (line[1] === REFUSED) {
      const nowMs = now().getTime();
      if (nowMs < silentUntilMs) return;
      silentUntilMs = nowMs + INTERVAL_MS;
    }
    Reflect.apply(logger.error, logger, line);
  };
  return Object.create(logger, { error: { value: error } });
}
