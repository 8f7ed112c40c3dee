import { Inngest } from "inngest";
import type { Logger } from "pino";
import type { InngestSettings } from "@/lib/env/read-settings";
import { createEngineFetch } from "./engine-fetch";

/**
 * Creates the application's Inngest client. All our settings are passed in, so the SDK reads only other variables, such
 * as `INNGEST_ENV`, from the environment. Each call runs one step, so that functions run the same way on every Inngest
 * server.
 */
export function createInngestClient(settings: InngestSettings, logger: Logger): Inngest {
  const { isDev, baseUrl, eventKey, signingKey } = settings;
  return new Inngest({
    id: "stagedoor",
    isDev,
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(eventKey === null ? {} : { eventKey }),
    ...(signingKey === null ? {} : { signingKey }),
    fetch: createEngineFetch(),
    logger,
    checkpointing: false,
    // We do not call language models, and this setting would inspect every step for such calls.
    aiMetadata: false,
  });
}
