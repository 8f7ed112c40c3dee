/** Where a use case that runs on its own says that it fails, and that it works again. */
export interface Log {
  info(message: string): void;
  warn(facts: { readonly err: unknown }, message: string): void;
}
