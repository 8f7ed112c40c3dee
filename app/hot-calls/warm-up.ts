import { setTimeout as sleep } from "node:timers/promises";
import type { Container } from "../container";
import { rehearseHotCalls } from "./rehearse-hot-calls";

/** The limit for the whole warm-up. If the database or the object store takes longer, warming up does not help. */
const TIME_MAX_MS = 2_000;
const REHEARSAL_MS_MAX = 1_000;
/** Enough for ten callers. Larger pools grow when necessary. */
const CONNECTIONS_MAX = 10;
/** A key that no document can have. */
const NO_OBJECT = "staged/none";

/**
 * Makes the first calls of a process as fast as later ones by opening connections, planning statements and compiling the
 * hot calls. Leaves no trace in the data, the log or the metrics. If a step fails or takes too long, logs one warning,
 * and startup continues.
 */
export async function warmUp(
  container: Container,
  { timeMaxMs = TIME_MAX_MS } = {},
): Promise<void> {
  const { ports, logger } = container;
  const steps = Promise.all([
    container.warmConnections(CONNECTIONS_MAX),
    Promise.all(Array.from({ length: CONNECTIONS_MAX }, () => ports.storage.head(NO_OBJECT))),
    rehearseHotCalls(container, REHEARSAL_MS_MAX),
  ]);
  const timer = new AbortController();
  const late = sleep(timeMaxMs, undefined, { signal: timer.signal }).then(
    () => Promise.reject(new Error(`the warm-up took longer than ${timeMaxMs} ms`)),
    () => undefined,
  );
  try {
    await Promise.race([steps, late]);
  } catch (err) {
    logger.warn({ err }, "the warm-up failed: the first calls will take longer");
  } finally {
    timer.abort();
    // Steps still running after the time limit may fail later, which is not worth reporting.
    steps.catch(() => undefined);
  }
}
