import type { Side } from "./side";
import { createStagedoorCalls } from "./stagedoor-calls";
import type { SideSurroundings } from "./surroundings";

/** Starts the product. The launcher and every process that it starts are measured. */
export async function createProductSide(surroundings: SideSurroundings): Promise<Side> {
  const { started, objectStore, untilTold, signal } = surroundings;
  const { product, port } = started;
  const calls = await createStagedoorCalls({
    port,
    apiKey: product.apiKey,
    objectStorePort: objectStore.port,
    settle: untilTold,
    signal,
  });
  return {
    name: "product",
    port,
    calls,
    isNotifying: true,
    whole: [product.bootstrapPid],
    parts: {
      web: await product.childPid("next"),
      database: await product.childPid("postgres"),
      "object store": objectStore.pid,
      executor: await product.childPid("inngest"),
    },
  };
}
