/** Receives the failures and recoveries of background work. */
export interface Log {
  info(message: string): void;
  warn(facts: { readonly err: unknown }, message: string): void;
}
