import { setTimeout as sleep } from "node:timers/promises";
import type { Container } from "./container";
import { rehearseHotCalls } from "./rehearse-hot-calls";

/** All of it; whoever waits longer for a database or a store is not helped by a warm start. */
const TIME_MAX_MS = 2_000;
const REHEARSAL_MS_MAX = 1_000;
/** As many as ten callers need; larger pools grow when they have to. */
const CONNECTIONS_MAX = 10;
/** No document can have it. */
const NO_OBJECT = "staged/none";

/**
 * Makes the first calls of a process cost what later ones do: connections are open, statements planned and the hot calls compiled.
 * Nothing is written, logged or counted that somebody did not call for. What fails or takes too long is one warning, and
 * the start goes on.
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
    () => Promise.reject(new Error(`it takes longer than ${timeMaxMs} ms`)),
    () => undefined,
  );
  try {
    await Promise.race([steps, late]);
  } catch (err) {
    logger.warn({ err }, "the warm-up failed: the first calls will take longer");
  } finally {
    timer.abort();
    // What still runs when the time is over may fail later, which nobody needs to know.
    steps.catch(() => undefined);
  }
}
