/** The children that the launcher keeps alive. The names are those in `children.json`. */
export type ServiceName = "postgres" | "object-store" | "inngest" | "receiver" | "next";

/** A child process that is ready for use. */
export interface RunningService {
  readonly pid: number;
  /** Resolves once with a reason such as "SIGKILL" when the process has ended, whatever ended it. Never rejects. */
  readonly exited: Promise<string>;
  /** Ends it cleanly, by force when that takes too long. Idempotent; resolves when the process is gone. */
  stop(): Promise<void>;
  /** Ends it by force, at once. */
  kill(): void;
}

/** A child that can be started, again and again. */
export interface Service {
  readonly name: ServiceName;
  /** What people call it. */
  readonly title: string;
  /**
   * Resolves when the service answers. Ends what it began when `signal` aborts.
   * Throws a sentence that says why it did not start; nothing is left running then.
   */
  start(signal: AbortSignal): Promise<RunningService>;
}
