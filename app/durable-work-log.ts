import type { Logger } from "pino";

/** What the SDK says of each signature that it refuses. */
const REFUSED = "Signature validation failed";

const INTERVAL_MS = 60_000;

/**
 * The logger, with at most one line a minute about refused signatures: a wrong key must be seen, but a stranger who sends
 * well-formed signatures must not fill the log. Loggers made from it are not limited.
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
