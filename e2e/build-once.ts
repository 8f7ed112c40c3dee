import { ensureBuilt, ensureClientGenerated } from "@/embedded/launcher/build/ensure-built";
import { root } from "@/scripts/suites-process";

/**
 * Builds the product before the first end-to-end test, so that the build does not count towards any test's time limit.
 */
export async function setup(): Promise<void> {
  const onWork = () => undefined;
  const checkout = { root, signal: new AbortController().signal, onWork };
  await ensureClientGenerated(checkout);
  await ensureBuilt(checkout);
}
