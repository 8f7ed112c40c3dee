import { z } from "zod";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { runChild } from "../run-child";
import type { LogLine } from "./engine/log-line";
import { createExecutor } from "./executor";
import { startHttpServer } from "./http-server";
import { createHttpTransport } from "./http-transport";
import { isSigningKey } from "./protocol/signature";
import { systemClock } from "./system-clock";

/** The line that the launcher writes to standard input. */
const configuration = z.strictObject({
  port: z.int().min(0).max(65_535),
  databaseUrl: z.string().min(1),
  appUrl: z.url({ protocol: /^http$/ }),
  eventKey: z.string().min(1),
  signingKey: z.string().refine(isSigningKey, "must be signkey-<word>- and hex digits"),
});

await runChild({ title: "The Inngest executor", configuration, start });

async function start(options: z.infer<typeof configuration>, fail: (error: unknown) => void) {
  const executor = createExecutor({
    ...options,
    callApp: createHttpTransport(options.appUrl),
    clock: systemClock,
    log,
    onOwnershipLost: (error) => fail(`it no longer owns the runs: ${errorMessage(error)}`),
  });
  await executor.start();
  const { port } = await startHttpServer({ ...options, executor, now: systemClock.now, log });
  // Calls in flight are not waited for: the next owner repeats them, and results already received are saved.
  return { port, stop: executor.stop };
}

function log(line: LogLine): void {
  const stream = line.level === "error" ? process.stderr : process.stdout;
  stream.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
}
