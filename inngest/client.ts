import { Inngest } from "inngest";
import type { Logger } from "pino";
import type { InngestSettings } from "@/lib/env/read-settings";
import { createEngineFetch } from "./engine-fetch";

/**
 * The application as Inngest knows it. It is told everything: what is in the environment counts only for what our settings do not
 * name, such as `INNGEST_ENV`. One step a call everywhere, so that every Inngest runs functions in the same way.
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
    // We make no language model calls, and it would watch every step for them.
    aiMetadata: false,
  });
}
