import { type Container, createContainer } from "@/app/container";
import { readCommandSettings } from "./command-settings";

/** Runs `work` with the parts of the running Stagedoor, or with the parts in the settings, and closes what it opened. */
export async function withContainer<T>(work: (container: Container) => Promise<T>): Promise<T> {
  const container = createContainer(await readCommandSettings());
  try {
    return await work(container);
  } finally {
    await container.close();
  }
}
