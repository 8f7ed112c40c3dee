import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findListener } from "../find-listener";
import { StartError } from "./terminal";

/** A port that Stagedoor needs to start, its address, and the setting that changes it. */
export interface WantedPort {
  readonly setting: "PORT" | "OBJECT_STORE_PORT" | "EXECUTOR_PORT" | "RECEIVER_PORT";
  readonly port: number;
  readonly host: string;
}

const RETRY_MS = 200;

/**
 * Resolves when every port is free. Waits up to `patienceMs`, because the children of a killed launcher need a moment to
 * release their ports. If `patienceMs` is 0, it does not wait.
 * @throws StartError that names the port, the program that uses it, the setting and what to do
 */
export async function ensurePortsFree(
  wanted: readonly WantedPort[],
  patienceMs: number,
  signal: AbortSignal,
): Promise<void> {
  const deadlineMs = Date.now() + patienceMs;
  for (const place of wanted) {
    let failure = await tryToListen(place);
    while (failure === "EADDRINUSE" && Date.now() < deadlineMs) {
      await sleep(RETRY_MS, undefined, { signal });
      failure = await tryToListen(place);
    }
    if (failure) throw new StartError(complaint(failure, place, await findListener(place.port)));
  }
}

/**
 * Returns the message about an unavailable port for a system error code; `listener` is the program that uses it, if
 * known.
 */
export function complaint(
  code: string,
  { setting, port, host }: WantedPort,
  listener: string | null,
): string {
  const use = `set ${setting} to another port`;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} (setting ${setting}) is in use by ${listener ?? "another program"}. Stop it, or ${use}.`;
    case "EACCES":
      return `The current system user may not use port ${port} (setting ${setting}). Set ${setting} to a port above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The address ${host} (setting HOST) does not belong to this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all.`;
    default:
      return `Port ${port} on ${host} (settings ${setting} and HOST) cannot be used: ${code}.`;
  }
}

/** Returns null if the port is free, otherwise the system's error code. */
function tryToListen({ host, port }: WantedPort): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
