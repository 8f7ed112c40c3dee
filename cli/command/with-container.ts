import type { Container } from "@/app/container";
import { readCommandSettings } from "./command-settings";

/**
 * Runs `work` with the parts of the running Stagedoor, or with the parts in the settings, and closes what it opened. Loads
 * the application first, which `--help` and usage errors do not need.
 */
export async function withContainer<T>(work: (container: Container) => Promise<T>): Promise<T> {
  const settings = await readCommandSettings();
  const { createContainer } = await import("@/app/container");
  const container = createContainer(settings);
  try {
    return await work(container);
  } finally {
    await container.close();
  }
}
