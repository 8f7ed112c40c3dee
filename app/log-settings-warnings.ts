import { settingsWarnings } from "@/lib/env/settings-warnings";
import type { Container } from "./container";

/** Logs a warning for each problem with the settings, for installations that do not use the launcher. */
export function logSettingsWarnings({ logger, settings }: Pick<Container, "logger" | "settings">) {
  for (const warning of settingsWarnings(settings)) logger.warn(warning);
}
