/** Where background work reports failures and recovery. */
export interface Log {
  info(message: string): void;
  warn(facts: { readonly err: unknown }, message: string): void;
}
