import { settingsWarnings } from "@/lib/env/settings-warnings";
import type { Container } from "./container";

/** Logs a warning for each problem of the settings, so that it is seen where no launcher prints it. */
export function logSettingsWarnings({ logger, settings }: Pick<Container, "logger" | "settings">) {
  for (const warning of settingsWarnings(settings)) logger.warn(warning);
}
