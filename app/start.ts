import { keepEnvironmentInMemory } from "@/lib/env/keep-environment-in-memory";
import { readAppSettings } from "@/lib/env/read-settings";
import { settingsWarnings } from "@/lib/env/settings-warnings";
import { type Container, createContainer } from "./container";
import { shareContainer } from "./current-container";
import { createDurableWork } from "./durable-work/durable-work";
import { shareHotCalls } from "./hot-calls/hot-calls";
import { warmUp } from "./hot-calls/warm-up";
import { shared } from "./process.mjs";

/** Creates everything that the pages and routes of this process share, warms it up, and starts the durable work. */
export async function start(): Promise<void> {
  const settings = readAppSettings();
  const container = createContainer(settings);
  shareContainer(container);
  logSettingsWarnings(container);
  keepEnvironmentInMemory();
  const work = createDurableWork(container, settings.inngest);
  shared.durableWork = work;
  // biome-ignore lint/style/noProcessEnv: a constant of the build, not a setting; in development, nobody measures the first calls
  if (process.env.NODE_ENV === "production") await warmUp(container);
  shareHotCalls();
  work.relay.start();
  work.processingWatch.start();
  work.auditChainer.start();
}

/** Logs a warning for each problem with the settings, for installations that do not use the launcher. */
export function logSettingsWarnings({ logger, settings }: Pick<Container, "logger" | "settings">) {
  for (const warning of settingsWarnings(settings)) logger.warn(warning);
}
