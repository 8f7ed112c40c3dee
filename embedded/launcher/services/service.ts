/** The children that the launcher keeps alive. `children.json` uses the same names. */
export type ServiceName = "postgres" | "object-store" | "inngest" | "receiver" | "next";

/** A child process that is ready for use. */
export interface RunningService {
  readonly pid: number;
  /** Resolves once, with a reason such as "SIGKILL", when the process has exited for any reason. Never rejects. */
  readonly exited: Promise<string>;
  /** Stops the process cleanly, or by force if that takes too long. Idempotent. Resolves when the process has exited. */
  stop(): Promise<void>;
  /** Kills the process immediately. */
  kill(): void;
}

/** A child that can be started repeatedly. */
export interface Service {
  readonly name: ServiceName;
  /** The name for messages. */
  readonly title: string;
  /**
   * Resolves when the service responds. Stops what it has started if `signal` aborts. Rejects with a message that says
   * why it did not start, and then leaves nothing running.
   */
  start(signal: AbortSignal): Promise<RunningService>;
}

/** Returns the name under which this machine reaches a server that listens on `host`; IPv6 addresses get brackets. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
