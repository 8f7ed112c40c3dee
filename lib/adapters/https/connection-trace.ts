import type { ConnectionFacts } from "@/lib/notifications/ports/webhook-transport";

/** What is known about one connection so far; filled in while it is being opened. */
export interface ConnectionTrace {
  readonly startedAtMs: number;
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  /** When requests could be sent; null while it is not open. */
  readyAtMs: number | null;
  facts: ConnectionFacts;
}

/** What is known where no connection was tried. */
export const NO_CONNECTION: ConnectionFacts = {
  address: null,
  port: null,
  tlsVersion: null,
  certificateIssuer: null,
  certificateExpiresAt: null,
};

/** The trace of a connection that is being opened from now on. */
export const beginTrace = (): ConnectionTrace => ({
  startedAtMs: performance.now(),
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  readyAtMs: null,
  facts: NO_CONNECTION,
});
